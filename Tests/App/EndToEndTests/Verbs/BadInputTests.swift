import Foundation
import Images
import Recordings
import TestSupport
import Testing

/// Bad input, one way of being wrong a test: the exit code, one clear line, nothing half-written.
@Suite struct BadInputTests {
  @Test(arguments: badRecordings) func badRecording(_ bad: BadInput) throws { try bad.check() }

  @Test(arguments: badCapFiles + unfitCaps) func badCap(_ bad: BadInput) throws { try bad.check() }

  @Test(arguments: badLandmarks) func badLandmark(_ bad: BadInput) throws { try bad.check() }

  /// Opening a pipe waits for somebody to write into it.
  @Test(arguments: [
    "rgb.txt", "depth.txt", "intrinsic.json", "cap.yaml", "landmarks.json",
  ]) func aPipeForAFileOfTheRecording(_ name: String) throws {
    let bad = BadInput("a pipe", 66, says: [name, "found a pipe"]) {
      if FileManager.default.fileExists(atPath: $0.recording.appendingPathComponent(name).path) { try $0.remove(name) }
      #expect(mkfifo($0.recording.appendingPathComponent(name).path, 0o600) == 0)
    }
    try bad.check()
  }

  @Test(arguments: [
    "--cap", "--landmarks", "--intrinsics", "--protocol", "--scale",
  ]) func aPipeForAFileOfAnOption(_ option: String) throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    try BadInput("a pipe", 66, says: [pipe, "found a pipe"], arguments: [option, pipe]).check()
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func anUnreadableFolder() throws {
    let bad = BadInput("an unreadable folder", 66, says: ["/rec:", "readable"]) {
      try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0)], ofItemAtPath: $0.recording.path)
    }
    try bad.check()
  }

  @Test func aNameWithControlCharactersStaysOneLine() throws {
    let outcome = try Command.run("info", "/no/such\nfolder\u{1B}[2Jhere")
    outcome.expectFailure(66, says: [#"/no/such\u{A}folder\u{1B}[2Jhere:"#])
  }
}

/// Input that can't be used: what is done to a sound one, and what the program says.
struct BadInput: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let code: Int32
  /// Parts of the message.
  let says: [String]
  /// Further arguments of the command.
  let arguments: [String]
  let spoil: @Sendable (Workspace) throws -> Void

  init(
    _ name: String, _ code: Int32, says: [String], arguments: [String] = [],
    _ spoil: @escaping @Sendable (Workspace) throws -> Void = { _ in }
  ) {
    (testDescription, self.code, self.says, self.arguments, self.spoil) = (name, code, says, arguments, spoil)
  }

  /// Runs `reconstruct` on a spoilt recording.
  func check() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try spoil(workspace)
    let before = try workspace.leftBehind
    let outcome = try Command.run(
      ["reconstruct", workspace.recording.path, "--output", workspace.output.path] + arguments)
    outcome.expectFailure(code, says: says)
    #expect(try workspace.leftBehind == before, "something is left behind")
  }
}

private let width = 480, height = 360

private func blank() throws -> Data {
  let gray = [UInt8](repeating: 140, count: 3 * width * height)
  return try ImageFile.jpeg(ColorImage(width: width, height: height, pixels: gray), quality: 80)
}

/// Cuts off the end of the second image of a folder.
private func truncate(_ folder: String, in workspace: Workspace, to share: Double) throws {
  let image = try workspace.images(folder)[1]
  let data = try workspace.read(image)
  try workspace.write(image, data.prefix(Int(Double(data.count) * share)))
}

/// The list of a folder's images with other timestamps.
private func list(_ folder: String, _ times: [String], in workspace: Workspace) throws {
  let lines = try zip(times, workspace.images(folder)).map { "\($0) \($1)\n" }
  try workspace.write("\(folder).txt", lines.joined())
}

/// What can be wrong with the images, lists and intrinsics of a recording.
let badRecordings: [BadInput] = [
  BadInput("a missing folder", 66, says: ["/rec:", "expected the folder of a recording", "check the path"]) {
    try FileManager.default.removeItem(at: $0.recording)
  },
  BadInput("a file for a folder", 66, says: ["a file that ends in .r3d, .sens", "found a file of another kind"]) {
    try FileManager.default.removeItem(at: $0.recording)
    try Data().write(to: $0.recording)
  },
  BadInput("a folder that is no recording", 65, says: ["/rec/:", "(tum)", "(open3d)", "(zeiss)", "--format"]) {
    try FileManager.default.removeItem(at: $0.recording)
    try FileManager.default.createDirectory(at: $0.recording, withIntermediateDirectories: false)
  },
  BadInput("a format that it is not", 65, says: ["rgb_<ms>.png", "found none"], arguments: ["--format", "zeiss"]),
  BadInput("no intrinsics", 65, says: ["intrinsics", "intrinsic.json", "--intrinsics FILE"]) {
    try $0.remove("intrinsic.json")
  },
  BadInput("intrinsics that are not there", 66, says: ["/no/such.json"], arguments: ["--intrinsics", "/no/such.json"]),
  BadInput(
    "a truncated PNG", 65, says: ["frame 1700000000.338983", "depth/1700000000.338983.png", "damaged", "copy the file"]
  ) { try truncate("depth", in: $0, to: 0.7) },
  BadInput("a truncated JPEG", 65, says: ["frame 1700000000.338983", "rgb/1700000000.338983.jpg", "damaged"]) {
    try truncate("rgb", in: $0, to: 0.7)
  },
  BadInput("an empty image", 65, says: ["frame 1700000000.338983", "rgb/1700000000.338983.jpg", "empty"]) {
    try truncate("rgb", in: $0, to: 0)
  },
  BadInput("depth of another shape", 65, says: ["intrinsic.json", "480×360", "240×240", "sections"]) {
    for image in try $0.images("depth") {
      let codes = [UInt16](repeating: 1500, count: 240 * 240)
      try $0.write(image, try ImageFile.png(depthCodes: codes, width: 240, height: 240))
    }
  },
  BadInput("depth of 8 bits", 65, says: ["frame 1700000000.000000", "16 bits", "8 bits"]) {
    let gray = ColorImage(width: width, height: height, pixels: [UInt8](repeating: 90, count: 3 * width * height))
    for image in try $0.images("depth") { try $0.write(image, try ImageFile.png(gray)) }
  },
  BadInput("a folder for a list", 66, says: ["rgb.txt", "found a folder"]) {
    try $0.remove("rgb.txt")
    try FileManager.default.createDirectory(
      at: $0.recording.appendingPathComponent("rgb.txt"), withIntermediateDirectories: false)
  },
  BadInput("a list that is missing", 66, says: ["depth.txt", "nothing there"]) { try $0.remove("depth.txt") },
  BadInput("no valid depth at all", 65, says: ["/rec:", "less than 1 % of the pixels valid", "calvaria info"]) {
    let codes = [UInt16](repeating: 0, count: width * height)
    for image in try $0.images("depth") {
      try $0.write(image, try ImageFile.png(depthCodes: codes, width: width, height: height))
    }
    try $0.write(
      "landmarks.json", #"{"landmarks": {"sellion": [{"frame": "1700000000.000000", "pixel": [240, 180]}]}}"#)
  },
  BadInput("timestamps that go backwards", 65, says: ["rgb.txt", "increase", "102.000000", "after"]) {
    try list("rgb", ["101.000000", "103.000000", "102.000000"], in: $0)
  },
  BadInput("timestamps that never match", 65, says: ["20.0 ms", "same clock"]) {
    try list("depth", ["900.0", "901.0", "902.0"], in: $0)
  },
  BadInput("no marker in any image", 65, says: ["6 frames", "DICT_4X4_100", "found none"]) {
    for image in try $0.images("rgb") { try $0.write(image, try blank()) }
  },
  BadInput("no depth in any image", 65, says: ["sightings of DICT_4X4_100", "no depth", "check the depth"]) {
    for image in try $0.images("depth") {
      let codes = [UInt16](repeating: 0, count: width * height)
      try $0.write(image, try ImageFile.png(depthCodes: codes, width: width, height: height))
    }
  },
]

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

/// Writes a landmark file in place of the recording's.
private func landmarks(_ name: String, _ code: Int32, says: [String], _ text: String) -> BadInput {
  BadInput(name, code, says: ["landmarks.json"] + says) { try $0.write("landmarks.json", text) }
}

/// Writes one click in place of the recording's.
private func click(
  _ name: String, says: [String], frame: String = "1700000000.000000", pixel: String = "[240, 180]"
) -> BadInput {
  landmarks(
    name, 65, says: ["sellion", "frame \(frame)"] + says,
    #"{"landmarks": {"sellion": [{"frame": "\#(frame)", "pixel": \#(pixel)}]}}"#)
}

/// What can be wrong with a landmark file.
let badLandmarks: [BadInput] = [
  click("a click right of the image", says: ["480 × 360", "(480.0, 180.0)", "pick it again"], pixel: "[480, 180]"),
  click("a click above the image", says: ["480 × 360", "(240.0, -3.0)"], pixel: "[240, -3]"),
  click("a click on a frame that does not exist", says: ["no frame of that name"], frame: "1700000099.000000"),
  BadInput("a click without depth", 65, says: ["landmarks.json, sellion, frame 1700000000.000000", "valid depth"]) {
    let codes = [UInt16](repeating: 0, count: 480 * 360)
    try $0.write(try $0.images("depth")[0], try ImageFile.png(depthCodes: codes, width: 480, height: 360))
    try $0.write(
      "landmarks.json", #"{"landmarks": {"sellion": [{"frame": "1700000000.000000", "pixel": [240, 180]}]}}"#)
  },
  landmarks(
    "an unknown landmark", 78, says: ["sellion", "the key \"nasion\""],
    #"{"landmarks": {"nasion": []}}"#),
  landmarks("text that is no JSON", 78, says: ["expected one of JSON"], "landmarks: {sellion: [1, 2]}"),
  landmarks("an empty landmark file", 78, says: ["expected one of JSON"], ""),
  landmarks(
    "lists nested 500 times", 78, says: ["nested far more deeply"],
    #"{"landmarks": "# + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}"),
  landmarks(
    "a pixel of three numbers", 78, says: ["landmarks.sellion[0].pixel", "a list of 2 numbers"],
    #"{"landmarks": {"sellion": [{"frame": "1700000000.000000", "pixel": [1, 2, 3]}]}}"#),
  landmarks(
    "a point of a mesh", 78, says: ["sellion", "clicks in frames"],
    #"{"landmarks": {"sellion": {"point_mm": [0, 73, 0]}}}"#),
  BadInput(
    "a landmark file that is not there", 66, says: ["/no/such.json"], arguments: ["--landmarks", "/no/such.json"]),
]
