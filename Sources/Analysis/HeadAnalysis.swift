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
  /// The threads that share the draws of intervals.
  public var workers = Workers(count: 1)

  /// An analysis from its choices.
  public init(
    choices: MeasurementProtocol = .standard, scales: [SeverityScale] = [.choa], cap: CapLayer? = nil,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) {
    (self.choices, self.scales, self.cap, self.uncertainty) = (choices, scales, cap, uncertainty)
  }

  /// Measures a head surface.
  ///
  /// - Parameters:
  ///   - surface: the checked surface, metres, any frame; the cap's points are in the same.
  ///   - landmarks: sellion and tragions in the same frame. Where one is missing or rejected, everything is withheld.
  /// - Throws: ``HeadFrameError`` for landmarks that can't be those of a head, ``MeasurementProtocolError`` for a level
  ///   that misses the head.
  public func measure(_ surface: HeadSurface, landmarks: HeadLandmarks) throws -> HeadMeasures {
    if let reason = landmarks.insufficiency { return withheld(because: reason, landmarks) }
    guard let frame = try HeadFrame(landmarks, apAxis: choices.apAxis) else {
      return withheld(because: "landmarks are missing", landmarks)
    }
    guard abs(frame.axisDifferenceDegrees) <= HeadFrame.largestAxisDifference else {
      throw HeadFrameError.skewed(degrees: frame.axisDifferenceDegrees)
    }
    let looksInwards = Orientation.looksInwards(surface, frame)
    guard !Orientation.isUpsideDown(surface, frame) else {
      throw looksInwards ? HeadFrameError.mirrored : HeadFrameError.upsideDown
    }
    let head = HeadSurface(positions: surface.positions.map { frame.headFromScan * $0 }, triangles: surface.triangles)
    var result = try measureInHeadFrame(
      head, landmarks.transformed(by: frame.headFromScan), cap?.transformed(by: frame.headFromScan))
    result.frame = frame
    result.landmarks = landmarks
    if looksInwards {
      result.notes.append("the mesh's faces look inwards; were it mirrored, left and right would be exchanged here")
    }
    if surface.partsLeftOut > 0 {
      let parts = surface.partsLeftOut == 1 ? "a part" : "\(surface.partsLeftOut) parts"
      result.notes.append("\(parts) of the mesh, apart from the largest, left out")
    }
    if let note = surface.damage.note { result.notes.append(note) }
    return result
  }

  private func withheld(because reason: String, _ landmarks: HeadLandmarks = HeadLandmarks([:])) -> HeadMeasures {
    .withheld(because: reason, landmarks: landmarks, choices: choices, scales: scales)
  }

  private func measureInHeadFrame(
    _ head: HeadSurface, _ landmarks: HeadLandmarks, _ cap: CapLayer?
  ) throws -> HeadMeasures {
    guard let top = VertexHeight.top(of: head.positions, .identity), top.z > 0 else {
      return withheld(because: "the surface does not reach above the base plane")
    }
    if case .height(let height) = choices.level, height >= top.z {
      throw MeasurementProtocolError.levelMissesHead(name: choices.name, level: height, vertex: top.z)
    }
    let rims = Hole.rims(of: head)
    guard let cap, cap.thickness > 0, choices.capThickness == .compensated else {
      return try measured(head, rims, landmarks, top)
    }
    let bare = cap.removed(from: head, top: top.z, edges: [0, -CapEffect.reach, CapEffect.reach]).map {
      (head: $0, top: VertexHeight.top(of: $0.positions, .identity)!)
    }
    var plain = HeadAnalysis(choices: choices, scales: scales, uncertainty: nil)
    plain.workers = workers
    let values = { [plain] (head: HeadSurface, top: Vector3) throws in
      try plain.measured(head, rims, landmarks, top).results.compactMapValues(\.value)
    }
    let effect = CapEffect(
      over: try values(head, top), edges: uncertainty == nil ? [] : try bare.dropFirst().map(values),
      thicknessError: cap.standardDeviation / cap.thickness)
    var result = try measured(bare[0].head, rims, landmarks, bare[0].top, effect)
    if let section = result.section { result.notes.append(note(cap, section, bare[0].top.z)) }
    if cap.thickness > CapLayer.usualThickness {
      result.notes.append(
        "caps are rarely thicker than \(NumberText.millimetres(CapLayer.usualThickness)): check the thickness, which every length feels twice"
      )
    }
    return result
  }

  private func note(_ cap: CapLayer, _ section: Section, _ top: Double) -> String {
    let share = NumberText.number(100 * cap.share(of: section, top: top), digits: 0)
    return
      "the cap, \(NumberText.number(cap.thickness * 1000, digits: 1)) mm thick, is taken off: the measures are those of the "
      + "head under it (\(share) % of the section lies under the cap); over_cap holds what a tape over the cap would give"
  }

  /// - Parameters:
  ///   - top: the vertex.
  ///   - effect: what taking off a cap has changed; nil without one.
  private func measured(
    _ head: HeadSurface, _ rims: [[Int32]], _ landmarks: HeadLandmarks, _ top: Vector3, _ effect: CapEffect? = nil
  ) throws -> HeadMeasures {
    let holes = Hole.all(of: rims, head.positions)
    let obstacle = VertexHeight.obstacle(top, holes: holes, .identity, bridgedGap: choices.bridgedGap)
    let trial = LandmarkMonteCarlo(
      head, holes: holes, landmarks, choices, top: top.z, isFixed: uncertainty == nil, workers: workers)
    guard var nominal = trial.evaluate(landmarks) else {
      return withheld(because: "the landmarks do not make a head frame")
    }
    if let section = nominal.section?.section,
      LandmarkOrder.isMixedUp(head, landmarks, level: section.level, choices)
    {
      throw HeadFrameError.mixedUp
    }
    if let obstacle { nominal.withholdSection(because: obstacle) }
    var spreads = uncertainty.map {
      Spreads(nominal: nominal, draws: trial.draws(landmarks, $0, workers), options: $0, volumes: trial.volumes)
    }
    if let effect { spreads?.capDeviations = effect.deviations(of: nominal.values) }
    return Summary(nominal: nominal, spreads: spreads, overCap: effect?.over ?? [:])
      .measures(choices, scales: scales, vertexHeight: top.z)
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
