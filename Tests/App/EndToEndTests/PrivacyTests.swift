import Foundation
import TestSupport
import Testing

/// What the program writes and prints names no person, no machine and no folder that it was not told to name, and it speaks
/// to no other machine.
@Suite final class PrivacyTests {
  private static let (name, host) = ("Wendelgard", "klinikrechner7")

  private let workspace: Workspace
  /// The home folder of a person, with a name in it, in which all inputs lie; what the program writes lies beside it.
  private let home, outputs: URL
  /// The calls that were made so far.
  private var calls: [String] = []

  init() throws {
    workspace = try Workspace()
    (home, outputs) = (workspace.file("home/\(Self.name) Muster"), workspace.file("outputs"))
    for folder in [home, outputs.appendingPathComponent("printed")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  // MARK: A machine of another name

  /// Words for `unshare`: what follows runs on a machine of another name.
  private static let renamed = ["--user", "--map-root-user", "--uts"]
  private static let rename = "hostname \(host) && "
  /// Ends with 99 where something would have been sent to another machine, to which no way leads.
  private static let watch =
    #"ip link set lo up; "$@"; code=$?; awk '/^Ip: [0-9]/ && $13 > 0 {exit 1}' /proc/net/snmp || exit 99; exit $code"#

  private static let isElsewhere: Bool = {
    let line = "unshare \(renamed.joined(separator: " ")) --net sh -c '\(rename) ip link set lo up'"
    return (try? Command.shell(line))?.status == 0
  }()

  private func started(_ words: [String], of program: String = Command.program.path, isWatched: Bool) throws -> Running
  {
    let line = Self.rename + (isWatched ? Self.watch : #"exec "$@""#)
    let elsewhere = Self.renamed + (isWatched ? ["--net"] : []) + ["sh", "-c", line, "sh", program] + words
    let environment = ["HOME": home.path, "USER": Self.name, "LOGNAME": Self.name, "HOSTNAME": Self.host]
    return try Running(
      Self.isElsewhere ? elsewhere : words,
      of: URL(fileURLWithPath: Self.isElsewhere ? "/usr/bin/unshare" : program), environment: environment,
      directory: home)
  }

  /// Without namespaces this test is skipped; the others then look neither for the machine's name nor at what is sent.
  @Test(.enabled(if: isElsewhere, "needs namespaces (unshare, ip), which are absent here"))
  func theMachineHasAnotherNameAndIsWatched() throws {
    #expect(try started(["-n"], of: "/usr/bin/uname", isWatched: true).outcome().text == Self.host + "\n")
    let calling = "import socket; socket.socket().connect_ex(('192.0.2.1', 80))"
    #expect(try started(["-c", calling], of: "/usr/bin/python3", isWatched: true).outcome().status == 99)
  }

  // MARK: Every verb

  /// The words of a call, in which OUT is the folder of the outputs.
  private func words(_ call: String) -> [String] {
    calls.append(call)
    return call.split(separator: " ").map { String($0).replacing("OUT/", with: outputs.path + "/") }
  }

  /// Runs a verb in the home folder. What it prints is an output, too.
  @discardableResult private func run(_ call: String, isWatched: Bool = true) throws -> String {
    let outcome = try started(words(call), isWatched: isWatched).outcome()
    try #require([0, 2].contains(outcome.status), "\(call): \(outcome.status), \(outcome.narration)")
    let form = call.contains(" --json") ? " --json" : ""
    let place = outputs.appendingPathComponent("printed/\(call.prefix { $0 != " " })\(form)")
    try (((try? Data(contentsOf: place)) ?? Data()) + outcome.stdout).write(to: place)
    return outcome.text
  }

  /// The page of a verb.
  private func page(_ call: String) throws -> ViewedPage {
    try ViewedPage(started(words(call + " --no-open"), isWatched: false))
  }

  /// The verbs that are shown to users; of one that has further verbs, such as `study`, those.
  private static func verbs() throws -> Set<String> {
    func leaves(_ command: [String: Any], _ path: [String]) -> [String] {
      let inner = (command["subcommands"] as? [[String: Any]] ?? []).filter { $0["shouldDisplay"] as? Bool != false }
      return inner.isEmpty
        ? [path.joined(separator: " ")] : inner.flatMap { leaves($0, path + [$0["commandName"] as? String ?? ""]) }
    }
    let help = try ResultFile(Command.run("--experimental-dump-help").stdout)
    return Set(leaves(try #require(help["command"] as? [String: Any]), []))
  }

  @Test func noOutputNamesAPersonAMachineOrAFolder() throws {
    let (recording, mesh, landmarks) = (try plantedRecording(), "\(Self.name).ply", "\(Self.name).json")
    let board = try plantedRecording(SampleRecording.board, "board")
    try plantHead(mesh, landmarks)
    try plantMovement("\(Self.name).trc")
    try plantMovement("movements/sub-01/knee.trc")
    try plantScan("work")
    try plantScan("data")
    try FileManager.default.copyItem(
      at: home.appendingPathComponent(recording), to: home.appendingPathComponent("data/sub-02"))
    let hands = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/thumbs_up.json")
    try FileManager.default.copyItem(at: hands, to: home.appendingPathComponent("\(Self.name)-hand.json"))

    let knee = "--joint knee --side right --view lateral"
    for call in [
      "info \(recording)", "info \(recording) --detections OUT/detections.json --json",
      "reconstruct \(recording) --output OUT/scan --json --timings OUT/timings.json",
      "rate OUT/scan --set overall=4 --set cap_fit=good --set infant=calm --set markers_fallen_off=0",
      "measure \(mesh) --landmarks \(landmarks) --units mm --output OUT/head --json --subject P1",
      "measure \(mesh) --landmarks landmarks-B.json --units mm --output OUT/head-b --subject P1",
      "compare OUT/head OUT/head-b --output OUT/comparison --json", "compare OUT/head OUT/head-b",
      "report OUT/head --html OUT/report.html --figures OUT/figures",
      "export OUT/head --output OUT/exported --zip OUT/exported.zip",
      "landmarks \(mesh) --units mm", "landmarks \(mesh) --units mm --json",
      "observers \(landmarks) landmarks-B.json", "observers \(landmarks) landmarks-B.json --json",
      "convert \(recording) --to tum --output OUT/converted",
      "replay \(recording) --output OUT/replay --json --haptics OUT/vibration.ahap",
      "live --replay \(recording) --output OUT/live --json",
      "motion \(Self.name).trc \(knee) --output OUT/motion --json --subject P1 --date 2026-01-02",
      "motion \(Self.name).trc \(knee) --output OUT/motion-b --subject P1 --date 2026-02-02",
      "motion movements \(knee) --study OUT/motions",
      "compare OUT/motion OUT/motion-b --output OUT/motion-comparison",
      "report OUT/motion --figures OUT/motion-figures --eml OUT/motion.eml",
      "gesture \(Self.name)-hand.json --output OUT/gesture --json",
      "cap sheets --ids 0-5 --output OUT/cap.pdf", "cap board --output OUT/board.pdf",
      "acceptance \(board) --board \(board)/board.yaml --name phone --output OUT/acceptance",
      "phantom OUT/phantom --frames 2 --color-size 64x48 --depth-size 64x48",
      "study check data", "study check data --json",
      "batch data --output OUT/study --json", "study rebuild OUT/study --dataset data",
      "study remeasure OUT/study --protocol ear-line-axis",
      "study export OUT/study --output OUT/study.csv", "study report OUT/study --output OUT/study.html",
      "study plot OUT/study --output OUT/plots", "study publish OUT/study --output OUT/published",
      "study list OUT/study", "study list OUT/study --json", "study show OUT/study sub-01_scan-head",
      "study show OUT/study sub-01_scan-head --json",
    ] {
      try run(call)
    }
    let added = try run("study add OUT/study OUT/motion OUT/motion-b").split(separator: "\n")
    try run("study remove OUT/study \(try #require(added.last))")
    try save("view \(mesh) --landmarks \(landmarks) --units mm --output OUT/picked")
    try measure(at: "desk work", "sub-01_scan-head")

    let untried = try Self.verbs().filter { verb in !calls.contains { $0.hasPrefix(verb + " ") } }
    #expect(untried == ["help", "cap check"], "the words of the program itself; below, of a rasterised sheet")
    let images = try FileManager.default.contentsOfDirectory(atPath: outputs.appendingPathComponent("live/color").path)
    try expectNames(
      in: [
        // A cap file is the user's own text, and it is copied as it is.
        "converted/cap.yaml", "live/cap.yaml",
        // A study finds its dataset again.
        "study/study.json",
        // Readings of several scans are told apart by the folders of their files.
        "printed/observers --json",
        // Told where they write, they say so.
        "printed/convert", "printed/phantom",
        // Picks name the file that they were made on.
        "picked/landmarks.json",
      ]
        // A recording that is taken live keeps the bytes that the phone sent.
        + images.map { "live/color/\($0)" })
  }

  private static let hasPrograms =
    ExportCommandTests.wraps && FFmpeg.isInstalled && ReportTests.isInstalled("weasyprint", "pdftoppm")

  /// What other programs make for this one.
  @Test(.enabled(if: hasPrograms, "needs weasyprint, dcmtk, ffmpeg and pdftoppm, of which some are absent here"))
  func noOutputOfAnotherProgramNamesThemEither() throws {
    let (recording, mesh, landmarks) = (try plantedRecording(), "\(Self.name).ply", "\(Self.name).json")
    try plantHead(mesh, landmarks)
    try run("measure \(mesh) --landmarks \(landmarks) --units mm --output OUT/head --subject P1")
    try run("report OUT/head --pdf OUT/report.pdf")
    // dcmtk asks for the address of the machine that it runs on.
    try run("export OUT/head --as dicom --output OUT/dicom --date 2026-01-01", isWatched: false)
    try run("replay \(recording) --output OUT/replay --video OUT/replay.mp4")
    try run("cap sheets --ids 0-45 --output OUT/cap.pdf")
    let (sheet, photo) = (output("cap.pdf"), home.appendingPathComponent(Self.name).path)
    #expect(try Command.shell("pdftoppm -r 200 -png -f 2 -l 2 -singlefile '\(sheet)' '\(photo)'").status == 0)
    try run("cap check \(Self.name).png --cap OUT/cap.yaml --known-mm 180")
    try run("cap check \(Self.name).png --cap OUT/cap.yaml --known-mm 180 --json")
    try expectNames(in: [])
  }

  private func output(_ name: String) -> String { outputs.appendingPathComponent(name).path }

  /// Saves what is picked at a page.
  private func save(_ call: String) throws {
    let page = try page(call)
    let state = try page.ready()
    #expect(try page.post("save", ["revision": try #require(state["revision"])]).status == 200)
    page.running.send(SIGINT)
    #expect(try page.running.outcome().status == 0)
  }

  /// Measures a scan at the desk; all but the dataset is an output.
  private func measure(at call: String, _ scan: String) throws {
    let page = try page(call)
    let scans = { try page.get("list")["scans"] as? [[String: Any]] ?? [] }
    _ = try awaited { try scans().isEmpty ? nil : true }
    #expect(try page.post("queue", ["add": [scan]]).status == 200)
    _ = try awaited { try scans().first?["state"] as? String == "measured" ? true : nil }
    page.running.send(SIGINT)
    #expect(try page.running.outcome().status == 0)
    let (files, work, desk) = (
      FileManager.default, home.appendingPathComponent("work"), outputs.appendingPathComponent("desk")
    )
    try files.createDirectory(at: desk, withIntermediateDirectories: true)
    for item in try files.contentsOfDirectory(atPath: work.path) where item != "sub-01" {
      try files.moveItem(at: work.appendingPathComponent(item), to: desk.appendingPathComponent(item))
    }
  }

  // MARK: Inputs

  private var planted: String { "\(Self.name) Muster, \(Self.host), \(home.path)/file" }

  /// A place below the home folder.
  private func place(_ path: String) throws -> URL {
    let place = home.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    return place
  }

  /// A mesh whose comment names them, and the landmarks that two observers have picked on it.
  private func plantHead(_ mesh: String, _ landmarks: String) throws {
    let start = "format ascii 1.0\n"
    let text = EllipsoidHead.ply(EllipsoidHead.vertices, EllipsoidHead.faces)
      .replacing(start, with: "\(start)comment \(planted)\n", maxReplacements: 1)
    try Data(text.utf8).write(to: place(mesh))
    for (file, observer, by) in [(landmarks, "A", 0.0), ("landmarks-B.json", "B", 0.5)] {
      let text = EllipsoidHead.landmarks.replacing("0, 75, 0", with: "\(by), 75, 0").dropLast()
      try Data((text + #", "picked": {"by": "\#(observer)"}}"#).utf8).write(to: place(file))
    }
  }

  private func plantMovement(_ path: String) throws {
    let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc")
    try Data(String(contentsOf: knee, encoding: .utf8).replacing("knee.trc", with: planted).utf8).write(to: place(path))
  }

  /// The head as the scan of a dataset.
  private func plantScan(_ dataset: String) throws {
    for (file, scan) in [("\(Self.name).ply", "head.ply"), ("\(Self.name).json", "head.landmarks.json")] {
      try FileManager.default.copyItem(at: place(file), to: place("\(dataset)/sub-01/\(scan)"))
    }
  }

  /// A recording whose images, lists and cap or board name a person, a machine and a folder.
  private func plantedRecording(
    _ sample: Result<URL, any Error> = SampleRecording.glimpse, _ kind: String = "rec"
  ) throws -> String {
    let (name, files) = ("\(Self.name)-\(kind)", FileManager.default)
    let folder = home.appendingPathComponent(name)
    try files.copyItem(at: sample.get(), to: folder)
    for list in ["rgb.txt", "depth.txt", "cap.yaml", "board.yaml"] {
      let file = folder.appendingPathComponent(list)
      guard files.fileExists(atPath: file.path) else { continue }
      try Data("# \(planted)\n\(String(contentsOf: file, encoding: .utf8))".utf8).write(to: file)
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

  /// Searches all outputs; in these files alone something may be found.
  private func expectNames(in meant: [String]) throws {
    // The folder that holds them all.
    let temporary = home.deletingLastPathComponent().deletingLastPathComponent().lastPathComponent
    let found = try Command.shell(
      "python3 -c '\(Self.search)' '\(outputs.path)' \(Self.name) \(Self.host) \(temporary)")
    #expect(found.status == 0, Comment(rawValue: found.narration))
    let files = Set(found.text.split(separator: "\n").map(String.init))
    #expect(files == Set(meant), "\(files.symmetricDifference(meant).sorted())")
  }

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
