"""A review cut into the parts that two people can change without meeting, and put together again."""

from typing import Any

_LISTS = {"runs": "alias", "timeline": "id", "claims": "id", "counterfactuals": "id", "actions": "id"}
"""Lists of entries -> the field that names an entry."""
_ORDER = "order of"


def parts_of(document: dict[str, Any]) -> dict[str, Any]:
    """Each field, each entry of each list, and each list's order, by name."""
    made: dict[str, Any] = {}
    for field, value in document.items():
        if field in _LISTS:
            name = _LISTS[field]
            made |= {f"{field} {entry[name]}": entry for entry in value}
            made[f"{_ORDER} {field}"] = [entry[name] for entry in value]
        elif field == "links":
            made |= {f"links {link}": link for link in value}
        elif field == "conclusion_citations":
            continue
        elif field == "conclusion":
            made[field] = {"text": value, "citations": document["conclusion_citations"]}
        else:
            made[field] = value
    return made


def orders(parts: dict[str, Any]) -> set[str]:
    """The names of the parts that only say in which order entries stand: these never conflict."""
    return {name for name in parts if name.startswith(_ORDER)}


def put_together(parts: dict[str, Any], *preferred: dict[str, Any]) -> dict[str, Any]:
    """The document of these parts; entries stand as the first of `preferred` that knows them has them."""
    made: dict[str, Any] = {field: [] for field in (*_LISTS, "links")}
    for name, value in parts.items():
        field, _, entry = name.partition(" ")
        if field == "conclusion":
            made["conclusion"], made["conclusion_citations"] = value["text"], value["citations"]
        elif entry and field in made:
            made[field].append(value)
        elif not name.startswith(_ORDER):
            made[name] = value
    for field, key in _LISTS.items():
        made[field] = _sorted(made[field], key, [one.get(f"{_ORDER} {field}", []) for one in preferred])
    return made


def _sorted(entries: list[dict[str, Any]], key: str, wanted: list[list[str]]) -> list[dict[str, Any]]:
    """In the first order; an entry it lacks comes after the one it follows in the next order."""
    names: list[str] = []
    there = {entry[key]: entry for entry in entries}
    for order in wanted:
        at = 0
        for name in order:
            if name not in there:
                continue
            if name in names:
                at = names.index(name) + 1
            else:
                names.insert(at, name)
                at += 1
    names += [name for name in there if name not in names]
    return [there[name] for name in names]
