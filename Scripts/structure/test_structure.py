"""`python3 -m unittest discover -s Scripts/structure -t Scripts`"""

import unittest

from . import graph, manifest, swift
from .tree import Tree


def names(arrows) -> set[tuple[str, str]]:
    return {(str(tail), str(head)) for tail, head in arrows}


def types_of(source: str, **others: str) -> set[tuple[str, str]]:
    """The arrows between types of one module `M`: a file of this source, and others."""
    texts = {"Sources/Floor/M/File.swift": source} | {f"Sources/Floor/M/{name}.swift": text for name, text in others.items()}
    return {(tail.name, head.name) for tail, head in Tree(texts).type_arrows()}


class Lexing(unittest.TestCase):
    def test_comments_and_strings_are_blank_and_interpolations_are_code(self):
        source = 'let a = "no \\(yes("no", also(2)) + "\\(deep)") no" // no\n/* no /* no */ no */ let b = 1'
        self.assertEqual(swift.code(source).split(), "let a = (yes( , also(2)) + (deep) ) let b = 1".split())
        self.assertEqual(len(swift.code(source)), len(source))

    def test_raw_strings_and_several_lines(self):
        source = 'f(#"no \\(no) \\#(yes)"#)\nlet t = """\n no "no" \\(yes)\n no"""\nlast'
        self.assertEqual(swift.code(source).split(), ["f(", "(yes)", ")", "let", "t", "=", "(yes)", "last"])

    def test_regular_expressions_do_not_open_strings(self):
        self.assertEqual(swift.code('match(of: /no"[a-z]/) + a / b / c').split(), "match(of: ) + a / b / c".split())

    def test_imports(self):
        file = swift.read("@_exported public import A\ninternal import B\nimport struct C.D\n// import E")
        self.assertEqual((file.imports, file.exports), ({"A", "B", "C"}, {"A"}))


class Types(unittest.TestCase):
    def test_members_headers_and_bodies_are_used(self):
        self.assertEqual(
            types_of("struct A: P { let b: B; func f(_ c: C) -> [D] { E.make() } }\nprotocol P {}\nstruct B {}\n"
                     "struct C {}\nstruct D {}\nenum E { static func make() {} }"),
            {("A", "P"), ("A", "B"), ("A", "C"), ("A", "D"), ("A", "E")})

    def test_extensions_count_in_the_file_of_the_type_only(self):
        extension = "extension A { func f(_ b: B) {} }"
        self.assertEqual(types_of("struct A {}\nstruct B {}\n" + extension), {("A", "B")})
        tree = Tree({"Sources/Floor/M/A.swift": "struct A {}\nstruct B {}", "Sources/Floor/M/A+B.swift": extension})
        self.assertEqual(names(tree.type_arrows()), set())
        self.assertEqual(names(tree.type_arrows(with_extensions=True)), {("M.A", "M.B")})

    def test_a_nested_type_belongs_to_its_outer_type(self):
        self.assertEqual(types_of("struct A { struct Inner { let b: B } }\nstruct B {}"), {("A", "B")})
        self.assertEqual(types_of("struct A { let b: B.Inner }\nstruct B { struct Inner {} }"), {("A", "B")})

    def test_the_nearest_declaration_is_meant(self):
        nested = "extension A { enum Options {} }"
        self.assertEqual(types_of("struct A { let o: Options }\nstruct Options {}", X=nested), set())
        for name in "EX":  # before and behind `File`
            others = {f"Sources/Floor/M/{name}.swift": "struct B { let a: A }"}
            tree = Tree({"Sources/Floor/M/File.swift": "struct A { let b: B }\nprivate struct B {}"} | others)
            self.assertEqual(names(tree.type_arrows()), {("M.A", "M.B"), ("M.B", "M.A")})
            self.assertEqual(graph.circles(tree.type_arrows()), [])

    def test_members_and_labels_are_no_types(self):
        self.assertEqual(types_of("struct A { let x = y.B + f(B: 1) }\nstruct B {}"), set())
        self.assertEqual(types_of("enum A { case B(C), D }\nstruct B {}\nstruct C {}\nstruct D {}"), {("A", "C")})

    def test_generic_parameters_and_associated_types_are_no_types(self):
        constrained = "extension A where B: P {}\nprotocol P {}"
        self.assertEqual(types_of("struct A<B> { let b: B }\nstruct B {}", X=constrained), set())
        self.assertEqual(types_of("struct A { func f<B: P>(_ b: B) {}; let c: B }\nstruct B {}\nprotocol P {}"),
                         {("A", "P"), ("A", "B")})
        self.assertEqual(types_of("protocol A { associatedtype B; func f() -> B }\nstruct B {}"), set())

    def test_local_types_hide_others(self):
        source = "struct A { func f() { struct B { let c: C }; B() } }\nstruct B {}\nstruct C {}"
        self.assertEqual(types_of(source), {("A", "C")})

    def test_class_members_open_no_class(self):
        source = "class A { class func make() -> B { B() }\n class var c: C { C() } }\nstruct B {}\nstruct C {}"
        self.assertEqual(types_of(source), {("A", "B"), ("A", "C")})

    def test_a_typealias_ends_with_its_line(self):
        self.assertEqual(types_of("typealias A = (B) ->\n  C\nlet d = D()\nstruct B {}\nstruct C {}\nstruct D {}"),
                         {("A", "B"), ("A", "C")})


class Modules(unittest.TestCase):
    def arrows(self, client: str) -> set[tuple[str, str]]:
        return names(Tree({
            "Sources/Floor/M/A.swift": client, "Sources/Floor/N/B.swift": "public struct B {}\nstruct Hidden {}",
            "Sources/Floor/O/B.swift": "public struct B {}", "Sources/Floor/Kit/Kit.swift": "@_exported import N",
        }).type_arrows())

    def test_names_of_imported_modules(self):
        self.assertEqual(self.arrows("import N\nstruct A { let b: B, h: Hidden }"), {("M.A", "N.B")})
        self.assertEqual(self.arrows("import Kit\nstruct A { let b: B }"), {("M.A", "N.B")})
        self.assertEqual(self.arrows("struct A { let b: B }"), set())

    def test_an_ambiguous_name_is_left_out_unless_its_module_is_named(self):
        self.assertEqual(self.arrows("import N\nimport O\nstruct A { let b: B }"), set())
        self.assertEqual(self.arrows("import N\nimport O\nstruct A { let b: O.B }"), {("M.A", "O.B")})

    def test_rooms_and_free_functions(self):
        tree = Tree({
            "Sources/Floor/M/A.swift": "struct A {}\nfunc run() {}", "Sources/Floor/M/Cap/B.swift": "struct B { let a: A }",
            "Sources/Floor/M/Deep/C.swift": "let c = run()",
        })
        self.assertEqual(names(tree.room_arrows()), {("M/Cap", "M")})
        self.assertEqual(names(tree.room_arrows(functions=True)), {("M/Cap", "M"), ("M/Deep", "M")})


class Circles(unittest.TestCase):
    arrows = {("a", "b"): 3, ("b", "c"): 3, ("c", "a"): 1, ("c", "d"): 1, ("e", "e"): 1}

    def test_components(self):
        self.assertEqual(graph.circles(self.arrows), [["a", "b", "c"]])

    def test_the_lightest_arrow_is_cut(self):
        self.assertEqual(graph.cuts(["a", "b", "c"], self.arrows), {("c", "a")})

    def test_many_members(self):
        ring = {(i, (i + 1) % 20): 1 for i in range(20)}
        left = ring.keys() - graph.cuts(list(range(20)), ring)
        self.assertEqual((len(left), graph.circles(left)), (19, []))


class Manifest(unittest.TestCase):
    def test_dependencies_of_every_kind(self):
        dump = '''{"targets": [
          {"name": "A", "type": "regular", "dependencies": [], "path": "Sources/Floor/A"},
          {"name": "T", "type": "test", "path": "Other/T", "dependencies": [
            {"byName": ["A", null]}, {"target": ["B", null]}, {"product": ["Y", "yams", null, null]}]}]}'''
        self.assertEqual([(t.name, t.path, t.dependencies) for t in manifest.targets(dump)], [
            ("A", "Sources/Floor/A", ()), ("T", "Other/T", ("A", "B", "Y"))])


if __name__ == "__main__":
    unittest.main()
