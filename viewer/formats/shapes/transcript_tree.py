"""Transcripts whose entries name their parent: which path is the list, and which were left behind."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

Id = str | None


class Node(msgspec.Struct, gc=False):
    """An entry of the transcript."""

    parent: int
    """Index of the earlier node that it follows; -1 for the first alone."""
    kind: Literal["reply", "input", "injected", "link"]
    """`injected`: an input that the harness adds to others; `link`: no message. Neither makes a path on its own."""
    reply: str | None = None
    """What the pieces of one reply share."""
    calls: tuple[Id, ...] = ()
    answers: tuple[Id, ...] = ()
    """Ids of the calls that its results answer."""


@dataclass(eq=False)
class Path:
    """Nodes that follow one another: the main path, or one that was left."""

    leaves: int
    """Index of the node after which it leaves an earlier path; -1: it is the main path."""
    nodes: list[int] = field(default_factory=list)
    """Indexes, in the order of the file."""
    _replies: set[str] = field(default_factory=set)
    _open: dict[Id, int] = field(default_factory=dict)
    """Calls that have no result on this path."""

    def add(self, index: int, node: Node) -> None:
        """Put a node on the path."""
        self.nodes.append(index)
        if node.reply is not None:
            self._replies.add(node.reply)
        for call in node.calls:
            self._open[call] = self._open.get(call, 0) + 1
        for call in node.answers:
            self._open[call] = self._open.get(call, 0) - 1

    def needs(self, node: Node) -> bool:
        """Whether it is a piece of a reply that stands here, or the result of a call that has none yet."""
        if node.reply is not None and node.reply in self._replies:
            return True
        return any(self._open.get(call, 0) > 0 for call in node.answers)


def paths(nodes: Sequence[Node]) -> list[Path]:
    """The main path, which leads to the newest message, then the others in the order in which they begin.

    Not each fork is a choice: results of parallel calls follow their own piece of the reply each, so the pieces of
    one reply, the results of its calls and what the harness injected stand on one path.
    """
    found: list[Path] = []
    home: dict[int, Path] = {}
    for trunk in _trunks(nodes):
        leaves = nodes[trunk[0]].parent
        path = home.get(leaves)
        taken = 0 if path is None else _join(nodes, trunk, path)
        home.update((index, path) for index in trunk[:taken] if path is not None)
        if taken < len(trunk):
            path = Path(trunk[taken - 1] if taken else leaves)
            found.append(path)
            for index in trunk[taken:]:
                path.add(index, nodes[index])
                home[index] = path
    for path in found:
        path.nodes.sort()
    return found


def _trunks(nodes: Sequence[Node]) -> list[list[int]]:
    """The tree cut into lines: each node goes on with the child below which the newest message stands."""
    newest = [index if node.kind != "link" else -1 for index, node in enumerate(nodes)]
    heir = [-1] * len(nodes)
    for index in range(len(nodes) - 1, 0, -1):
        parent = nodes[index].parent
        if newest[index] > newest[parent]:
            newest[parent], heir[parent] = newest[index], index
    trunks: list[list[int]] = []
    of_node: list[int] = []
    for index, node in enumerate(nodes):
        if index and heir[node.parent] == index:
            of_node.append(of_node[node.parent])
            trunks[of_node[index]].append(index)
        else:
            of_node.append(len(trunks))
            trunks.append([index])
    return trunks


def _join(nodes: Sequence[Node], trunk: list[int], path: Path) -> int:
    """Put on a path what belongs to it of a trunk that leaves it; returns how many nodes, from the trunk's start."""
    joined = 0
    for position, index in enumerate(trunk):
        node = nodes[index]
        if path.needs(node):
            for earlier in trunk[joined : position + 1]:
                path.add(earlier, nodes[earlier])
            joined = position + 1
        elif node.kind == "reply":
            return joined  # another reply: from here on it is another path
    rest = trunk[joined:]
    if any(nodes[index].kind not in ("injected", "link") for index in rest):
        return joined
    for index in rest:
        path.add(index, nodes[index])
    return len(trunk)
