import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Movement
import MovementReports
import Reports
import ScanPipeline
import Studies

/// `motion --study`: all landmarks of a folder, measured alike into a study.
extension MotionCommand {
  /// What is wrong with the options beside `--study`; nil where nothing is.
  var faultOfStudy: CallError? {
    guard study != nil else { return nil }
    let ofOne: [(String, Bool)] = [
      ("--output", output != nil), ("--json", json), ("--pose-model", pose.poseModel != nil),
      ("--recording", pose.recording != nil), ("--pictures", report.pictures != nil),
      ("--history", !report.history.isEmpty), ("--video", report.video != nil),
    ]
    return ofOne.first(where: \.1).map {
      .notFor(option: $0.0, use: .phrase("single_motion"), found: .text("--study"))
    }
  }

  /// Measures all landmarks of the folder; what goes wrong stays with its file.
  func run(into study: String) throws {
    narration.begin(reading: landmarks)
    // A fault of the options, by which every file would fail, is reported before the first file.
    let rules = try MotionRules.find(rules)
    _ = try measurement(rules)
    let found = try MotionSources(in: landmarks)
    let folder = try StudyFolder(at: .given(study))
    var outcomes: [MotionOutcome] = []
    for path in found.paths {
      let outcome = try outcome(of: path, rules, in: folder)
      outcomes.append(outcome)
      if !outcome.isKept { tell(outcome, outcomes.count, of: found.paths.count) }
    }
    Terminal.tell(found.remarks + (try StudyStore(folder).bringUpToDate(folder).remarks))
    try Terminal.print(Terminal.page(MotionOutcome.table(outcomes, language.chosen)))
    if outcomes.contains(where: { $0.status != .complete }) { throw ExitCode(2) }
  }

  /// Measures one file, or finds that its result stands.
  ///
  /// - Throws: what keeps results from being written, since all others would fail likewise.
  private func outcome(of path: String, _ rules: MotionRules, in study: StudyFolder) throws -> MotionOutcome {
    var call = self
    (call.landmarks, call.force) = (path, true)
    let file = MotionSources.name(of: path, in: landmarks)
    var place: URL?
    do {
      let scan = try call.describedScan()
      let target = try study.place(ofMotion: call.label(file), subject: scan.subject, session: scan.session)
      place = target
      let measure = try call.measurement(rules)
      let input = try call.input(rules)
      if !force, let known = try? MotionFolder.read(target), known.scan == scan, known.result.rules == rules,
        try known.result.neck.map({ try $0.neckRules == NeckRules.find(neck.neckRules) }) ?? true,
        known.result.provenance == call.provenance(of: input)
      {
        return MotionOutcome(file, target, known.result, isKept: true, language.chosen)
      }
      let result = try call.write(target.path, describing: scan, reading: []) {
        (try call.measured(input, by: measure), input)
      }
      return MotionOutcome(file, target, result, isKept: false, language.chosen)
    } catch let error as OutputError {
      throw error
    } catch let error as any UserFacingError {
      return MotionOutcome(
        file, failed: error, earlier: place.flatMap { MotionFolder.isOne($0) ? $0 : nil }, language.chosen)
    }
  }

  /// Who was measured: what the options state, then the `scan.json` beside the landmarks, then the names of their path.
  private func describedScan() throws -> ScanDescription {
    let url = URL.given(landmarks)
    let written = try ScanDescriptionFile.find(of: url).map { try ScanDescriptionFile.read($0) } ?? ScanDescription()
    var scan = report.scan.stated.completed(by: written)
      .completed(by: ScanDescription(bidsPath: url.deletingPathExtension().standardizedFileURL.path))
    // It would be the file's name, which may be a child's.
    scan.recording = nil
    return scan
  }

  /// What tells a range of motion from others of the same child: another joint, side or movement of the same file is another range.
  private func label(_ file: String) throws -> String {
    let movement = isNeck ? self.movement ?? .rotation : try limbTask().movement
    return [joint.rawValue, file, side?.rawValue, movement.rawValue].compactMap(\.self).joined(separator: "-")
  }

  private func tell(_ outcome: MotionOutcome, _ done: Int, of total: Int) {
    let language = Language.ofCall
    narration.tell(
      language(
        "batch.progress",
        [
          "done": .count(done), "total": .count(total), "scan": .text(outcome.file),
          "status": .text(language.term(outcome.status.rawValue, of: "outcome")),
        ]))
  }
}

/// The landmarks that lie in a folder, and what is passed over.
private struct MotionSources {
  /// Files, and folders with a file for each frame.
  private(set) var paths: [String] = []
  private var others: [String] = []

  /// - Throws: ``MotionError/unreadable(path:found:)`` where there are none.
  init(in root: String) throws {
    take(root, isLinkFollowed: true)
    if paths.isEmpty { throw MotionError.unreadable(path: root, found: .phrase("none")) }
  }

  /// What landmarks are called within the folder.
  static func name(of path: String, in root: String) -> String {
    path == root ? URL.given(path).lastPathComponent : String(path.dropFirst(root.count).drop { $0 == "/" })
  }

  /// The finding on what is passed over.
  var remarks: [Finding] {
    others.isEmpty
      ? []
      : [Finding(.motionPassedOver, ["count": .count(others.count), "files": .names(others.prefix(5).map(\.quoted))])]
  }

  private mutating func take(_ path: String, isLinkFollowed: Bool = false) {
    guard let names = Self.names(in: path, isLinkFollowed: isLinkFollowed) else {
      // What only motion capture writes is tried however broken it is.
      let isMotion = ["trc", "c3d", "mot"].contains(URL.given(path).pathExtension.lowercased())
      if isMotion || MotionFile.isThere(at: path) { paths.append(path) } else { others.append(path) }
      return
    }
    if Self.holdsFrames(path, names) { return paths.append(path) }
    // What the program itself has written is no input.
    if StudyFolder.isMarked(.given(path)) || MotionFolder.isOne(.given(path)) { return others.append(path) }
    for name in names { take(path + "/" + name) }
  }

  /// Whether a folder is one movement with a file for each frame, and no folder of files that are movements each.
  private static func holdsFrames(_ path: String, _ names: [String]) -> Bool {
    guard MotionFile.isThere(at: path) else { return false }
    return !names.isEmpty && !names.contains { MotionFile.isThere(at: path + "/" + $0) }
  }

  /// What lies in a folder, but what is hidden or says who was measured; nil for a file, and within the folder for a link,
  /// which may lead in a circle.
  private static func names(in path: String, isLinkFollowed: Bool) -> [String]? {
    let url = isLinkFollowed ? URL.given(path).resolvingSymlinksInPath() : URL.given(path)
    guard (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else { return nil }
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { !$0.hasPrefix(".") && !$0.hasSuffix(ScanDescriptionFile.name) }.sorted()
  }
}

/// What became of one file of landmarks.
private struct MotionOutcome {
  enum Status: String { case complete, withheld, failed }

  let file: String
  let status: Status
  /// The name of its result in the study; nil without one.
  let name: String?
  /// Whether an earlier result was found to stand.
  let isKept: Bool
  /// Why there is no value, or the range by the neutral-zero method.
  let code: String, text: String

  init(_ file: String, _ place: URL, _ result: MotionResult, isKept: Bool, _ language: Language) {
    (self.file, name, self.isKept) = (file, place.lastPathComponent, isKept)
    status = result.status == .complete ? .complete : .withheld
    let reason = status == .complete ? nil : result.findings.first { $0.severity == .withheld }
    (code, text) = (reason?.code.rawValue ?? "", reason?.text(language) ?? result.neutralZero?.notation ?? "")
  }

  /// - Parameter earlier: the result of an earlier run, which stays.
  init(_ file: String, failed error: any UserFacingError, earlier: URL?, _ language: Language) {
    (self.file, status, isKept, code) = (file, .failed, false, error.code.rawValue)
    name = earlier?.lastPathComponent
    text = error.description(in: language) + (earlier == nil ? "" : " " + language("motion.batch_stays"))
  }

  /// How many there are of each kind, and a line a file.
  static func table(_ outcomes: [MotionOutcome], _ language: Language) -> String {
    let count = { (status: Status) in FindingValue.count(outcomes.count { $0.status == status }) }
    var table = TextTable()
    for outcome in outcomes {
      table.add(
        outcome.file, outcome.name ?? "–", language.term(outcome.status.rawValue, of: "outcome"), outcome.code,
        outcome.text)
    }
    let heading = language(
      "motion.batch_summary",
      [
        "complete": count(.complete), "withheld": count(.withheld), "failed": count(.failed),
        "total": .count(outcomes.count), "kept": .count(outcomes.count { $0.isKept }),
      ])
    return heading + "\n\n" + table.text
  }
}
