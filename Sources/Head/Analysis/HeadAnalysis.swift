import Diagnostics
import Geometry
import Landmarks
import PointClouds
import Workers

/// The measurement of a head: surface and landmarks in, measures out.
public struct HeadAnalysis: Sendable {
  /// The protocol.
  public var choices: MeasurementProtocol
  /// The severity scales by which measures are graded.
  public var scales: [SeverityScale]
  /// The cap on the head, or nil where there is none.
  public var cap: CapLayer?
  /// How intervals are computed, or nil for none.
  public var uncertainty: UncertaintyOptions?
  /// What no protocol defines.
  public var options: AnalysisOptions
  /// How landmarks are looked for on the surface, to be compared with those that are given.
  public var finder = AutomaticLandmarkOptions()
  /// What the surface shows of the landmarks, where that is known; nil where it is to be looked for.
  public var found: HeadLandmarks?
  /// What lies under the cap, by a scan without it; nil without one.
  private var gap: CapGap?
  /// The one measure that is asked for, with its intervals; nil for all, with their budgets.
  private var only: MeasureName?
  /// The threads that share the work; no result depends on them.
  public var workers = Workers(count: 1)

  /// An analysis from its choices.
  public init(
    choices: MeasurementProtocol = .standard, scales: [SeverityScale] = [.choa], cap: CapLayer? = nil,
    uncertainty: UncertaintyOptions? = UncertaintyOptions(), options: AnalysisOptions = AnalysisOptions()
  ) {
    (self.choices, self.scales, self.cap, self.uncertainty) = (choices, scales, cap, uncertainty)
    self.options = options
  }

  /// The analysis of a head of which somebody states how thick the hair under its cap is at most, pressed flat, in
  /// millimetres; the same where nobody does.
  public func stating(hairMm: Double?) -> HeadAnalysis {
    guard let hairMm else { return self }
    var analysis = self
    analysis.options = options.stating(hairMm: hairMm)
    analysis.uncertainty?.intervals.state(hair: hairMm / 1000)
    return analysis
  }

  /// The analysis of a head of which a scan without the cap showed what lies under it; the same without one.
  public func knowing(_ gap: CapGap?) -> HeadAnalysis {
    guard let gap else { return self }
    var analysis = self
    (analysis.cap, analysis.gap) = (cap.map(gap.applied), gap)
    analysis.uncertainty?.intervals.take(gap)
    return analysis
  }

  /// Measures a head surface.
  ///
  /// - Parameters:
  ///   - surface: the checked surface, metres, any frame; the cap's points are in the same.
  ///   - landmarks: sellion and tragions in the same frame. Where one is missing or rejected, everything is withheld.
  /// - Throws: ``HeadFrameError`` for landmarks that can't be those of a head, ``MeasurementProtocolError`` for a level
  ///   that misses the head.
  public func measure(_ surface: HeadSurface, landmarks: HeadLandmarks) throws -> HeadMeasures {
    let faults = landmarks.faults
    guard faults.isEmpty else { return withheld(because: faults, landmarks) }
    guard var frame = try HeadFrame(landmarks, apAxis: choices.apAxis.ofLandmarks) else {
      return withheld(because: [Finding(.landmarksMissing)], landmarks)
    }
    guard abs(frame.axisDifferenceDegrees) <= HeadFrame.largestAxisDifference else {
      throw HeadFrameError.skewed(degrees: frame.axisDifferenceDegrees)
    }
    let looksInwards = Orientation.looksInwards(surface, frame)
    guard !Orientation.isUpsideDown(surface, frame) else {
      throw looksInwards ? HeadFrameError.mirrored : HeadFrameError.upsideDown
    }
    try frame.checkNose(landmarks)
    let observers = landmarks.estimates.mapValues(\.source).reduce(into: [:]) { deviations, entry in
      deviations[entry.key] = options.intervals.observer.deviations(of: entry.key, entry.value)
    }
    // On the whole surface: fingers tell where an ear ends.
    let (comparison, (hands, free, rims)) = workers.both { [frame] in
      LandmarkComparison(landmarks, on: surface, frame, found: found, observers: observers, finder: finder)
    } _: {
      let hands = HoldingHands(on: surface, landmarks)
      let free = hands?.cut(from: surface) ?? surface
      return (hands, free, Hole.rims(of: free))
    }
    try comparison.check(landmarks, frame)
    var (landmarks, symmetry) = (landmarks, FaceSymmetry?.none)
    if choices.apAxis == .faceSymmetry {
      do throws(FaceSymmetry.Refusal) {
        let found = try FaceSymmetry(free, landmarks, frame, options.symmetry, workers: workers)
        (landmarks, frame, symmetry) = (found.landmarks, found.frame, found)
      } catch { return withheld(because: [error.finding], landmarks) }
    }
    let head = free.moved(by: frame.headFromScan)
    let comparesMidlines = symmetry == nil && uncertainty != nil
    var (result, bySymmetry) = try workers.both {
      [frame, landmarks, symmetry] in
      try measureInHeadFrame(
        head, rims, landmarks.transformed(by: frame.headFromScan), cap?.transformed(by: frame.headFromScan), symmetry)
    } _: {
      [frame, landmarks] in
      comparesMidlines ? indexBySymmetry(free, rims, landmarks, frame) : nil
    }
    result.frame = frame
    (result.comparison, result.hands) = (comparison, hands)
    result.notes += surface.remarks(on: landmarks) + comparison.findings + (hands?.findings ?? [])
    result.symmetry = symmetry
    if result.isComplete { result.indexBySymmetry = bySymmetry }
    result.landmarks = landmarks
    if looksInwards {
      result.notes.append(Finding(.surfaceInwards))
    }
    result.notes += [surface.partsFinding, surface.damage.finding].compactMap(\.self)
    return result
  }

  /// The protocol's index with the midline by the symmetry of the face.
  private func indexBySymmetry(
    _ surface: HeadSurface, _ rims: [[Int32]], _ landmarks: HeadLandmarks, _ frame: HeadFrame
  ) -> MeasureResult {
    var reason = Finding(.frameSymmetryNone)
    do {
      let found = try FaceSymmetry(surface, landmarks, frame, options.symmetry, workers: workers)
      var other = self
      (other.choices.apAxis, other.only) = (.faceSymmetry, choices.index)
      let move = found.frame.headFromScan
      return try other.measureInHeadFrame(
        surface.moved(by: move), rims, found.landmarks.transformed(by: move), cap?.transformed(by: move), found)[
          choices.index]
    } catch let refusal as FaceSymmetry.Refusal {
      reason = refusal.finding
    } catch {}  // landmarks that make no frame with that midline
    return MeasureResult(value: nil, unit: choices.index.unit, reasons: [reason])
  }

  private func withheld(because reasons: [Finding], _ landmarks: HeadLandmarks = HeadLandmarks([:])) -> HeadMeasures {
    .withheld(because: reasons, landmarks: landmarks, choices: choices, scales: scales)
  }

  /// A head in its head frame.
  private struct FramedHead {
    let surface: HeadSurface
    /// The rims of the surface by the indices of their vertices: a cap that is taken off leaves them where they are.
    let rims: [[Int32]]
    let landmarks: HeadLandmarks
    /// The midline, where it comes from the face.
    let symmetry: FaceSymmetry?
    /// The vertex.
    let top: Vector3

    /// The head with another surface of the same vertices; nil for one without any.
    func with(_ surface: HeadSurface) -> FramedHead? {
      VertexHeight.top(of: surface.positions, .identity).map {
        FramedHead(surface: surface, rims: rims, landmarks: landmarks, symmetry: symmetry, top: $0)
      }
    }
  }

  private func measureInHeadFrame(
    _ surface: HeadSurface, _ rims: [[Int32]], _ landmarks: HeadLandmarks, _ cap: CapLayer?, _ symmetry: FaceSymmetry?
  ) throws -> HeadMeasures {
    guard let top = VertexHeight.top(of: surface.positions, .identity), top.z > 0 else {
      return withheld(because: [Finding(.surfaceBelowBase)])
    }
    if case .height(let height) = choices.level, height >= top.z {
      throw MeasurementProtocolError.levelMissesHead(name: choices.name, level: height, vertex: top.z)
    }
    let head = FramedHead(
      surface: surface, rims: rims, landmarks: landmarks, symmetry: symmetry, top: top)
    guard let cap, choices.capThickness == .compensated else { return try measured(head) }
    return try cap.thickness > 0 ? measured(head, under: cap) : measured(head, underThin: cap)
  }

  /// The measures of a head under a cap that is taken off.
  private func measured(_ head: FramedHead, under cap: CapLayer) throws -> HeadMeasures {
    // Where the cap's edge may lie as well matters to intervals alone.
    let edges = uncertainty == nil ? [0] : [0, -CapVariants.reach, CapVariants.reach]
    let bare = cap.removed(from: head.surface, top: head.top.z, edges: edges)
    let under = head.with(bare[0])!
    let variants = CapVariants(
      layer: cap.thickness, over: try values(of: head), under: nil,
      edges: try bare.dropFirst().map { try values(of: head.with($0)) },
      thicknessDeviation: cap.thicknessDeviation,
      edgeDeviation: cap.edgeDeviation(top: head.top.z))
    var result = try measured(under, variants)
    if let section = result.section { result.notes.append(note(cap, section, under.top.z)) }
    result.notes += [gap?.finding].compactMap(\.self) + hairNotes
    if gap == nil, cap.thickness > CapLayer.usualThickness {
      result.notes.append(Finding(.capThick, ["usual_mm": .millimetres(CapLayer.usualThickness)]))
    }
    return result
  }

  /// The measures of a head under a cap so thin that nothing is taken off: it has air and hair under it all the same.
  private func measured(_ head: FramedHead, underThin cap: CapLayer) throws -> HeadMeasures {
    guard uncertainty != nil else { return try measured(head) }
    var layer = cap
    layer.thickness = CapLayer.trialThickness
    let inner = layer.removed(from: head.surface, top: head.top.z, edges: [0])[0]
    let variants = CapVariants(
      layer: layer.thickness, over: try values(of: head), under: try values(of: head.with(inner)), edges: [],
      thicknessDeviation: 0, edgeDeviation: 0)
    var result = try measured(head, variants)
    result.notes += hairNotes
    return result
  }

  /// The values of a head as it is, without intervals; none without a head.
  private func values(of head: FramedHead?) throws -> CapVariants.Values {
    guard let head else { return [:] }
    var plain = HeadAnalysis(choices: choices, scales: scales, uncertainty: nil, options: options)
    (plain.workers, plain.only) = (workers, only)
    let measures = try plain.measured(head)
    let radii = measures.radii.enumerated().map { (Quantity.radius($0), $1.value) }
    return (measures.results.map { (.measure($0), $1.value) } + radii).reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  private func note(_ cap: CapLayer, _ section: Section, _ top: Double) -> Finding {
    var details: [String: FindingValue] = [
      "thickness_mm": .millimetres(cap.thickness, decimals: 1),
      "share_percent": .percent(cap.share(of: section, top: top)),
    ]
    if let uncertainty {
      if uncertainty.intervals.standOff > 0 {
        details["stand_off_mm"] = .millimetres(uncertainty.intervals.standOff, decimals: 1)
      }
      if options.intervals.statesHair { details["hair_mm"] = .millimetres(uncertainty.intervals.hair, decimals: 1) }
    }
    return Finding(.capRemoved, details)
  }

  /// That nobody stated how thick the hair under the cap is, where intervals rest on it, or that what somebody stated is
  /// unusual.
  private var hairNotes: [Finding] {
    let (hair, usual) = (options.intervals.hair, CapLayer.usualHair)
    if options.intervals.statesHair, hair > usual {
      return [
        Finding(.capHairThick, ["hair_mm": .millimetres(hair, decimals: 1), "usual_mm": .millimetres(usual)])
      ]
    }
    guard let uncertainty, !options.intervals.statesHair else { return [] }
    return [Finding(.capHairAssumed, ["hair_mm": .millimetres(uncertainty.intervals.hair, decimals: 1)])]
  }

  /// - Parameter variants: the same head with its cap in other places; nil without one.
  private func measured(_ head: FramedHead, _ variants: CapVariants? = nil) throws -> HeadMeasures {
    let (landmarks, top) = (head.landmarks, head.top)
    let holes = Hole.all(of: head.rims, head.surface.positions)
    let hidden =
      choices.level.usesVertex
      ? VertexHeight.hidden(top, holes: holes, bridgedGap: choices.bridgedGap) : nil
    let reach = hidden.map(\.height).flatMap { $0.isFinite ? $0 : nil } ?? 0
    let trial = LandmarkMonteCarlo(
      head.surface, holes: holes, landmarks, choices, top: top.z,
      symmetry: head.symmetry, observer: uncertainty?.intervals.observer ?? .none, isFixed: uncertainty == nil,
      hidden: reach, only: only, workers: workers)
    guard var nominal = trial.evaluate(landmarks) else {
      return withheld(because: [Finding(.frameNone)])
    }
    if let section = nominal.section?.section,
      LandmarkOrder.isMixedUp(head.surface, landmarks, level: section.level, choices)
    {
      throw HeadFrameError.mixedUp
    }
    var changes: [MeasureName: Double] = [:]
    if let hidden {
      let raised = reach > 0 ? (1...4).map { trial.evaluate(landmarks, raised: reach * Double($0) / 4) } : [nil]
      changes = hide(raised, of: &nominal, because: hidden.finding)
    }
    let cap = variants.map { CapEffect($0, nominal: nominal) }
    let spreads = uncertainty.map { uncertainty in
      var uncertainty = uncertainty
      if !changes.isEmpty { uncertainty.sources[.hidden] = changes.mapValues { $0 / 3.0.squareRoot() } }
      return trial.spreads(landmarks, nominal: nominal, cap: cap, uncertainty, workers)
    }
    var result = MeasureSynthesis(nominal: nominal, spreads: spreads, overCap: variants?.over ?? [:])
      .measures(choices, scales: scales, vertexHeight: top.z, workers)
    if let hidden, !changes.isEmpty { result.notes.append(hidden.finding.with(severity: .warning)) }
    return result
  }

  /// Withholds the measures of the section that a hidden vertex can change by more than an extent that counts as not
  /// measured would.
  ///
  /// - Parameter raised: the measures with the vertex as high as it may be, and between; nil where they can't be told.
  /// - Returns: by how much each of the other measures may be off, in its unit.
  private func hide(_ raised: [Evaluation?], of nominal: inout Evaluation, because reason: Finding) -> [MeasureName:
    Double]
  {
    let noise = MeasureName.Noise(mm: 1000 * Unseen.hiddenExtent, values: nominal.values)
    var changes: [MeasureName: Double] = [:]
    for name in MeasureName.allCases where name.basis == .section {
      guard let value = nominal.signed(name, nominal: nominal) else { continue }
      let change = raised.map { raised in
        raised?.signed(name, nominal: nominal).map { abs($0 - value) } ?? .infinity
      }.max()!
      if change <= name.traits.deviation(noise) { changes[name] = change }
    }
    let lost = MeasureName.allCases.filter { $0.basis == .section && changes[$0] == nil && nominal.values[$0] != nil }
    nominal.withhold(lost, because: reason)
    return changes
  }
}

extension HeadAnalysis {
  /// Measures a head surface without a cap; see ``measure(_:landmarks:)-(HeadSurface,_)``.
  public static func measure(
    _ surface: HeadSurface, landmarks: HeadLandmarks, choices: MeasurementProtocol = .standard,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) throws -> HeadMeasures {
    try HeadAnalysis(choices: choices, uncertainty: uncertainty).measure(surface, landmarks: landmarks)
  }

  /// Measures a mesh without a cap; see ``measure(_:landmarks:)-(HeadSurface,_)``.
  ///
  /// - Throws: ``SurfaceError`` too.
  public static func measure(
    _ mesh: Mesh, landmarks: HeadLandmarks, choices: MeasurementProtocol = .standard,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) throws -> HeadMeasures {
    try measure(HeadSurface(mesh), landmarks: landmarks, choices: choices, uncertainty: uncertainty)
  }
}

extension HeadSurface {
  /// The surface moved by a rigid transform.
  func moved(by transform: RigidTransform) -> HeadSurface {
    HeadSurface(positions: positions.map { transform * $0 }, triangles: triangles)
  }
}
