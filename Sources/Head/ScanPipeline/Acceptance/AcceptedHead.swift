public import Analysis
import Diagnostics
public import Files
public import Geometry
public import Platform
import Reports
import Workers

/// The true measures of a printed head (`head.yaml`, Docs/formats/device.md).
public struct HeadSheet: Sendable, Equatable {
  /// The measures, each with its name and true value in its unit.
  public let measures: [MeasureName: Double]

  /// A sheet of measures.
  public init(_ measures: [MeasureName: Double]) { self.measures = measures }

  static let schema = "calvaria/head-sheet/1"
  /// What a sheet may hold, in the order in which it does, between which values, and how far a phone may be off: for a pass, and at most. A point of
  /// CVAI is about the half-width of its interval on good scans (Docs/evaluation/README.md); lengths follow the scale, of which
  /// 0.5 % is 2 mm of a circumference.
  static let known: [(measure: MeasureName, range: ClosedRange<Double>, tolerance: Double, limit: Double)] = [
    (.cvai, 0...60, 0.75, 1.5), (.cranialIndex, 50...150, 1, 2), (.circumference, 150...1000, 4, 8),
  ]
}

extension FileKind {
  /// The sheet of a printed head.
  fileprivate static let headSheet = FileKind(unreadable: .headSheetUnreadable, invalid: .headSheetInvalid)
}

extension HeadSheet {
  /// Reads a file.
  public static func read(_ url: URL) throws(FileError) -> HeadSheet {
    try parse(FileKind.headSheet.text(url.path), path: url.path)
  }

  /// The sheet that a text holds; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(FileError) -> HeadSheet {
    let root = try FileNode(yaml: text, of: .headSheet, file: path)
    try root.check(keys: ["schema", "measures", "markers_mm"])
    _ = try root["schema"].choice([schema])
    let node = try root["measures"]
    try node.check(keys: known.map(\.measure.rawValue))
    var measures: [MeasureName: Double] = [:]
    for (measure, range, _, _) in known {
      measures[measure] = try node.optional(measure.rawValue)?.number(in: range)
    }
    guard !measures.isEmpty else { throw node.fault(.names(known.map(\.measure.rawValue))) }
    return HeadSheet(measures)
  }

  /// The file's text.
  ///
  /// - Parameter markers: the centres of the markers' places on the head by their ids, millimetres, head frame.
  public func yaml(markers: [Int: Vector3]) -> String {
    var lines = ["schema: \(Self.schema)", "measures:"]
    for (measure, _, _, _) in Self.known {
      guard let value = measures[measure] else { continue }
      lines.append("  \(measure.rawValue): \(NumberText.number(value, digits: 3))")
    }
    lines.append("markers_mm:")
    for (id, place) in markers.sorted(by: { $0.key < $1.key }) {
      let numbers = [place.x, place.y, place.z].map { NumberText.number($0, digits: 2) }
      lines.append("  \(id): [\(numbers.joined(separator: ", "))]")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A printed head, scanned with the device file that the board gave, against its sheet.
struct AcceptedHead {
  let lines: [AcceptanceLine]
  let findings: [Finding]
  let digests: [String: String]

  init(
    _ head: (recording: URL, sheet: URL), by device: DeviceFile, threads: Int,
    progress: @escaping @Sendable (ScanProgress) -> Void
  ) throws {
    let sheet = try HeadSheet.read(head.sheet)
    var options = ScanOptions(recording: head.recording, threads: threads)
    options.device = device
    let scan = try ScanPipeline(options, progress: progress).run()
    lines = HeadSheet.known.compactMap { measure, _, tolerance, limit in
      guard let truth = sheet.measures[measure] else { return nil }
      let result = scan.measures.results[measure]
      let off = (result?.value).map { Estimate($0 - truth, ci95: Self.interval(result?.ci95, less: truth)) }
      return AcceptanceLine(
        key: "head_" + measure.rawValue, value: off ?? Estimate(.nan, ci95: nil), unit: measure.unit, decimals: 2,
        tolerance: tolerance, limit: limit)
    }
    findings = scan.findings.filter { $0.severity != .detail }
    digests = scan.framesDigest.map { ["frames": $0] } ?? [:]
  }

  private static func interval(_ ci95: ClosedRange<Double>?, less truth: Double) -> ClosedRange<Double>? {
    ci95.flatMap { ClosedRange(finite: $0.lowerBound - truth, $0.upperBound - truth) }
  }
}
