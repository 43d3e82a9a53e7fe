import Diagnostics
import Foundation
import Geometry
import Landmarks
import Testing

@testable import Analysis

@Suite struct HeadFrameTests {
  func frame(_ s: Vector3, _ l: Vector3, _ r: Vector3, _ axis: MeasurementProtocol.APAxis = .sellion) throws
    -> HeadFrame
  {
    try HeadFrame(sellion: s, tragionLeft: l, tragionRight: r, apAxis: axis)
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func putsTheLandmarksWhereTheFrameSays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let (s, l, r) = (motion * [0, 0.07, 0.02], motion * [-0.06, 0.003, 0.001], motion * [0.055, -0.004, 0.002])
    for axis in [MeasurementProtocol.APAxis.sellion, .earLine] {
      let t = try frame(s, l, r, axis).headFromScan
      #expect(abs(t.rotation.determinant - 1) < 1e-12)
      #expect((t * ((l + r) / 2)).length < 1e-12)
      for p in [s, l, r] { #expect(abs((t * p).z) < 1e-12) }
      #expect((t * s).y > 0)
      #expect((t * r).x > 0)
      if axis == .sellion { #expect(abs((t * s).x) < 1e-12) } else { #expect(abs((t * r).y) < 1e-12) }
    }
  }

  @Test func theAxesDifferByTheEarsShift() throws {
    let f = try frame([0, 0.07, 0], [-0.06, -0.004, 0], [0.06, 0.004, 0])
    #expect(abs(f.axisDifferenceDegrees - 3.8141) < 1e-3)
  }

  /// A midline that leans by an angle and meets the line between the ears 2 mm to the right of their middle.
  @Test(arguments: [0.0, 7, -28]) func aMidlineMakesTheFrame(degrees: Double) throws {
    let angle = degrees * .pi / 180
    let normal = Vector3(cos(angle), sin(angle), 0)
    let midline = Plane(normal: normal, offset: 0.002 * normal.x)
    let own = try HeadFrame(
      sellion: [0.004, 0.07, 0], tragionLeft: [-0.06, 0, 0], tragionRight: [0.06, 0, 0], apAxis: .faceSymmetry,
      midline: midline)
    #expect((own.headFromScan * [0.002, 0, 0]).length < 1e-12)
    let ahead = own.headFromScan * (Vector3(0.002, 0, 0) + Vector3(0, 0, 1).cross(normal) * 0.05)
    #expect((ahead - Vector3(0, 0.05, 0)).length < 1e-12)
    #expect(abs(own.axisDifferenceDegrees + degrees) < 1e-9)
  }

  @Test func aMidlineBelongsToItsAxisAndRunsBetweenTheEars() throws {
    let (s, l, r): (Vector3, Vector3, Vector3) = ([0, 0.07, 0], [-0.06, 0, 0], [0.06, 0, 0])
    let leaning = Plane(normal: [cos(0.54), sin(0.54), 0], offset: 0)  // by 31°
    #expect(throws: HeadFrameError.collinear) {
      try HeadFrame(sellion: s, tragionLeft: l, tragionRight: r, apAxis: .faceSymmetry, midline: leaning)
    }
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)
    let upright = Plane(normal: [1, 0, 0], offset: 0)
    #expect(try HeadFrame(landmarks, apAxis: .faceSymmetry) == nil)
    #expect(try HeadFrame(landmarks, apAxis: .sellion, midline: upright) == nil)
    #expect(try HeadFrame(landmarks, apAxis: .faceSymmetry, midline: upright) != nil)
  }

  @Test func anImplausibleDistanceIsNamedWithItsLimits() {
    let error = HeadFrameError.implausible(.tragions, found: 0.3, range: 0.05...0.25)
    #expect(error.message.values["low"]?.figure == 50 && error.message.values["high"]?.figure == 250)
    #expect(error.finding.values["low_mm"]?.figure == 50 && error.finding.values["high_mm"]?.figure == 250)
  }

  @Test func refusesWhatIsNoHead() {
    let (s, l, r): (Vector3, Vector3, Vector3) = ([0, 0.07, 0], [-0.06, 0, 0], [0.06, 0, 0])
    #expect(throws: HeadFrameError.collinear) { try frame([0.04, 0, 0], l, r) }
    #expect(throws: HeadFrameError.collinear) { try frame(s, l, l) }
    #expect(throws: HeadFrameError.notFinite) { try frame([.nan, 0, 0], l, r) }
    #expect(throws: HeadFrameError.self) { try frame(s * 1000, l * 1000, r * 1000) }
    #expect(throws: HeadFrameError.self) { try frame(s / 10, l, r) }
  }

  @Test func noticesLandmarksThatHaveChangedPlaces() throws {
    let head = TestHeads.closed(rings: 60, spokes: 120) { d in d * Vector3(0.06, 0.075, d.z > 0 ? 0.09 : 0.05) }
    let places = Landmark.required.map { TestHeads.landmarks[$0]! }
    for turn in 1...2 {
      let moved = Landmark.required.indices.map { (Landmark.required[$0], places[($0 + turn) % 3]) }
      let landmarks = HeadLandmarks(Dictionary(uniqueKeysWithValues: moved), standardDeviation: 0.001)
      let error = #expect(throws: HeadFrameError.self) { try TestHeads.measure(head, landmarks: landmarks) }
      #expect(error?.remedy == "check which landmark is which")
    }
  }

  @Test func noticesThemWhereTheAxesAgree() throws {
    // With the sellion this far forward the three points make nearly an equilateral triangle.
    let head = TestHeads.closed(rings: 60, spokes: 120) { d in d * Vector3(0.062, 0.078, d.z > 0 ? 0.09 : 0.05) }
    let places: [Vector3] = [[0, 0.086, 0], [-0.06, 0, 0], [0.06, 0.004, 0]]
    for turn in 0...2 {
      let moved = Landmark.required.indices.map { (Landmark.required[$0], places[($0 + turn) % 3]) }
      let landmarks = HeadLandmarks(Dictionary(uniqueKeysWithValues: moved), standardDeviation: 0.001)
      if turn == 0 {
        #expect(throws: Never.self) { try TestHeads.measure(head, landmarks: landmarks) }
      } else {
        #expect(throws: HeadFrameError.mixedUp) { try TestHeads.measure(head, landmarks: landmarks) }
      }
    }
  }

  @Test func noticesFacesThatLookInwards() throws {
    let head = TestHeads.plagiocephalic()
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)
    var inwards = head
    inwards.triangles = head.triangles.map { [$0.x, $0.z, $0.y] }
    let outside = try TestHeads.measure(head, landmarks: landmarks)
    let inside = try TestHeads.measure(inwards, landmarks: landmarks)
    #expect(abs(inside[.cvai].value! - outside[.cvai].value!) < 1e-9)
    #expect(outside.remarks.isEmpty)
    #expect(inside.remarks.map(\.code) == [.surfaceInwards])
    // A mirror turns faces over, and with the right names of the ears the head stands on its crown.
    var mirrored = TestHeads.cutting(head) { $0.z < -0.02 }
    mirrored.positions = mirrored.positions.map { $0 * [-1, 1, 1] }
    let names = HeadLandmarks(TestHeads.landmarks.mapValues { $0 * [-1, 1, 1] }, standardDeviation: 0.001)
    #expect(throws: HeadFrameError.mirrored) { try TestHeads.measure(mirrored, landmarks: names) }
  }

  @Test func leavesOutWhatLiesApart() throws {
    let head = TestHeads.plagiocephalic()
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)
    let ball = TestHeads.ellipsoid(0.03, 0.03, 0.03, rings: 20, spokes: 40)
    var both = head
    let first = Int32(head.positions.count)
    both.positions += ball.positions.map { $0 + [0, 0, 0.15] }
    both.triangles += ball.triangles.map { $0 &+ SIMD3(repeating: first) }
    let alone = try TestHeads.measure(head, landmarks: landmarks)
    let beside = try TestHeads.measure(both, landmarks: landmarks)
    #expect(beside.results == alone.results)
    #expect(beside.vertexHeight == alone.vertexHeight)
    #expect(beside.remarks.map { $0.text() } == ["a part of the mesh beside the head left out"])
  }

  @Test func noticesExchangedEars() throws {
    var exchanged = TestHeads.landmarks
    (exchanged[.tragionLeft], exchanged[.tragionRight]) = (exchanged[.tragionRight], exchanged[.tragionLeft])
    let landmarks = HeadLandmarks(exchanged, standardDeviation: 0.001)
    // The vault reaches 90 mm up; the underside is open, or closed 50 mm down.
    let closed = TestHeads.closed(rings: 60, spokes: 120) { d in d * Vector3(0.06, 0.075, d.z > 0 ? 0.09 : 0.05) }
    for head in [closed, TestHeads.cutting(closed) { $0.z < -0.02 }] {
      #expect(throws: HeadFrameError.upsideDown) { try TestHeads.measure(head, landmarks: landmarks) }
      #expect(throws: Never.self) {
        try TestHeads.measure(head, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
      }
    }
  }
}
