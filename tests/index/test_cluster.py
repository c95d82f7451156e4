"""The cluster: two Dask workers and object storage give the same tables as processes here."""

import os
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from distributed import LocalCluster
from moto.server import ThreadedMotoServer
from s3fs import S3FileSystem
from stored_runs import build, content_of, write_runs

from viewer import objects
from viewer.errors import RunFileError
from viewer.index.build import Build
from viewer.index.cluster import Cluster
from viewer.index.reader import open_index
from viewer.index.rebuild import remove_tables


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """An S3 server of our own, named to all libraries by the environment, as on a cluster."""
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    given = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
    }
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    # A store that another test asked for has other credentials, or none.
    S3FileSystem.clear_instance_cache()
    objects._store.cache_clear()
    boto3.client("s3").create_bucket(Bucket="runs")
    yield "s3://runs"
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
    server.stop()


def test_a_cluster_and_object_storage_give_the_same_tables(tmp_path: Path, bucket: str) -> None:
    folder = write_runs(tmp_path / "runs", 12)
    (folder / "bad.json").write_text("{", encoding="utf-8")
    build([folder], tmp_path / "index")
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as workers:
        reading = Cluster(workers.scheduler_address)
        done = Build([folder], f"{bucket}/index", reading=reading).run()
        assert (done.runs, done.unreadable) == (12, 1)
        assert content_of(f"{bucket}/index") == content_of(tmp_path / "index")
        assert Build([folder], f"{bucket}/index", reading=reading).run().unchanged == 13
        _sources_in_storage(folder, bucket, reading)
        reading.close()


def _sources_in_storage(folder: Path, bucket: str, reading: Cluster) -> None:
    client = boto3.client("s3")
    for path in folder.iterdir():
        client.put_object(Bucket="runs", Key=f"in/{path.name}", Body=path.read_bytes())
    done = Build([f"{bucket}/in"], f"{bucket}/index", reading=reading).run()
    assert (done.sources, done.runs) == (13, 12)
    with open_index(f"{bucket}/index") as index:
        counts = index.rows(
            "SELECT starts_with(uri, 's3://'), count(*), sum(call_rows) FROM runs GROUP BY 1 ORDER BY 1"
        )
        assert counts[0][1:] == counts[1][1:]
    remove_tables(f"{bucket}/index")
    with pytest.raises(RunFileError, match="holds no index"):
        open_index(f"{bucket}/index")


def test_a_scheduler_that_does_not_answer_is_told() -> None:
    with pytest.raises(RunFileError, match="no Dask scheduler"):
        Cluster("tcp://127.0.0.1:1", seconds=1)
