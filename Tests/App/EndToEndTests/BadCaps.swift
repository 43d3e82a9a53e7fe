import Foundation

/// Writes a cap file in place of the recording's.
private func cap(_ name: String, _ code: Int32 = 78, says: [String], _ text: String) -> BadInput {
  BadInput(name, code, says: says) { try $0.write("cap.yaml", text) }
}

/// What can be wrong with a cap file as such.
let badCapFiles: [BadInput] = [
  cap(
    "an unknown key", says: ["cap.yaml, line 3", "marker_size_mm", "`colour`", "cap.md"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: 16\ncolour: white\n"),
  cap("an unknown dictionary", says: ["line 1", "DICT_4X4_100", "`DICT_4X4`"], "dictionary: DICT_4X4\n"),
  cap("no dictionary", says: ["the key `dictionary`"], "marker_size_mm: 16\n"),
  cap("no size", says: ["the key `marker_size_mm`"], "dictionary: DICT_4X4_100\n"),
  cap(
    "a size in words", says: ["line 2", "`marker_size_mm`", "a number", "`sixteen`"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: sixteen\n"),
  cap(
    "a size of 0", says: ["line 2", "`marker_size_mm`", "found `0`"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: 0\n"),
  cap(
    "a size that is no number", says: ["line 2", "found `.nan`"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: .nan\n"),
  cap(
    "a list for a size", says: ["line 2", "`marker_size_mm`"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: [16]\n"),
  cap(
    "an id for ids", says: ["line 3", "`ids`", "list"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: 7\n"),
  cap(
    "an id beyond the dictionary", says: ["line 3", "0 to 99", "found 100"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [3, 98-100]\n"),
  cap(
    "a thickness below 0", says: ["line 3", "`thickness_mm`", "`-1`"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nthickness_mm: -1\n"),
  cap("text that is no YAML", says: ["cap.yaml", "YAML"], "dictionary: [DICT_4X4_100\nmarker_size_mm: 16\n"),
  cap(
    "aliases that stand for 10⁹ values", says: ["cap.yaml", "line 1", "anchor or alias"],
    """
    a: &a [x, x, x, x, x, x, x, x, x]
    b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
    c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
    d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
    e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]
    f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e]
    g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f]
    ? [*g, *g, *g, *g, *g, *g, *g, *g, *g]
    : 1
    """),
  BadInput("a folder for a cap file", 66, says: ["cap.yaml", "found a folder"]) {
    try $0.remove("cap.yaml")
    try FileManager.default.createDirectory(
      at: $0.recording.appendingPathComponent("cap.yaml"), withIntermediateDirectories: false)
  },
  cap("an empty cap file", says: ["cap.yaml", "`dictionary`"], ""),
  BadInput("a cap file that is not there", 66, says: ["/no/such.yaml"], arguments: ["--cap", "/no/such.yaml"]),
]

/// How a cap file can be unfit for a recording.
let unfitCaps: [BadInput] = [
  BadInput("no cap file", 66, says: ["cap.yaml", "--cap"]) { try $0.remove("cap.yaml") },
  cap(
    "the wrong dictionary", 65, says: ["DICT_6X6_250", "the images show markers of DICT_4X4_100", "cap file"],
    "dictionary: DICT_6X6_250\nmarker_size_mm: 16\n"),
  cap(
    "the wrong dictionary and its ids", 65, says: ["DICT_5X5_1000", "the images show markers of DICT_4X4_100"],
    "dictionary: DICT_5X5_1000\nmarker_size_mm: 16\nids: [900-999]\n"),
  cap(
    "a larger dictionary's ids", 65, says: ["sightings of DICT_4X4_1000", "not on the cap", "correct `ids`"],
    "dictionary: DICT_4X4_1000\nmarker_size_mm: 16\nids: [900-999]\n"),
  cap(
    "a size twice the print's", says: ["marker_size_mm", "expected markers of 32 mm", "mm measured in depth"],
    "dictionary: DICT_4X4_100\nmarker_size_mm: 32\n"),
]
