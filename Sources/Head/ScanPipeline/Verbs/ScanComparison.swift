public import Analysis
import Diagnostics
import Geometry
internal import Files
import Platform
import PointClouds
public import Reports

/// The comparison of scans of one head: read, checked, put in order, registered.
public struct ScanComparison: Sendable {
  /// What was found, as it is written.
  public let result: HeadChange
  /// The pairs of ``HeadChange/pairs(_:)``.
  public let comparisons: [HeadComparison]

  /// From the first visit to the last.
  var whole: HeadComparison { comparisons[result.visits.count - 2] }

  /// Compares scans with the first of them, and with the one before: by their dates where all have one, otherwise as given.
  ///
  /// - Parameters:
  ///   - inputs: at least two.
  ///   - options: how meshes are measured, as folders have been, and how scans are compared.
  /// - Throws: a ``UserFacingError`` for input that can't be read or compared.
  public static func compare(
    _ inputs: [ComparedInput], by method: RegistrationMethod = .surface, options: OptionsFile = OptionsFile()
  ) throws -> ScanComparison {
    let analysis = HeadAnalysis(
      choices: options.measurement ?? .standard, scales: options.scales ?? [.choa],
      uncertainty: UncertaintyOptions(options.stages.analysis.intervals), options: options.stages.analysis)
    try requireDistinct(inputs)
    let order = VisitOrder(try inputs.map { try ComparedScan.read($0, by: analysis) })
    let scans = order.scans
    try requireOneProtocol(scans)
    let (heads, labels) = (scans.map(\.head), Visit.labels(scans.count))
    let comparisons = try HeadChange.pairs(scans.count).map { a, b in
      let names = ScanNames(labels[a], labels[b])
      return try HeadComparison.compare(
        heads[a], heads[b], by: method, names: names,
        isOneObserver: isOneObserver(scans[a], scans[b]),
        doubt: otherSubject(order.visits[a], order.visits[b], names),
        options: options.stages.comparison)
    }
    let changes = zip(HeadChange.pairs(scans.count), comparisons).map { pair, comparison in
      ScanChange(comparison, a: labels[pair.0], b: labels[pair.1])
    }
    var result = HeadChange(
      order.visits, order: order.kind, comparisons: changes, choices: scans[0].result.protocol)
    result.remarks = order.remarks + remarks(scans, labels)
    result.provenance = .init(
      version: CalvariaVersion.current, inputs: try digests(scans, labels),
      options: ["registration": method.rawValue].merging(stated(options.stages)) { $1 })
    return ScanComparison(result: result, comparisons: comparisons)
  }

  /// A scan compared with itself says nothing; a mesh with other landmarks is another measurement.
  private static func requireDistinct(_ inputs: [ComparedInput]) throws(ComparedScanError) {
    guard inputs.count >= 2 else { throw .tooFew(inputs.count) }
    let places = inputs.map { input in
      [input.path, input.landmarks].map { $0?.resolvingSymlinksInPath().path ?? "" }
    }
    for (index, place) in places.enumerated() where places[..<index].contains(place) {
      throw .twice(path: inputs[index].path.path)
    }
  }

  private static func requireOneProtocol(_ scans: [ComparedScan]) throws(ComparedScanError) {
    for scan in scans.dropFirst() {
      guard let difference = scans[0].result.protocol.difference(from: scan.result.protocol) else { continue }
      throw .differentProtocols(a: scans[0].input.path.path, b: scan.input.path.path, difference: difference)
    }
  }

  /// Whether the landmarks of two scans state the same observer, who errs alike in both.
  private static func isOneObserver(_ a: ComparedScan, _ b: ComparedScan) -> Bool {
    let observer = a.result.landmarks.observer
    return observer != nil && observer == b.result.landmarks.observer
  }

  /// Why two scans are not of one head where each states another subject; nil where they do not.
  private static func otherSubject(_ a: Visit, _ b: Visit, _ names: ScanNames) -> Finding? {
    guard let subjectA = a.subject, let subjectB = b.subject, subjectA != subjectB else { return nil }
    return Finding(
      .comparisonDifferentSubjects,
      [
        "a": .text(names.a), "b": .text(names.b), "subject_a": .quoted(subjectA), "subject_b": .quoted(subjectB),
      ])
  }

  /// What is odd about the scans themselves: the first is always the earlier one, the last the later one.
  private static func remarks(_ scans: [ComparedScan], _ labels: [String]) -> [Finding] {
    zip(scans, labels).enumerated().flatMap { index, scan in
      let names = ScanNames(scan.1, scan.1)
      return scan.0.remarks.map {
        index == 0 ? names.ofA($0, severity: $0.severity) : names.ofB($0, severity: $0.severity)
      }
    }
  }

  /// The digests of all files, under the letter of their scan.
  private static func digests(_ scans: [ComparedScan], _ labels: [String]) throws -> [String: String] {
    var digests: [String: String] = [:]
    for (scan, label) in zip(scans, labels) {
      for file in scan.files {
        digests["\(label.lowercased())/\(file.lastPathComponent)"] = try digest(of: file)
      }
    }
    return digests
  }

  private static func digest(of file: URL) throws(MeshFileError) -> String {
    guard let digest = Checksum.sha256(of: file) else {
      throw .unreadable(file: file.path, reason: .phrase("gone_since"))
    }
    return digest
  }

  /// The options that differ from the defaults, of those that matter here.
  private static func stated(_ options: StageOptions) -> [String: String] {
    let changes = options.changes().filter { $0.key.hasPrefix("comparison.") || $0.key.hasPrefix("analysis.") }
    return changes.isEmpty
      ? [:] : ["changed": changes.map { "\($0.key) \($0.value.summary)" }.joined(separator: ", ")]
  }
}
