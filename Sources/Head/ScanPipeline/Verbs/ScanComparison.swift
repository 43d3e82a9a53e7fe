public import Analysis
public import Diagnostics
public import Files
import Geometry
import HeadViews
public import Platform
import PointClouds
public import Reports
public import Workers

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
  ///   - increments: norms of the growth between visits; nil for none.
  ///   - workers: the threads that share the scans and their points.
  /// - Throws: a ``UserFacingError`` for input that can't be read or compared.
  public static func compare(
    _ inputs: [ComparedInput], by method: RegistrationMethod = .surface, options: OptionsFile = OptionsFile(),
    increments: IncrementTable? = nil, workers: Workers = Workers(count: 1)
  ) throws -> ScanComparison {
    var analysis = HeadAnalysis(
      choices: options.measurement ?? .standard, scales: options.scales ?? SeverityScale.usual,
      uncertainty: UncertaintyOptions(options.stages.analysis.intervals), options: options.stages.analysis)
    analysis.workers = workers
    try requireDistinct(inputs)
    let order = VisitOrder(
      try workers.map(inputs.count) { [analysis] in try ComparedScan.read(inputs[$0], by: analysis) })
    let scans = order.scans
    try requireOneProtocol(scans)
    let (heads, labels) = (scans.map(\.head), Visit.labels(scans.count))
    let comparisons = try HeadChange.pairs(scans.count).map { a, b in
      let names = ScanNames(labels[a], labels[b])
      return try HeadComparison.compare(
        heads[a], heads[b], by: method, names: names,
        isOneObserver: isOneObserver(scans[a], scans[b]),
        doubt: otherSubject(order.visits[a], order.visits[b], names),
        options: options.stages.comparison, workers: workers)
    }
    let choices = scans[0].result.protocol
    let changes = zip(HeadChange.pairs(scans.count), comparisons).map { pair, comparison in
      let (before, after) = (order.visits[pair.0], order.visits[pair.1])
      var change = ScanChange(comparison, a: labels[pair.0], b: labels[pair.1])
      if let first = before.when?.days, let last = after.when?.days { change = change.taking(days: last - first) }
      let score = increments.flatMap { growth(comparison, before, after, $0, choices) }
      return score.map { change.taking($0) } ?? change
    }
    var result = HeadChange(
      order.visits, order: order.kind, comparisons: changes, choices: scans[0].result.protocol)
    result.remarks = order.remarks + remarks(scans, labels) + [result.contradiction].compactMap(\.self)
    if let increments, !changes.contains(where: { $0.increment != nil }) {
      result.remarks.append(silent(increments, choices))
    }
    result.provenance = .init(
      version: CalvariaVersion.current, inputs: try digests(scans, labels),
      options: ["registration": method.rawValue].merging(stated(options.stages)) { $1 })
    return ScanComparison(result: result, comparisons: comparisons)
  }

  /// Where the growth of the circumference between two visits stands; nil where they are not as far apart as the table's, where age
  /// or sex is not stated, and where the circumference is not the table's.
  private static func growth(
    _ comparison: HeadComparison, _ before: Visit, _ after: Visit, _ table: IncrementTable,
    _ choices: ScanResult.ProtocolChoices
  ) -> IncrementScore? {
    guard choices.isAt(.greatestCircumference), let ages = VisitAges([before, after]),
      table.spans(ages.months[0], ages.months[1]),
      let change = comparison.changes.first(where: { $0.name == .circumference }), let value = change.change
    else { return nil }
    return table.score(
      Estimate(value, ci95: change.ci95), ages: (ages.months[0], ages.months[1]), ages.sex)
  }

  /// Why no growth is compared.
  private static func silent(_ table: IncrementTable, _ choices: ScanResult.ProtocolChoices) -> Finding {
    choices.isAt(.greatestCircumference)
      ? Finding(.incrementSpan, ["months": .exact(table.span)])
      : Finding(.incrementLevel, ["protocol": .text(choices.name)])
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
  static func isOneObserver(_ a: ComparedScan, _ b: ComparedScan) -> Bool {
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
        digests["\(label.lowercased())/\(file.lastPathComponent)"] = try Checksum.sha256(ofInput: file)
      }
    }
    return digests
  }

  /// The options that differ from the defaults, of those that matter here.
  private static func stated(_ options: StageOptions) -> [String: String] {
    let changes = options.changes().filter { $0.key.hasPrefix("comparison.") || $0.key.hasPrefix("analysis.") }
    return changes.isEmpty
      ? [:] : ["changed": changes.map { "\($0.key) \($0.value.summary)" }.joined(separator: ", ")]
  }
}

extension OutputKind {
  /// A comparison of scans of heads.
  public static let comparison = OutputKind(
    .phrase("earlier_comparison"), mark: "compare.json", holding: "\"calvaria/compare/",
    files: ["compare.json", "distance.ply", "sections.svg", "report.html"])
}

extension ScanComparison {
  /// The files of a comparison, by name; report and drawing are in a language.
  ///
  /// - Parameters:
  ///   - content: what the report is made of, see ``content(_:among:isDefaced:)``.
  ///   - workers: the threads that share the pictures.
  public func files(
    _ content: ComparisonContent, _ language: Language = .english, workers: Workers = Workers(count: 1)
  ) throws -> [(name: String, content: Data)] {
    let drawing = content.overlay.map { [("sections.svg", Data($0.svg.utf8))] } ?? []
    return [
      ("compare.json", try result.json()), ("distance.ply", distanceFile(content)),
      ("report.html", Data(try ComparisonPage(content, language: language, workers: workers).html().utf8)),
    ] + drawing
  }

  /// What the report is made of.
  ///
  /// - Parameters:
  ///   - others: the children among whom the visits are drawn.
  ///   - isDefaced: whether the face below the brow is left out.
  /// - Throws: ``ResultFolderError/noFace(name:)`` where a face that is to be left out can't be found.
  public func content(
    _ language: Language = .english, among others: OtherChildren = OtherChildren(), isDefaced: Bool = false
  ) throws -> ComparisonContent {
    let fromFirst = Array(comparisons.prefix(result.visits.count - 1))
    var content = ComparisonContent(
      result, overlay: SectionOverlay(fromFirst, labels: result.visits.map(\.label), language: language),
      scenes: try fromFirst.map { try $0.scenes() })
    content.threeScript = HeadBrowser.threeScript()
    content.others = others
    guard isDefaced else { return content }
    let defaced = content.defaced
    for (visit, scenes) in zip(result.visits.dropFirst(), zip(content.scenes, defaced.scenes)) {
      if scenes.0 != nil, scenes.1 == nil { throw ResultFolderError.noFace(name: visit.name) }
    }
    return defaced
  }

  /// The last scan's surface in the first one's head frame, coloured by its distance from the first; without the face where
  /// the content has none.
  private func distanceFile(_ content: ComparisonContent) -> Data {
    let kept = content.isDefaced ? Set(content.scenes.last??.distance.mesh.positions ?? []) : nil
    let (surface, values) = (whole.surface, whole.distances.values)
    let map = HeadMap.distance(values, limit: HeadComparison.distanceLimit)
    let colors = map.values.map { map.position(of: $0).map(map.kind.colors.color) ?? ColorScale.unknown }
    let all = VertexTable(
      mesh: Mesh(positions: surface.positions, triangles: surface.triangles, colors: colors),
      scalars: [("distance_mm", values), ("shape_mm", whole.shape.values)])
    let shown = kept.map { all.keeping($0) } ?? all
    let limit = NumberText.number(1000 * HeadComparison.distanceLimit, digits: 0)
    let (a, b) = (result.whole.a, result.whole.b)
    return MeshFile.encode(
      shown.mesh, scalars: shown.scalars.map { VertexScalar($0.name, $0.values.map { Float($0 * 1000) }) },
      unit: .millimetres,
      comments: [
        "Calvaria \(CalvariaVersion.current), a research tool, not a medical device", "unit mm",
        "frame head of \(a), RAS: x right, y anterior, z superior", "SPACE=RAS",
        "distance_mm: of \(b) from \(a), positive outside; shape_mm: the same at one size; nan where \(a) was not seen",
        "colour: distance_mm from blue at -\(limit) by white at 0 to orange at +\(limit); grey where there is none",
      ])
  }
}

/// A mesh with numbers at its vertices.
private struct VertexTable {
  var mesh: Mesh
  var scalars: [(name: String, values: [Double])]

  /// The part whose triangles have all their corners at some places.
  func keeping(_ places: Set<Vector3>) -> VertexTable {
    let (part, origin) = mesh.part { t in
      (0..<3).allSatisfy { places.contains(mesh.positions[Int(t[$0])]) }
    }
    return VertexTable(mesh: part, scalars: scalars.map { column in (column.name, origin.map { column.values[$0] }) })
  }
}
