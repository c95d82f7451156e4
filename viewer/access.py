"""Who may do what, and which runs a person may read: the one place where that is decided."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["reader", "reviewer", "admin"]
ROLES: tuple[Role, ...] = ("reader", "reviewer", "admin")
"""Each may do what those before it may. A reader reads; a reviewer writes notes and reviews, accepts baselines, sends
replays and sees masked values; an admin also imports and forgets."""
Prefixes = tuple[str, ...] | None
"""Paths below the root, such as `team-a/prod`; one that begins with `!` is taken out again. None: everything."""
OUT = "!"


@dataclass(frozen=True)
class Person:
    """Who uses the app now."""

    name: str
    role: Role
    prefixes: Prefixes = None

    def may(self, role: Role) -> bool:
        """Whether this person may do what a role may."""
        return ROLES.index(self.role) >= ROLES.index(role)


@dataclass(frozen=True)
class Rule:
    """What those whom it names may do."""

    role: Role
    email: str | None = None
    """An address, or `*@example.org`."""
    claim: str | None = None
    """Name of a claim; of one inside another `outer.inner`."""
    value: str | None = None
    """What the claim is, or holds where it is a list."""
    issuer: str | None = None
    """Of the identity; None: any that the app lets sign in."""
    prefixes: Prefixes = None


@dataclass(frozen=True)
class Access:
    """The rules of an access file, in its order, and how long a sign-in holds."""

    rules: tuple[Rule, ...]
    hours: float
    hosts: tuple[str, ...] = ()
    """Names under which the app is reached, besides this machine's own."""


def person_of(access: Access, claims: Mapping[str, Any]) -> Person | None:
    """The person of an identity: the first rule that fits decides; where none fits, nobody."""
    for rule in access.rules:
        if _fits(rule, claims):
            return Person(name_of(claims), rule.role, rule.prefixes)
    return None


def name_of(claims: Mapping[str, Any]) -> str:
    """The name that an identity is called by."""
    for claim in ("email", "preferred_username", "name", "sub"):
        if isinstance(value := claims.get(claim), str) and value.strip():
            return value.strip()
    return "somebody without a name"


def is_too_old(access: Access, claims: Mapping[str, Any], now: float) -> bool:
    """Whether somebody has to sign in again: claims are as they were at the sign-in, however long the cookie holds.

    Args:
        access: the rules.
        claims: of the identity; one without the time of its issue is too old.
        now: seconds since 1970.
    """
    issued = claims.get("iat")
    return not isinstance(issued, int | float) or now - issued > access.hours * 3600


def _fits(rule: Rule, claims: Mapping[str, Any]) -> bool:
    if rule.issuer is not None and claims.get("iss") != rule.issuer:
        return False
    if rule.email is not None and not _has_address(claims, rule.email.lower()):
        return False
    return rule.claim is None or _holds(_claim(claims, rule.claim), rule.value)


def _has_address(claims: Mapping[str, Any], wanted: str) -> bool:
    address = claims.get("email")
    # Some providers leave the word out; one that says false lets anybody claim the address.
    if not isinstance(address, str) or claims.get("email_verified", True) is not True:
        return False
    _, at, domain = address.lower().rpartition("@")
    return address.lower() == wanted or (wanted.startswith("*@") and bool(at) and domain == wanted[2:])


def _claim(claims: Mapping[str, Any], name: str) -> Any:
    if name in claims:  # names such as https://example.org/roles hold dots of their own
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _holds(found: Any, wanted: str | None) -> bool:
    return wanted in found if isinstance(found, list | tuple) else isinstance(found, str) and found == wanted


def may_read(name: str, prefixes: Prefixes) -> bool:
    """Whether a source of this name may be read: path segments are compared, `team-a` does not let `team-ab` in.

    Args:
        name: below the root, with forward slashes.
        prefixes: what may be read.
    """
    return prefixes is None or _is_within(name, *divided(prefixes))


def _is_within(name: str, within: list[list[str]], out: list[list[str]]) -> bool:
    parts = name.split("/")
    if ".." in parts:
        return False
    return any(parts[: len(one)] == one for one in within) and not any(parts[: len(one)] == one for one in out)


def divided(prefixes: Sequence[str]) -> tuple[list[list[str]], list[list[str]]]:
    """The segments of what may be read, and of what is taken out of it."""
    within = [_segments(one) for one in prefixes if not one.startswith(OUT)]
    return within, [_segments(one[len(OUT) :]) for one in prefixes if one.startswith(OUT)]


def _segments(prefix: str) -> list[str]:
    return [one for one in prefix.split("/") if one not in ("", ".")]


@dataclass(frozen=True)
class Limits:
    """What one person may read below the folder that the app is opened on."""

    root: str
    prefixes: tuple[str, ...]

    def may_read(self, name: str, files: Iterable[str], real: Callable[[str], str] = os.path.realpath) -> bool:
        """Whether a source may be read: by its name, and by where each of its files really is, links followed.

        Args:
            name: of the source.
            files: addresses of all its parts.
            real: finds out where a path leads.
        """
        rule = divided(self.prefixes)
        if not _is_within(name, *rule):
            return False
        for file in files:
            is_object = "://" in file
            root = self.root.rstrip("/") if is_object else real(self.root)
            place = file if is_object else real(file)
            below = root if root.endswith("/") else f"{root}/"
            if not place.startswith(below) or not _is_within(place[len(below) :].replace(os.sep, "/"), *rule):
                return False
        return True
