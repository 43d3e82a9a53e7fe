public import Diagnostics
internal import Files
internal import Landmarks
internal import Markers
public import Platform
internal import PointClouds
public import Recordings
internal import Reports
internal import Workers

/// The faults of a dataset, found before hours are spent on it: lists and headers are read, no picture is decoded.
public struct DatasetCheck: Sendable {
  /// A scan with the findings on it.
  public struct Entry: Sendable {
    /// The scan.
    public let scan: DatasetScan
    /// How many frames its recording has; nil for a mesh, and where it can't be opened.
    public let frames: Int?
    /// The findings on it, those of the lists first.
    public let findings: [Finding]
  }

  /// The scans, by their names.
  public let entries: [Entry]
  /// The findings on the dataset as a whole.
  public let findings: [Finding]

  /// Looks at every scan.
  ///
  /// - Parameters:
  ///   - reading: how recordings are read, where they do not say so themselves.
  ///   - needsCap: false where heads are tracked by their surface.
  public init(_ dataset: Dataset, _ reading: RecordingReading = RecordingReading(), needsCap: Bool = true, threads: Int)
  {
    findings = dataset.findings
    entries = Workers(count: threads).map(dataset.scans.count) { index in
      let scan = dataset.scans[index]
      guard scan.fault == nil else { return Entry(scan: scan, frames: nil, findings: scan.findings) }
      let (frames, found) = Self.look(at: scan, reading, needsCap: needsCap)
      return Entry(scan: scan, frames: frames, findings: scan.findings + found)
    }
  }

  /// True where every scan can be measured as it is.
  public var isSound: Bool { !entries.contains { $0.findings.contains { $0.severity == .withheld } } }

  private static func look(
    at scan: DatasetScan, _ reading: RecordingReading, needsCap: Bool
  ) -> (frames: Int?, [Finding]) {
    var (frames, findings): (Int?, [Finding]) = (nil, [])
    switch scan.kind {
    case .mesh:
      do throws(MeshFileError) { try MeshFile.checkSize(scan.url) } catch {
        findings.append(scan.unopened(error))
      }
    case .recording:
      var reading = reading
      reading.intrinsics = scan.intrinsics ?? reading.intrinsics
      do throws(RecordingError) { frames = try Recording.open(scan.url, reading).frames.count } catch {
        findings.append(
          error.code == .recordingNoIntrinsics
            ? Finding(.datasetNoIntrinsics)
            : scan.unopened(error))
      }
      findings += capFindings(scan, needsCap)
    }
    findings += landmarkFindings(scan)
    if scan.description.ageMonths == nil, !scan.findings.contains(where: { $0.code == .datasetBadAge }) {
      findings.append(Finding(.datasetNoAge))
    }
    return (frames, findings)
  }

  private static func landmarkFindings(_ scan: DatasetScan) -> [Finding] {
    guard let file = scan.landmarks else { return [Finding(.datasetNoLandmarks)] }
    do throws(FileError) { _ = try LandmarkFile.read(file) } catch {
      return [Finding(.datasetSidecar, ["file": .text(file.lastPathComponent), "reason": error.reason])]
    }
    return []
  }

  private static func capFindings(_ scan: DatasetScan, _ needsCap: Bool) -> [Finding] {
    guard let cap = scan.cap else { return needsCap ? [Finding(.datasetNoCap)] : [] }
    do {
      _ = try CapFile.read(cap)
      return []
    } catch {
      return [Finding(.datasetBadCap, ["reason": error.reason])]
    }
  }
}

extension DatasetCheck {
  /// The check as a file (schema `calvaria/dataset/1`).
  public func json() throws -> Data { try File(self).machineJSON() }

  private struct File: Encodable {
    let schema = "calvaria/dataset/1"
    let isSound: Bool
    let findings: [Finding]
    let scans: [Scan]

    struct Scan: Encodable {
      let scan, source, kind: String
      let stated: ScanDescription
      let cohort: String?
      let frames: Int?
      let findings: [Finding]
    }

    init(_ check: DatasetCheck) {
      (isSound, findings) = (check.isSound, check.findings)
      scans = check.entries.map {
        Scan(
          scan: $0.scan.name, source: $0.scan.source, kind: $0.scan.kind.rawValue, stated: $0.scan.description,
          cohort: $0.scan.cohort, frames: $0.frames, findings: $0.findings)
      }
    }
  }
}

extension DatasetCheck {
  /// How many scans each finding is about, the gravest first, and then each scan with what hinders it.
  public func table(_ language: Language) -> String {
    var summary = TextTable(rightAligned: [1])
    summary.addRow(language("dataset.summary_columns").split(separator: ";").map(String.init))
    for (code, count) in counts {
      // What hinders a scan bears the word that a batch has for it.
      let word =
        code.severity == .withheld
        ? language.term(ScanOutcome.Status(withheldBy: code).rawValue, of: "outcome")
        : language.term(code.severity.rawValue, of: "severity")
      summary.add(code.rawValue, "\(count)", word)
    }
    var scans = TextTable()
    for entry in entries {
      for finding in entry.findings where finding.severity == .withheld || finding.severity == .warning {
        scans.add(entry.scan.name, finding.code.rawValue, finding.text(language))
      }
    }
    let remarks = findings.map { "\($0.code.rawValue): \($0.text(language))".printable(limit: 1000) + "\n" }.joined()
    let heading = language(
      "dataset.summary",
      [
        "scans": .count(entries.count),
        "subjects": .count(Set(entries.compactMap { $0.scan.description.subject }).count),
        "sound": .count(entries.count { !$0.findings.contains { $0.severity == .withheld } }),
      ])
    return [heading + "\n", counts.isEmpty ? "" : summary.text, scans.text, remarks].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private var counts: [(FindingCode, Int)] {
    let all = Dictionary(grouping: entries.flatMap { Set($0.findings.map(\.code)) }) { $0 }.mapValues(\.count)
    let order: [Finding.Severity] = [.withheld, .warning, .note, .detail]
    return all.sorted {
      (order.firstIndex(of: $0.key.severity)!, $0.key.rawValue) < (
        order.firstIndex(of: $1.key.severity)!, $1.key.rawValue
      )
    }.map { ($0.key, $0.value) }
  }
}

extension DatasetScan {
  /// The finding on a scan that could not be opened: it is gone, or why it can't be read.
  func unopened(_ error: any UserFacingError) -> Finding {
    if OnDisk.isMissing(url.path) { return Finding(.datasetMissingFile, ["file": .quoted(source)]) }
    return Finding(.datasetUnreadable, ["code": .text(error.code.rawValue), "reason": error.message.problem])
  }
}
