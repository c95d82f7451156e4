from viewer.index.filter_line.tree import And, Group, Not, Word, nodes


def test_nodes_are_the_tree_and_all_inside_it() -> None:
    word = Word("a")
    assert nodes(Not(Group(And((word, word))))) == [Not(Group(And((word, word)))), Group(And((word, word))),
                                                    And((word, word)), word, word]  # fmt: skip
