internal import Diagnostics
internal import GRDB
internal import Files
internal import Platform
internal import Reports

/// What the store holds of one scan, as the files of its folder say it.
struct StoredScan {
  private let outcome: ScanOutcome
  private let digest: String
  private let results: [ProtocolResult]
  private let answers: [String: String]
  /// Findings on the files of the folder that were passed over.
  let remarks: [Finding]

  /// A result of one protocol.
  private struct ProtocolResult {
    let result: ScanResult
    let origin: String
    var protocolName: String { Self.name(result) }
    static func name(_ result: ScanResult) -> String { "\(result.protocol.name) \(result.protocol.version)" }
  }

  /// Reads the folder of a scan; nil where it has no outcome of its own.
  init?(_ folder: ScanFolder) {
    guard let bytes = folder.outcomeBytes, let outcome = try? ScanOutcome.read(Data(bytes)), outcome.scan == folder.name
    else { return nil }
    (self.outcome, digest) = (outcome, Self.digest(folder, outcome: bytes))
    var results: [ProtocolResult] = []
    var remarks: [Finding] = []
    if let made = outcome.result {
      if let last = folder.lastResult, last.digest == made {
        results.append(ProtocolResult(result: last.result, origin: "batch"))
        let (files, others) = RemeasuredFile.all(in: folder, of: made)
        for file in files { results.append(ProtocolResult(result: file, origin: "remeasured")) }
        remarks = others.map { Finding(.storeSecondResult, ["scan": .text(folder.name), "file": .quoted($0)]) }
      } else {
        // Such as that of a run which was killed before it could say so.
        remarks = [Finding(.storeOtherResult, ["scan": .text(folder.name)])]
      }
    }
    (self.results, self.remarks) = (results, remarks)
    answers = folder.answers ?? [:]
  }

  /// A digest of all that the rows are made of: by content, since an edited file may be as long as it was.
  static func digest(_ folder: ScanFolder, outcome: [UInt8]) -> String {
    let files =
      [folder.rating, folder.datasetRating]
      + OnDisk.names(in: folder.remeasured).map { folder.remeasured.appending(path: $0) }
    let lines = files.map { "\($0.lastPathComponent) \(Checksum.sha256(of: $0) ?? "")" }
    return Checksum.sha256(outcome + Array(lines.joined(separator: "\n").utf8))
  }

  // MARK: Writing

  /// Puts the scan's rows in the place of earlier ones.
  func write(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM scans WHERE scan = ?").execute(arguments: [outcome.scan])
    try ScanRow(outcome, results.first?.result, digest: digest).insert(db)
    for measured in results { try write(measured, db) }
    for (field, answer) in answers.sorted(by: { $0.key < $1.key }) {
      try RatingRow(scan: outcome.scan, field: field, answer: answer).insert(db)
    }
  }

  private func write(_ measured: ProtocolResult, _ db: Database) throws {
    let (result, isComplete) = (measured.result, measured.result.status == .complete)
    try ResultRow(
      scan: outcome.scan, protocol: measured.protocolName, origin: measured.origin,
      status: isComplete ? "complete" : "withheld",
      code: isComplete ? nil : result.measures[result.protocol.index]?.code, level: result.severity?.level,
      scale: result.severity?.scale, flattened: result.severity?.flattened,
      version: result.provenance?.version ?? outcome.version
    ).insert(db)
    let add = { (quantity: String, value: Double?, unit: String, ci95: [Double]?, code: String?) in
      try MeasurementRow(
        scan: outcome.scan, protocol: measured.protocolName, origin: measured.origin, quantity: quantity, value: value,
        unit: unit, ciLow: ci95?.first, ciHigh: ci95?.last, status: value == nil ? "withheld" : "measured",
        code: value == nil ? code : nil
      ).insert(db)
    }
    for (quantity, measure) in result.measures.sorted(by: { $0.key < $1.key }) {
      try add(quantity, measure.value, measure.unit, measure.ci95, measure.code)
    }
    if let index = result.bySymmetry {
      try add(ScanResult.IndexBySymmetry.quantity, index.value, index.unit, index.ci95, index.code)
    }
  }
}

/// The folders of a study and the rows of its store that do not match.
struct StoreDifferences {
  /// The folders of scans whose rows are missing or old.
  private(set) var changed: [ScanFolder] = []
  /// Scans that are stored, and have no outcome any more.
  private(set) var gone: [String] = []
  /// The findings on folders that are passed over.
  private(set) var remarks: [Finding] = []

  /// Compares the folders of a study with what is stored.
  ///
  /// - Parameter stored: the digest of what the rows of each scan were made from.
  init(_ study: StudyFolder, _ stored: [String: String]) {
    var here: Set<String> = []
    for folder in study.folders {
      guard let bytes = folder.outcomeBytes else {
        remarks += folder.remarks
        continue
      }
      // Rows are made of outcomes that can be read only: what is as it was need not be read again.
      let isStored = stored[folder.name] == StoredScan.digest(folder, outcome: bytes)
      let said = isStored ? [] : folder.remarks(on: bytes)
      guard said.isEmpty else {
        remarks += said
        continue
      }
      here.insert(folder.name)
      if !isStored { changed.append(folder) }
    }
    gone = stored.keys.filter { !here.contains($0) }.sorted()
  }
}
