"""`retell`: the four sentences of one message, or of all."""

from dataclasses import asdict

import click

from viewer.analysis.retelling import Retelling, as_markdown, retell_run
from viewer.cli.address import run_at
from viewer.cli.output import CannotDo, write_json, write_text
from viewer.masking import masked


@click.command()
@click.argument("run")
@click.argument("index", type=int, required=False)
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a message.")
@click.option("--markdown", is_flag=True, help="The whole run as Markdown.")
@click.option("--reveal", is_flag=True, help="Show values that look like credentials.")
def retell(run: str, index: int | None, as_json: bool, markdown: bool, reveal: bool) -> None:
    """Retell a message in four sentences: what was visible, what it is, who made it, why control moved."""
    found = run_at(run)
    if markdown:
        write_text(as_markdown(found, lambda text: text if reveal else masked(text).text))
        return
    told = retell_run(found)
    if index is not None:
        if not 0 <= index < len(told):
            raise CannotDo(f"there is no message {index}: this run has {len(told)}, counted from 0")
        told = (told[index],)
    for one in told:
        if as_json:
            write_json(_document(one))
        else:
            text = "\n".join(f"  {sentence.text}" for sentence in one.sentences)
            write_text(f"[{one.message_index}]\n{text if reveal else masked(text).text}")


def _document(told: Retelling) -> dict[str, object]:
    sentences = []
    for sentence in told.sentences:
        one = asdict(sentence)
        one["positions"] = list(sentence.positions)
        sentences.append(one)
    return {"message_index": told.message_index, "sentences": sentences}
