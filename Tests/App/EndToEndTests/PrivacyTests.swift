import Foundation
import TestSupport
import Testing

/// What the program writes names no person, no machine and no folder that it was not told to name.
@Suite struct PrivacyTests {
  private static let (name, host) = ("Wendelgard", "klinikrechner7")

  private let workspace: Workspace
  /// The home folder of a person, with a name in it, in which all inputs lie; what the program writes lies beside it.
  private let home, outputs: URL
  /// The machine's name is another one where a process may say so.
  private let asAnotherHost: Bool

  init() throws {
    workspace = try Workspace()
    (home, outputs) = (workspace.file("home/\(Self.name) Muster"), workspace.file("outputs"))
    for folder in [home, outputs] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    asAnotherHost = try Command.shell("unshare --user --map-root-user --uts hostname \(Self.host)").status == 0
  }

  /// Runs a verb in the home folder. What it prints as JSON is an output, too.
  private func run(_ words: String...) throws {
    let renamed = ["--user", "--map-root-user", "--uts", "sh", "-c", "hostname \(Self.host) && exec \"$@\"", "sh"]
    let environment = ["HOME": home.path, "USER": Self.name, "LOGNAME": Self.name, "HOSTNAME": Self.host]
    let outcome = try Running(
      asAnotherHost ? renamed + [Command.program.path] + words : words,
      of: asAnotherHost ? URL(fileURLWithPath: "/usr/bin/unshare") : Command.program, environment: environment,
      directory: home
    ).outcome()
    try #require([0, 2].contains(outcome.status), "\(words): \(outcome.narration)")
    guard words.contains("--json") else { return }
    try outcome.stdout.write(to: outputs.appendingPathComponent("\(words[0]) --json"))
  }

  private func output(_ name: String) -> String { outputs.appendingPathComponent(name).path }

  @Test func noOutputNamesAPersonAMachineOrAFolder() throws {
    let (recording, mesh, landmarks) = (try plantedRecording(), "\(Self.name).ply", "\(Self.name).json")
    try plant(
      EllipsoidHead.ply(EllipsoidHead.vertices, EllipsoidHead.faces), after: "format ascii 1.0\n", as: mesh, "comment ")
    for (file, observer, by) in [(landmarks, "A", 0.0), ("landmarks-B.json", "B", 0.5)] {
      let text = EllipsoidHead.landmarks.replacing("0, 75, 0", with: "\(by), 75, 0").dropLast()
      try Data((text + #", "picked": {"by": "\#(observer)"}}"#).utf8).write(to: home.appendingPathComponent(file))
    }
    let knee = try String(
      contentsOf: SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc"), encoding: .utf8)
    let movement = "\(Self.name).trc"
    try Data(knee.replacing("knee.trc", with: planted).utf8).write(to: home.appendingPathComponent(movement))
    let hands = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/thumbs_up.json")
    try FileManager.default.copyItem(at: hands, to: home.appendingPathComponent("\(Self.name)-hand.json"))
    for (path, file) in [
      ("data/sub-01/head.ply", mesh), ("data/sub-01/head.landmarks.json", landmarks), ("data/sub-02/", recording),
    ] {
      let place = home.appendingPathComponent(path.hasSuffix("/") ? String(path.dropLast()) : path)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: home.appendingPathComponent(file), to: place)
    }
    let prints = ReportTests.isInstalled("weasyprint")

    try run("reconstruct", recording, "--output", output("scan"), "--json", "--timings", output("timings.json"))
    try run(
      "measure", mesh, "--landmarks", landmarks, "--units", "mm", "--output", output("head"), "--json", "--subject",
      "P1")
    try run(
      "measure", mesh, "--landmarks", "landmarks-B.json", "--units", "mm", "--output", output("head-b"), "--subject",
      "P1")
    try run("compare", output("head"), output("head-b"), "--output", output("comparison"), "--json")
    try run("report", output("head"), "--html", output("report.html"), "--figures", output("figures"))
    if prints { try run("report", output("head"), "--pdf", output("report.pdf")) }
    try run("export", output("head"), "--output", output("exported"), "--zip", output("exported.zip"))
    if ExportCommandTests.wraps {
      try run("export", output("head"), "--as", "dicom", "--output", output("dicom"), "--date", "2026-01-01")
    }
    try run("landmarks", mesh, "--units", "mm", "--json")
    try run("observers", landmarks, "landmarks-B.json", "--json")
    try run("convert", recording, "--to", "tum", "--output", output("converted"))
    try run("replay", recording, "--output", output("replay"), "--json", "--haptics", output("vibration.ahap"))
    try run("live", "--replay", recording, "--output", output("live"), "--json")
    try run(
      "motion", movement, "--joint", "knee", "--side", "right", "--view", "lateral", "--output", output("motion"),
      "--json")
    try run("report", output("motion"), "--figures", output("motion-figures"), "--eml", output("motion.eml"))
    try run("gesture", "\(Self.name)-hand.json", "--output", output("gesture"), "--json")
    try run("cap", "--ids", "0-5", "--output", output("cap.pdf"))
    try run("phantom", output("phantom"), "--frames", "2", "--color-size", "64x48", "--depth-size", "64x48")
    try run("batch", "data", "--output", output("study"), "--json")
    try run("study", "export", output("study"), "--output", output("study.csv"))
    try run("study", "report", output("study"), "--output", output("study.html"))
    try run("study", "plot", output("study"), "--output", output("plots"))
    try run("study", "publish", output("study"), "--output", output("published"))
    try run("study", "list", output("study"), "--json")

    let meant = [
      // A cap file is the user's own text, and it is copied as it is.
      "converted/cap.yaml", "live/cap.yaml",
      // A study finds its dataset again.
      "study/study.json",
      // Readings of several scans are told apart by the folders of their files.
      "observers --json",
    ]
    let images = try FileManager.default.contentsOfDirectory(atPath: output("live/color"))
    // A recording that is taken live keeps the bytes that the phone sent.
    let sent = images.map { "live/color/\($0)" }
    let temporary = home.deletingLastPathComponent().deletingLastPathComponent().lastPathComponent
    let found = try Command.shell(
      "python3 -c '\(Self.search)' '\(outputs.path)' \(Self.name) \(Self.host) \(temporary)")
    #expect(found.status == 0, Comment(rawValue: found.narration))
    let files = Set(found.text.split(separator: "\n").map(String.init))
    #expect(files == Set(meant + sent), "\(files.symmetricDifference(meant + sent).sorted())")
  }

  // MARK: Inputs

  private var planted: String { "\(Self.name) Muster, \(Self.host), \(home.path)/file" }

  private func plant(_ text: String, after start: String, as name: String, _ mark: String) throws {
    try Data(text.replacing(start, with: start + mark + planted + "\n", maxReplacements: 1).utf8)
      .write(to: home.appendingPathComponent(name))
  }

  /// A recording of six frames whose images, lists and cap name a person, a machine and a folder.
  private func plantedRecording() throws -> String {
    let (name, files) = ("\(Self.name)-rec", FileManager.default)
    let folder = home.appendingPathComponent(name)
    try files.copyItem(at: SampleRecording.glimpse.get(), to: folder)
    for list in ["rgb.txt", "depth.txt", "cap.yaml"] {
      let text = try String(contentsOf: folder.appendingPathComponent(list), encoding: .utf8)
      try Data("# \(planted)\n\(text)".utf8).write(to: folder.appendingPathComponent(list))
    }
    for image in try files.contentsOfDirectory(atPath: folder.appendingPathComponent("rgb").path) {
      let file = folder.appendingPathComponent("rgb/\(image)")
      let jpeg = try Data(contentsOf: file)
      let segments = [(UInt8(0xE1), "Exif\0\0" + planted), (0xFE, planted)].map { marker, text in
        Data([0xFF, marker, 0, UInt8(text.utf8.count + 2)]) + Data(text.utf8)
      }
      try (jpeg.prefix(2) + segments[0] + segments[1] + jpeg.dropFirst(2)).write(to: file)
    }
    return name
  }

  // MARK: Search

  /// Prints the files below a folder that hold one of some words, as text of eight or sixteen bits, hexadecimal, Base64, in a ZIP, a
  /// stream of a PDF or a compressed chunk of a PNG.
  private static let search = #"""
    import base64, io, pathlib, re, sys, zipfile, zlib

    def layers(data, depth=0):
        yield data
        if depth == 3:
            return
        inner = [base64.b64decode(run[:len(run) // 4 * 4]) for run in re.findall(rb"[A-Za-z0-9+/]{24,}", data)]
        for start in re.finditer(rb"stream\r?\n|(?:zTXt|iCCP)[^\0]+\0\0", data):
            try:
                inner.append(zlib.decompressobj().decompress(data[start.end():]))
            except zlib.error:
                pass
        if zipfile.is_zipfile(io.BytesIO(data)):
            archive = zipfile.ZipFile(io.BytesIO(data))
            inner += [part for name in archive.namelist() for part in (name.encode(), archive.read(name))]
        for part in inner:
            yield from layers(part, depth + 1)

    root = pathlib.Path(sys.argv[1])
    words = [word.lower() for word in sys.argv[2:]]
    forms = [form for word in words for form in (word.encode(), word.encode("utf-16-le"), word.encode().hex().encode())]
    for path in root.rglob("*"):
        name = str(path.relative_to(root))
        texts = layers(path.read_bytes()) if path.is_file() else []
        if any(word in name.lower() for word in words) or any(form in text.lower() for text in texts for form in forms):
            print(name)
    """#
}
