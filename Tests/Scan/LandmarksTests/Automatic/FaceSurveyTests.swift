import Diagnostics
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

/// Nose and ears of one candidate, looked at closely.
@Suite struct FaceSurveyTests {
  private static let face: AnalyticFace = {
    var face = AnalyticFace()
    (face.earLeft, face.earRight) = (0.010, 0.014)
    return face
  }()

  private static let mesh = face.mesh()

  /// Landmarks and candidate of the face, moved by a transform.
  private static func survey(_ motion: RigidTransform) throws -> FaceSurvey? {
    FaceSurvey(
      try HeadSurface(mesh.transformed(by: motion)),
      FaceCandidate(
        nose: motion * face.tip, earLeft: motion * [-0.07, -0.012, -0.02], earRight: motion * [0.07, -0.012, -0.02],
        height: 0.01))
  }

  /// Nine looks find each part, wherever the head stands; the higher ear stands out more.
  @Test(
    arguments: [
      RigidTransform.identity,
      RigidTransform(rotation: .rotation([0.4, 1.2, -0.3]), translation: [0.3, -0.2, 0.5]),
    ])
  func allLooksFindAFace(motion: RigidTransform) throws {
    let survey = try #require(try Self.survey(motion))
    #expect(Set(survey.readings.keys) == [.sellion, .noseTip, .tragionLeft, .tragionRight])
    for (landmark, reading) in survey.readings {
      #expect(reading.count == 9, "\(landmark)")
      let looks = try #require(reading.checks.first { $0.fault.code == .landmarksFewLooks })
      #expect(looks.fault.values == ["found": .count(9), "looks": .count(9)], "\(landmark)")
      #expect(abs(looks.margin - 0.9) < 1e-9)
      #expect(reading.score.value > 0.5, "\(landmark) \(reading.score)")
    }
    let place = { (landmark: Landmark) in motion.inverse * survey.readings[landmark]!.position }
    #expect((place(.sellion) - Self.face.sellion).length < 0.003)
    #expect(place(.tragionLeft).x < -0.05)
    #expect(place(.tragionRight).x > 0.05)
    let sizes = try #require(survey.features)
    #expect(abs(sizes.rootDepth - Self.face.rootDepth) < 0.001)
    #expect(sizes.protrusionLeft > 0.004 && sizes.protrusionLeft < 0.011, "\(sizes)")
    #expect(sizes.protrusionRight > sizes.protrusionLeft + 0.002, "\(sizes)")
    #expect(abs(sizes.earHeightLeft - sizes.earHeightRight) < 0.003, "\(sizes)")
  }

  /// One look near picks finds what they mean, wherever the head stands: the tip a third of the way below the sellion, the ears
  /// behind the tragions, though these were picked 14 mm ahead.
  @Test(
    arguments: [
      RigidTransform.identity, RigidTransform(rotation: .identity, translation: [0.5, -0.4, 0.3]),
      RigidTransform(rotation: .rotation([-2.0, 0.5, 1.0]), translation: [-0.3, 0.6, -0.5]),
    ], [0.0, 0.014])
  func aNearLookFindsWhatIsThere(motion: RigidTransform, ahead: Double) throws {
    let surface = try HeadSurface(Self.mesh.transformed(by: motion))
    let exact = try #require(try Self.survey(.identity))
    let picked = { (landmark: Landmark) in
      let forward = landmark == .sellion ? 0 : ahead
      return motion * (exact.readings[landmark]!.position + [0, forward, 0])
    }
    let near = FaceSurvey(
      near: picked(.sellion), tragionLeft: picked(.tragionLeft), tragionRight: picked(.tragionRight), on: surface)
    #expect(near.features == nil)
    #expect(Set(near.readings.keys) == [.sellion, .noseTip, .tragionLeft, .tragionRight])
    for (landmark, reading) in near.readings {
      let off = motion.inverse * reading.position - exact.readings[landmark]!.position
      #expect(off.length < (ahead > 0 || landmark == .noseTip ? 0.004 : 0.0015), "\(landmark) \(off)")
      #expect(reading.count == 1)
      let looks = try #require(reading.checks.first { $0.fault.code == .landmarksFewLooks })
      #expect(looks.fault.values["looks"] == .count(1))
    }
  }

  /// What is no nose has no survey.
  @Test func withoutANoseThereIsNone() throws {
    let bare = AnalyticFace(nose: false)
    let surface = try HeadSurface(bare.mesh())
    let face = FaceCandidate(
      nose: [0, 0.072, -0.03], earLeft: [-0.07, -0.012, -0.02], earRight: [0.07, -0.012, -0.02], height: 0.01)
    #expect(FaceSurvey(surface, face) == nil)
    let near = FaceSurvey(
      near: [0, 0.07, -0.005], tragionLeft: [-0.066, -0.002, -0.02], tragionRight: [0.066, -0.002, -0.02], on: surface)
    #expect(near.readings[.sellion] == nil)
    #expect(near.readings[.tragionLeft] != nil && near.readings[.tragionRight] != nil)
  }
}
