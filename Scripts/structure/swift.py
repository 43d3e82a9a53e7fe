"""Reads one Swift file: its imports, its declarations, and every name that its code uses.

This is no compiler: it knows brackets, declarations and scopes, which is enough to say which names a type mentions.
"""

import re
from dataclasses import dataclass, field

TYPES = {"struct", "class", "enum", "protocol", "actor"}
MODIFIERS = {
    "public", "package", "internal", "private", "fileprivate", "open", "final", "indirect", "static", "nonisolated",
    "distributed", "mutating", "override", "required", "convenience",
}
TOKEN = re.compile(r"`\w+`|[^\W\d]\w*|\d\w*(?:\.\d\w*)?|->|\.\.\.|\.\.<|\S")
STRING = re.compile(r'(#*)("""|")')
REGEX = re.compile(r"/(?![\s*/)])(?:\\.|[^\\/\n])+/")
EXTENDED_REGEX = re.compile(r"(#+)/(?:.|\n)*?/\1")
IMPORT = re.compile(
    r"^[ \t]*((?:@\w+(?:\([^)]*\))?\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+).*$", re.MULTILINE)


def code(text: str) -> str:
    """The text with comments, strings and regular expressions blanked, each character in its place; what stands in
    `\\(…)` inside a string is code and stays.
    """
    result = [c if c == "\n" else " " for c in text]
    interpolations: list[list] = []  # of strings that are still open: hashes, quote, depth of parentheses
    i = 0
    last = ""  # the last character of code that is no space
    while i < len(text):
        c = text[i]
        if text.startswith("//", i):
            i = end_of(text, "\n", i)
        elif text.startswith("/*", i):
            i = after_comment(text, i)
        elif c in '#"' and (match := STRING.match(text, i)):
            i = after_string(text, match.end(), match[1], match[2], interpolations)
            last = '"'
        elif c == "#" and (match := EXTENDED_REGEX.match(text, i)):
            i, last = match.end(), "/"
        elif c == "/" and last in "(,=:[{;!&|?" and (match := REGEX.match(text, i)):
            i, last = match.end(), "/"
        elif c == ")" and interpolations and interpolations[-1][2] == 0:
            result[i] = c
            hashes, quote, _ = interpolations.pop()
            i = after_string(text, i + 1, hashes, quote, interpolations)
            last = '"'
        else:
            if interpolations and c in "()":
                interpolations[-1][2] += 1 if c == "(" else -1
            result[i] = c
            last = last if c.isspace() else c
            i += 1
            continue
        # The parenthesis that opens an interpolation: its code begins behind it.
        if text[i - 1:i] == "(" and interpolations and interpolations[-1][2] == 0:
            result[i - 1] = last = "("
    return "".join(result)


def end_of(text: str, mark: str, start: int) -> int:
    found = text.find(mark, start)
    return len(text) if found < 0 else found


def after_comment(text: str, i: int) -> int:
    """Behind the comment that begins at `i`; comments nest."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, i):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def after_string(text: str, i: int, hashes: str, quote: str, interpolations: list[list]) -> int:
    """Behind the string's end, or behind the `\\(` of its next interpolation, which is then open."""
    escape = "\\" + hashes
    while i < len(text):
        if text.startswith(escape, i):
            i += len(escape) + 1
            if text[i - 1:i] == "(":
                interpolations.append([hashes, quote, 0])
                return i
        elif text.startswith(quote + hashes, i):
            return i + len(quote + hashes)
        elif text[i] == "\n" and quote == '"':
            return i
        else:
            i += 1
    return i


@dataclass(frozen=True)
class Declaration:
    """A type, an extension, an associated type or a free function; `path` begins with the outermost type's name."""
    kind: str
    path: tuple[str, ...]
    line: int
    access: str = "internal"


@dataclass(frozen=True)
class Use:
    """A name where code uses it: inside which top-level declaration, and which names are something else there."""
    name: str
    line: int
    top: Declaration | None
    path: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    module: str | None = None
    called: bool = False


@dataclass
class SwiftFile:
    imports: set[str] = field(default_factory=set)
    exports: set[str] = field(default_factory=set)
    declarations: list[Declaration] = field(default_factory=list)
    members: set[str] = field(default_factory=set)
    uses: list[Use] = field(default_factory=list)


@dataclass
class Scope:
    bracket: str
    kind: str = ""
    path: tuple[str, ...] = ()
    top: Declaration | None = None
    hidden: frozenset[str] = frozenset()


def read(text: str, modules: frozenset[str] = frozenset()) -> SwiftFile:
    """`modules` are the names that may stand before a type's name and a dot."""
    clean = code(text)
    file = SwiftFile()
    for match in IMPORT.finditer(clean):
        file.imports.add(match[2])
        if "@_exported" in match[1]:
            file.exports.add(match[2])
    # Imports name no type; blanked, they keep the line numbers.
    Reader(IMPORT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), clean), modules, file).run()
    return file


class Reader:
    def __init__(self, clean: str, modules: frozenset[str], file: SwiftFile):
        self.file = file
        self.modules = modules
        self.tokens: list[str] = []
        self.lines: list[int] = []
        line, position = 1, 0
        for match in TOKEN.finditer(clean):
            line += clean.count("\n", position, match.start())
            position = match.start()
            self.tokens.append(match[0])
            self.lines.append(line)
        self.scopes = [Scope("{")]
        self.pending: Scope | None = None  # a declaration whose body has not opened yet
        self.pending_depth = 0

    def token(self, i: int) -> str:
        return self.tokens[i] if 0 <= i < len(self.tokens) else ""

    def run(self) -> None:
        i = 0
        in_alias = in_cases = False
        while i < len(self.tokens):
            token, inner = self.tokens[i], self.scopes[-1]
            at_pending = self.pending is not None and len(self.scopes) == self.pending_depth
            if in_alias and at_pending and self.begins_statement(i):
                self.pending, in_alias = None, False
            if in_cases and inner.kind == "enum" and self.begins_statement(i):
                in_cases = False
            if self.declares(i):
                i = self.declare(i)
                in_alias = token == "typealias"
                continue
            if token == "{" and at_pending:
                self.scopes.append(self.pending)
                self.pending = None
            elif token in "([{":
                self.scopes.append(Scope(token, "", inner.path, inner.top, self.hidden()))
                if self.pending:
                    current = self.pending
                    self.scopes[-1].path, self.scopes[-1].top = current.path, current.top
            elif token in ")]}":
                if self.pending and len(self.scopes) <= self.pending_depth:
                    self.pending, in_alias = None, False
                if len(self.scopes) > 1:
                    self.scopes.pop()
            elif token == "case" and inner.kind == "enum":
                in_cases = True
            elif is_identifier(token):
                is_case = in_cases and inner.kind == "enum" and self.token(i - 1) in ("case", ",")
                if not is_case:
                    self.use(i)
            i += 1

    def begins_statement(self, i: int) -> bool:
        """Whether a new line begins here that does not carry the last one on."""
        return (
            i == 0 or self.lines[i] > self.lines[i - 1]
            and self.token(i - 1) not in ("=", "&", ",", "->", ".", ":", "<")
            and self.tokens[i] not in ("&", "->", ".", "where", "=", ","))

    def hidden(self) -> frozenset[str]:
        return self.scopes[-1].hidden | (self.pending.hidden if self.pending else frozenset())

    def declares(self, i: int) -> bool:
        """A declaration stands where statements do, not among arguments; `class func` declares a function."""
        token, following = self.tokens[i], self.token(i + 1)
        if self.scopes[-1].bracket != "{" or self.token(i - 1) == ".":
            return False
        if token in ("init", "subscript"):
            return following in ("(", "<", "?", "!") and self.scopes[-1].kind in TYPES | {"extension"}
        if token in ("let", "var"):
            return is_identifier(following)
        if token == "func":
            return True
        return (
            token in TYPES | {"extension", "typealias", "associatedtype"} and is_identifier(following)
            and following not in MODIFIERS | {"func", "var", "let", "subscript", "init"}
            # `actor` is an ordinary name elsewhere.
            and (token != "actor" or self.token(i + 2) in ("{", ":", "<")))

    def declare(self, i: int) -> int:
        """Opens the declaration at `i`; the index of what comes behind its name and its generic parameters."""
        token, line, outer = self.tokens[i], self.lines[i], self.scopes[-1]
        self.pending = None  # a requirement of a protocol has no body: the next declaration ends it
        if token in ("let", "var"):
            self.file.members.add(bare(self.tokens[i + 1]))
            return i + 2
        access = self.access(i)
        if token in ("func", "init", "subscript"):
            name = bare(self.token(i + 1)) if token == "func" else token
            if token == "func":
                if len(self.scopes) == 1:
                    self.file.declarations.append(Declaration("func", (name,), line, access))
                else:
                    self.file.members.add(name)
                i += 1
                while not (is_identifier(self.tokens[i]) or self.token(i + 1) in ("(", "<", "")):
                    i += 1  # an operator of several characters
            end = i + 1 + (self.token(i + 1) in ("?", "!"))
            generics = self.generics(end)
            self.open(Scope("{", "function", outer.path, outer.top, outer.hidden | generics))
            return end
        path, end = (bare(self.tokens[i + 1]),), i + 2
        qualified_by_module = path[0] in self.modules and self.token(end) == "."
        while token == "extension" and self.token(end) == ".":
            path, end = (*path, bare(self.token(end + 1))), end + 2
        if qualified_by_module:
            path = path[1:]
        # `extension Array<Pose>` has an argument, no parameter.
        generics = self.generics(end) if token != "extension" else frozenset()
        declaration = Declaration(token, (*outer.path, *path), line, access)
        is_local = any(scope.kind != "" and scope.kind not in TYPES | {"extension"} for scope in self.scopes) or (
            len(self.scopes) > 1 and outer.kind == "")
        if is_local:
            outer.hidden |= {path[0]}
        else:
            self.file.declarations.append(declaration)
            self.file.declarations += [
                Declaration("associatedtype", (*declaration.path, name), line) for name in sorted(generics)]
        if token != "associatedtype":
            self.open(Scope("{", token, declaration.path, outer.top or declaration, outer.hidden | generics))
        if token == "extension":
            self.add_use(path[0], line, declaration)
        return end

    def open(self, scope: Scope) -> None:
        self.pending, self.pending_depth = scope, len(self.scopes)

    def access(self, i: int) -> str:
        """The access level among the modifiers before the keyword at `i`."""
        i -= 1
        while self.token(i) in MODIFIERS:
            if self.tokens[i] in ("public", "open", "package", "private", "fileprivate"):
                return self.tokens[i]
            i -= 1
        return "internal"

    def generics(self, i: int) -> frozenset[str]:
        """The names of the parameters in the angle brackets at `i`, if there are any."""
        if self.token(i) != "<":
            return frozenset()
        names, depth = set(), 0
        while i < len(self.tokens):
            token = self.tokens[i]
            depth += (token in "<([") - (token in ">)]")
            if depth == 0:
                break
            if depth == 1 and token in "<,":
                i += self.token(i + 1) in ("each", "let")
                names.add(bare(self.token(i + 1)))
            i += 1
        return frozenset(names)

    def use(self, i: int) -> None:
        name, before, behind = bare(self.tokens[i]), self.token(i - 1), self.token(i + 1)
        module = None
        if behind == ":":
            self.file.members.add(name)
        if before == ".":
            module = self.token(i - 2)
            if module not in self.modules or self.token(i - 3) == ".":
                return  # a member
        elif behind == ":" and before in "(," and self.scopes[-1].bracket == "(":
            return  # an argument's label
        self.add_use(name, self.lines[i], None, module, behind == "(" and before != "func")

    def add_use(
        self, name: str, line: int, extension: Declaration | None, module: str | None = None, called: bool = False
    ) -> None:
        scope = self.pending or self.scopes[-1]
        if extension:
            # The extended type's name is looked up outside the extension.
            self.file.uses.append(Use(name, line, scope.top or extension))
            return
        self.file.uses.append(Use(name, line, scope.top, scope.path, self.hidden(), module, called))


def is_identifier(token: str) -> bool:
    return token[:1] == "`" or token[:1].isalpha() or token[:1] == "_"


def bare(token: str) -> str:
    return token.strip("`")
