internal import Diagnostics
internal import Files
internal import GRDB
internal import Movement
internal import MovementReports
internal import Platform

/// What the store holds of one range of motion, as the files of its folder say it.
struct StoredMotion {
  /// Its name in the study.
  let name: String
  private let folder: MotionFolder
  private let digest: String

  /// Reads a folder; nil where it holds no range of motion that can be used.
  init?(_ url: URL) {
    guard let digest = Self.digest(url), let folder = try? MotionFolder.read(url) else { return nil }
    (name, self.folder, self.digest) = (url.lastPathComponent, folder, digest)
  }

  /// A digest of all that the rows are made of; nil without a result.
  static func digest(_ url: URL) -> String? {
    guard let result = Checksum.sha256(of: url.appending(path: "motion.json")) else { return nil }
    return Checksum.sha256(Array((result + (Checksum.sha256(of: url.appending(path: "scan.json")) ?? "")).utf8))
  }

  /// Name and version of the rules, and of those of a neck.
  private static func rules(of result: MotionResult) -> String {
    let (all, neck) = (result.rules, result.neck?.neckRules)
    return (["\(all.name) \(all.version)"] + (neck.map { ["\($0.name) \($0.version)"] } ?? [])).joined(separator: ", ")
  }

  /// Puts the rows in the place of earlier ones.
  func write(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM motions WHERE motion = ?").execute(arguments: [name])
    let (result, scan) = (folder.result, folder.scan)
    let withheld = result.findings.first { $0.severity == .withheld }?.code.rawValue
    let isComplete = result.status == .complete
    try MotionRow(
      motion: name, subject: scan.subject, session: scan.session, date: scan.date, operator: scan.operator,
      device: scan.device, ageMonths: scan.ageMonths, sex: scan.sex, joint: result.joint.rawValue,
      side: result.side?.rawValue, movement: result.movement.rawValue, view: result.view?.rawValue,
      reference: result.reference?.rawValue, dimensions: result.source.dimensions,
      status: isComplete ? "complete" : "withheld", code: isComplete ? nil : withheld,
      neutralZero: result.neutralZero?.notation, neutralZeroOrder: result.neutralZero?.order,
      repeats: result.repeats.count, supportsChange: result.supportsChange, frames: result.gates.all,
      validFrames: result.gates.valid, durationS: result.source.durationS, protocol: Self.rules(of: result),
      version: result.provenance?.version ?? "", digest: digest, effort: result.effort?.rawValue,
      neutral: result.neck?.neutral?.kind
    ).insert(db)
    let names = MotionQuantityName(
      joint: result.joint.rawValue, movement: result.movement.rawValue, side: result.side?.rawValue)
    for (key, value) in result.quantities.map({ ($0.key, $0.value) }) {
      let own = result.findings.first { $0.severity == .withheld && $0.values["end"]?.key == key }?.code.rawValue
      try MotionMeasurementRow(
        motion: name, quantity: names.name(of: key), value: value?.degrees, unit: "°", ciLow: value?.ci95.first,
        ciHigh: value?.ci95.last, status: value == nil ? "withheld" : "measured",
        code: value == nil ? own ?? withheld : nil
      ).insert(db)
    }
    for pace in result.pace {
      try MotionMeasurementRow(
        motion: name, quantity: names.name(of: pace.key), value: pace.estimate.value, unit: pace.unit,
        ciLow: pace.estimate.ci95?.lowerBound,
        ciHigh: pace.estimate.ci95?.upperBound, status: "measured", code: nil
      ).insert(db)
    }
  }
}

/// The ranges of motion of a study against what is stored of them.
struct MotionDifferences {
  /// The ranges whose rows are missing or old.
  private(set) var changed: [StoredMotion] = []
  /// The names of ranges that are stored and have no result any more.
  private(set) var gone: [String] = []
  /// The findings on folders that are passed over.
  private(set) var remarks: [Finding] = []

  init(_ study: StudyFolder, _ db: Database) throws {
    let stored = try Row.fetchAll(db, sql: "SELECT motion, digest FROM motions")
      .reduce(into: [String: String]()) { $0[$1["motion"]] = $1["digest"] }
    var here: Set<String> = []
    for url in study.motions {
      let name = url.lastPathComponent
      if let link = ScanFolder.linkOut(at: url) {
        remarks.append(.leadsOut(link, in: url))
      } else if let digest = StoredMotion.digest(url), stored[name] == digest {
        here.insert(name)
      } else if let motion = StoredMotion(url) {
        here.insert(name)
        changed.append(motion)
      } else {
        remarks.append(Finding(.storeNoMotion, ["folder": .text(name)]))
      }
    }
    gone = stored.keys.filter { !here.contains($0) }.sorted()
  }

  var isEmpty: Bool { changed.isEmpty && gone.isEmpty }

  /// Stores what has changed and takes out what is gone.
  func write(_ db: Database) throws {
    for motion in changed { try motion.write(db) }
    for name in gone { try db.execute(sql: "DELETE FROM motions WHERE motion = ?", arguments: [name]) }
  }
}

/// What tables call the values of a range of motion: `knee_right_flexion_max`, `neck_rotation_left`.
struct MotionQuantityName {
  /// What the names of all values of one range begin with. The sides of a neck are values of one result.
  private let start: String
  /// What tables call ends of a movement.
  private static let endings = ["minimum": "min", "maximum": "max"]

  init(joint: String, movement: String, side: String?) {
    start = [joint, joint == "neck" ? nil : side, movement].compactMap { $0.map { $0 + "_" } }.joined()
  }

  /// The name of a value by its key in results.
  func name(of key: String) -> String { start + (Self.endings[key] ?? key) }

  /// The key of the value that tables call so.
  func key(of name: String) -> String {
    let ending = name.hasPrefix(start) ? String(name.dropFirst(start.count)) : name
    return Self.endings.first { $0.value == ending }?.key ?? ending
  }
}
