"""Where a replay may be sent: only to endpoints that a file names, each with a key of its own.

A bundle's own words about addresses count for nothing.
"""

import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, ValidationError

from viewer.errors import RunFileError
from viewer.replay.built import Api
from viewer.user_folders import config_folder
from viewer.written import Written, first_problem

Protocol = Api
"""What an endpoint speaks is what a bundle's request is written in."""
_NAME = re.compile(r"[\w .-]{1,60}")
"""Names stand in labels and file names."""
NO_KEY = "no-key"
"""What is sent as key to an endpoint that needs none: the packages insist on one."""


class CannotSend(Exception):
    """Nothing more can be sent; the sentence says why and what to do."""


class EndpointEntry(Written):
    """`[endpoints.NAME]`."""

    protocol: Protocol
    base_url: str = Field(description="As the vendor's own package takes it; https, or http on this machine.")
    key_variable: str | None = Field(None, description="Environment variable that holds the key; none: no key.")
    headers: dict[str, str] = Field(default_factory=dict, description="Further headers, such as anthropic-beta.")
    input_dollars_per_million: Decimal | None = Field(None, ge=0, description="For models without a list price.")
    output_dollars_per_million: Decimal | None = Field(None, ge=0)


class EndpointsFile(Written):
    """The whole file."""

    endpoints: dict[str, EndpointEntry] = Field(default_factory=dict)


@dataclass(frozen=True)
class Endpoint:
    """One place that may be sent to."""

    name: str
    protocol: Protocol
    base_url: str
    key_variable: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    input_dollars: Decimal | None = None
    """Per token; None: by the price list."""
    output_dollars: Decimal | None = None

    def key(self, environment: Mapping[str, str] | None = None) -> str:
        """The key, from the variable that belongs to this endpoint.

        Raises:
            CannotSend: the variable is not set.
        """
        if self.key_variable is None:
            return NO_KEY
        found = (os.environ if environment is None else environment).get(self.key_variable, "").strip()
        if not found:
            raise CannotSend(f"endpoint {self.name} takes its key from {self.key_variable}, which is not set")
        return found


def user_file() -> Path:
    """Where the endpoints of this user, or of this server, are configured."""
    named = os.environ.get("TRAJECTORY_VIEWER_ENDPOINTS")
    return Path(named) if named else config_folder() / "endpoints.toml"


def read_endpoints(path: Path) -> dict[str, Endpoint]:
    """The endpoints of a file by name, in its order.

    Raises:
        RunFileError: it is missing, no TOML, or says something that an endpoint does not know.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a file of endpoints") from error
    except UnicodeDecodeError as error:
        raise RunFileError(str(path), "is no UTF-8 text: endpoints stand in a TOML file") from error
    try:
        found = EndpointsFile.model_validate(tomllib.loads(text))
        return {name: _endpoint(name, entry) for name, entry in found.endpoints.items()}
    except tomllib.TOMLDecodeError as error:
        raise RunFileError(str(path), f"is no TOML: {error}") from error
    except ValidationError as error:
        raise RunFileError(str(path), first_problem(error)) from error
    except ValueError as error:
        raise RunFileError(str(path), str(error)) from error


def _endpoint(name: str, entry: EndpointEntry) -> Endpoint:
    if not _NAME.fullmatch(name):
        raise ValueError("the name of an endpoint is letters, digits, dots, spaces and - up to 60")
    _check_url(name, entry.base_url)
    secret = [header for header in entry.headers if header.lower() in ("authorization", "x-api-key", "cookie")]
    if secret:
        raise ValueError(f"`endpoints.{name}.headers`: {secret[0]} is no place for a key: name its variable")
    prices = (entry.input_dollars_per_million, entry.output_dollars_per_million)
    if (prices[0] is None) != (prices[1] is None):
        raise ValueError(f"`endpoints.{name}`: give the price of input and of output, or of none")
    per_token = [None if price is None else price / 1_000_000 for price in prices]
    return Endpoint(name, entry.protocol, entry.base_url, entry.key_variable, entry.headers, *per_token)


def _check_url(name: str, url: str) -> None:
    place = f"`endpoints.{name}.base_url`"
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise ValueError(f"{place} is no https address")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError(f"{place} may hold no user, query or fragment")
    if parts.scheme == "http" and not _is_this_machine(parts.hostname):
        raise ValueError(f"{place} is http: a key would cross the network in clear text; use https")


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
