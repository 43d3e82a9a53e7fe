import Geometry
import PointClouds

/// The measurement of a head: surface and landmarks in, measures out.
public enum HeadAnalysis {
  /// Measures a head surface.
  ///
  /// - Parameters:
  ///   - surface: the checked surface, metres, any frame.
  ///   - landmarks: sellion and tragions in the same frame. Where one is missing or rejected, everything is withheld.
  ///   - choices: the protocol.
  ///   - uncertainty: how intervals are computed, or nil for none.
  /// - Throws: ``HeadFrameError`` for landmarks that can't be those of a head.
  public static func measure(
    _ surface: HeadSurface, landmarks: HeadLandmarks, choices: MeasurementProtocol = .standard,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) throws(HeadFrameError) -> HeadMeasures {
    if let reason = landmarks.insufficiency {
      return .withheld(because: reason, landmarks: landmarks, choices: choices)
    }
    guard let frame = try HeadFrame(landmarks, apAxis: choices.apAxis) else {
      return .withheld(because: "landmarks are missing", landmarks: landmarks, choices: choices)
    }
    guard abs(frame.axisDifferenceDegrees) <= HeadFrame.largestAxisDifference else {
      throw .skewed(degrees: frame.axisDifferenceDegrees)
    }
    let looksInwards = Orientation.looksInwards(surface, frame)
    guard !Orientation.isUpsideDown(surface, frame) else { throw looksInwards ? .mirrored : .upsideDown }
    let head = HeadSurface(positions: surface.positions.map { frame.headFromScan * $0 }, triangles: surface.triangles)
    var result = try measureInHeadFrame(head, landmarks.transformed(by: frame.headFromScan), choices, uncertainty)
    result.frame = frame
    result.landmarks = landmarks
    if looksInwards {
      result.notes.append("the mesh's faces look inwards; were it mirrored, left and right would be exchanged here")
    }
    if surface.partsLeftOut > 0 {
      let parts = surface.partsLeftOut == 1 ? "a part" : "\(surface.partsLeftOut) parts"
      result.notes.append("\(parts) of the mesh, apart from the largest, left out")
    }
    return result
  }

  /// Measures a mesh; see ``measure(_:landmarks:choices:uncertainty:)-(HeadSurface,_,_,_)``.
  ///
  /// - Throws: ``SurfaceError`` or ``HeadFrameError``.
  public static func measure(
    _ mesh: Mesh, landmarks: HeadLandmarks, choices: MeasurementProtocol = .standard,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) throws -> HeadMeasures {
    try measure(HeadSurface(mesh), landmarks: landmarks, choices: choices, uncertainty: uncertainty)
  }

  private static func measureInHeadFrame(
    _ head: HeadSurface, _ landmarks: HeadLandmarks, _ choices: MeasurementProtocol, _ uncertainty: UncertaintyOptions?
  ) throws(HeadFrameError) -> HeadMeasures {
    guard let top = VertexHeight.top(of: head.positions, .identity), top.z > 0 else {
      return .withheld(because: "the surface does not reach above the base plane", choices: choices)
    }
    let obstacle = VertexHeight.obstacle(top, holes: Hole.all(of: head), .identity, bridgedGap: choices.bridgedGap)
    let trial = Trial(head, landmarks, choices, top: top.z)
    guard var nominal = trial.evaluate(landmarks) else {
      return .withheld(because: "the landmarks do not make a head frame", choices: choices)
    }
    if let section = nominal.section?.section,
      LandmarkOrder.isMixedUp(head, landmarks, level: section.level, choices)
    {
      throw .mixedUp
    }
    if let obstacle { nominal.withholdSection(because: obstacle) }
    let spreads = uncertainty.map { trial.spreads(nominal, landmarks, $0) }
    return Summary.summarise(nominal, spreads, vertexHeight: top.z, choices)
  }
}
