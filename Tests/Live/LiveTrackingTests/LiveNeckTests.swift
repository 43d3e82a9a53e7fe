import Feedback
import Geometry
import Testing

@testable import LiveTracking
@testable import Markers

/// Angles of a head whose poses are known exactly.
@Suite struct LiveNeckTests {
  private static let patch = TorsoPatch(markerSize: 0.016, ids: [90, 91, 92, 93])
  /// Directions of the map against the head's.
  private static let headFromMap = Matrix3.rotation([0.4, -0.7, 1.1])

  /// Square prints around a place, as a camera sees them.
  private func prints(_ cameraFromTorso: RigidTransform) -> [MarkerObservation] {
    let places: [Vector2] = [[-0.03, 0.02], [0.03, 0.02], [-0.03, -0.02], [0.03, -0.02]]
    return zip(Self.patch.ids.sorted(), places).map { id, place in
      let corners: [Vector3] = [[-0.008, 0.008, 0], [0.008, 0.008, 0], [0.008, -0.008, 0], [-0.008, -0.008, 0]]
      let points = corners.map { cameraFromTorso * ($0 + [place.x, place.y, 0]) }
      return MarkerObservation(
        id: id, corners: points.map { [$0.x / $0.z, $0.y / $0.z] },
        metric: MetricCorners(
          points: points, depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1], residual: 0, pixels: 100),
        depthPixels: 0, validDepthPixels: 0)
    }
  }

  private func seen(_ markers: [MarkerObservation]) -> FrameObservations {
    let camera = Camera(width: 640, height: 480, fx: 550, fy: 550, cx: 320, cy: 240)
    return FrameObservations(frame: 0, time: 0, camera: camera, markers: markers)
  }

  /// Readings of a head that is neutral for 1.5 s, then held at angles; the torso is turned, and the camera moves with it.
  private func readings(
    _ angles: [HeadAngles], torso: [RigidTransform], patchSeen: (Int) -> Bool
  ) -> [LiveNeck.FrameAngles] {
    var neck = LiveNeck(Self.patch, rules: .standard, sizeTolerance: 0.2)
    let head = HeadPlace(middle: .zero, headFromMap: Self.headFromMap)
    // At rest the head's axes lie somehow against the torso's.
    let torsoFromNeutral = Matrix3.rotation([0.2, 0.1, -0.3])
    return angles.enumerated().compactMap { i, held in
      let cardan = CardanAngles(
        x: -held.flexion * .pi / 180, y: held.lateral * .pi / 180, z: -held.rotation * .pi / 180)
      let torsoFromHead = torsoFromNeutral * cardan.rotation
      let cameraFromMap = torso[i].rotation * torsoFromHead * Self.headFromMap
      let mapFromCamera = RigidTransform(rotation: cameraFromMap.transpose, translation: [0.1, 0.2, 0.3])
      return neck.step(
        seen(patchSeen(i) ? prints(torso[i]) : []), time: Double(i) / 20, mapFromCamera: mapFromCamera, head: head)
    }
  }

  private static let rest = [HeadAngles](repeating: HeadAngles(flexion: 0, lateral: 0, rotation: 0), count: 30)
  private static let turned = [
    HeadAngles(flexion: 0, lateral: 0, rotation: 90), HeadAngles(flexion: 0, lateral: 0, rotation: -110),
    HeadAngles(flexion: 10, lateral: 40, rotation: 20), HeadAngles(flexion: -30, lateral: -70, rotation: 5),
  ]

  private func isClose(_ a: HeadAngles, _ b: HeadAngles) -> Bool {
    abs(a.flexion - b.flexion) < 1e-6 && abs(a.lateral - b.lateral) < 1e-6 && abs(a.rotation - b.rotation) < 1e-6
  }

  @Test func theTorsoThatMovesDoesNotMatter() {
    let angles = Self.rest + Self.turned
    let torso = angles.indices.map { i in
      RigidTransform(rotation: .rotation([0.01 * Double(i), 0.02 * Double(i), 0]), translation: [0, 0, 0.5])
    }
    let found = readings(angles, torso: torso) { _ in true }
    #expect(found.count == angles.count)
    #expect(found.allSatisfy { $0.reference == .torso })
    for (a, b) in zip(found.suffix(4), Self.turned) { #expect(isClose(a.angles, b), "\(a.angles), true \(b)") }
  }

  @Test func withoutThePatchTheTorsoIsWhereItWas() {
    let angles = Self.rest + Self.turned
    let torso = angles.map { _ in RigidTransform(rotation: .rotation([0.3, 0.1, 0]), translation: [0, 0, 0.5]) }
    let found = readings(angles, torso: torso) { $0 < 28 }
    #expect(found.suffix(6).allSatisfy { $0.reference == .lastTorso })
    for (a, b) in zip(found.suffix(4), Self.turned) { #expect(isClose(a.angles, b)) }
  }

  @Test func aPatchThatComesLateSaysNothing() {
    let angles = Self.rest + Self.turned
    let torso = angles.map { _ in RigidTransform(rotation: .rotation([0.3, 0.1, 0]), translation: [0, 0, 0.5]) }
    let found = readings(angles, torso: torso) { $0 > 28 }
    #expect(found.allSatisfy { $0.reference == .camera })
    for (a, b) in zip(found.suffix(4), Self.turned) { #expect(isClose(a.angles, b)) }
  }

  /// A head that is read at 0 s and again at 3 s has not been still meanwhile; frames that are seldom are no gap.
  @Test func aHeadThatWasNotSeenWasNotStill() {
    let head = HeadPlace(middle: .zero, headFromMap: .identity)
    let neutralAt = { (rate: Double, isSeen: (Double) -> Bool) -> Double? in
      var neck = LiveNeck(nil, rules: .standard, sizeTolerance: 0.2)
      for i in 0..<200 {
        let time = Double(i) / rate
        let pose = isSeen(time) ? RigidTransform(rotation: .identity, translation: .zero) : nil
        _ = neck.step(seen([]), time: time, mapFromCamera: pose, head: head)
        if neck.isNeutralKnown { return time }
      }
      return nil
    }
    #expect(neutralAt(20) { _ in true } == 1)
    #expect(neutralAt(20) { $0 == 0 || $0 >= 3 } == 4)
    #expect(neutralAt(20) { $0 < 0.5 || $0 >= 0.55 } == 1, "one frame is no gap")
    #expect(neutralAt(2) { _ in true } == 1)
  }

  @Test func aHeadThatIsNeverStillIsNeverNeutral() {
    var neck = LiveNeck(nil, rules: .standard, sizeTolerance: 0.2)
    let head = HeadPlace(middle: .zero, headFromMap: .identity)
    for i in 0..<100 {
      let pose = RigidTransform(rotation: .rotation([0, 0, 0.2 * Double(i % 3)]), translation: .zero)
      _ = neck.step(seen([]), time: Double(i) / 20, mapFromCamera: pose, head: head)
    }
    #expect(!neck.isNeutralKnown)
    #expect(neck.step(seen([]), time: 6, mapFromCamera: nil, head: head) == nil)
  }

  /// Within 5° of where it came to rest a head is still, and its mean is neutral.
  @Test(arguments: [(4.5, true), (5.5, false)]) func aHeadMaySwayByFiveDegrees(_ degrees: Double, _ isStill: Bool) {
    var neck = LiveNeck(nil, rules: .standard, sizeTolerance: 0.2)
    let head = HeadPlace(middle: .zero, headFromMap: .identity)
    let pose = { (degrees: Double) in
      RigidTransform(rotation: .rotation([0, 0, degrees * .pi / 180]), translation: .zero)
    }
    for i in 0...60 {
      _ = neck.step(seen([]), time: Double(i) / 20, mapFromCamera: pose(i % 2 == 0 ? 0 : degrees), head: head)
    }
    #expect(neck.isNeutralKnown == isStill)
  }
}
