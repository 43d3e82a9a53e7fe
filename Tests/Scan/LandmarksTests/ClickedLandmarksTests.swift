import Diagnostics
import Geometry
import Testing
import Workers

@testable import Landmarks

/// Several clicks on each landmark, put together.
@Suite struct ClickedLandmarksTests {
  private static let camera = Camera(width: 320, height: 240, fx: 296, fy: 296, cx: 160, cy: 120)
  private static let truth: [Landmark: Vector3] = [
    .sellion: [0, 0.085, 0.01], .tragionLeft: [-0.06, 0.01, 0], .tragionRight: [0.06, 0, 0.005],
  ]

  /// Frame k looks at the middle from its own side, 0.4 m away.
  private static func view(_ frame: Int) -> ClickView {
    let turn = Matrix3.rotation([0, 0, 0.3 * Double(frame)])
    let eye = turn * Vector3(0.4, 0, 0)
    let (forward, down) = (-eye.normalized, Vector3(0, 0, -1))
    return ClickView(
      camera: camera,
      scanFromCamera: RigidTransform(
        rotation: Matrix3(columns: down.cross(forward), down, forward), translation: eye), depthCorrection: .none)
  }

  /// A click on a place in a frame.
  private static func click(_ landmark: Landmark, _ frame: Int, at place: Vector3) throws -> ReportedClick {
    let seen = try #require(view(frame).projection(of: place))
    return ReportedClick(
      LandmarkClick(frame: "f\(frame)", pixel: seen.pixel), on: landmark, source: .picked, frame: frame,
      depth: seen.depth)
  }

  private static func clicks(_ frames: Range<Int>, noise: Double = 0, seed: UInt64 = 0) throws -> [ReportedClick] {
    var random = SeededGenerator(seed: seed)
    return try truth.sorted { $0.key < $1.key }.flatMap { landmark, place in
      try frames.map { try click(landmark, $0, at: place + random.normal3() * noise) }
    }
  }

  @Test func clicksThatAgreeGiveTheirPlace() throws {
    let clicked = ClickedLandmarks(try Self.clicks(0..<5)) { Self.view($0) }
    for (landmark, place) in Self.truth {
      let estimate = try #require(clicked.landmarks.estimates[landmark])
      #expect((estimate.position - place).length < 1e-9)
      #expect(estimate.evidence == 5)
      #expect(estimate.standardDeviation < 0.001)
      #expect(estimate.fault == nil)
    }
    #expect(clicked.discarded.isEmpty)
    #expect(clicked.landmarks.areSufficient)
  }

  /// Clicks of a person are believed; clicks in other frames than those that were meant scatter by several millimetres.
  @Test(arguments: 1...10 as ClosedRange<UInt64>) func clicksThatScatterAreAskedAbout(seed: UInt64) throws {
    let codes = { (noise: Double, frames: Range<Int>) in
      let clicked = ClickedLandmarks(try Self.clicks(frames, noise: noise, seed: seed)) { Self.view($0) }
      return clicked.discarded.filter { $0.code == .landmarksClicksScatter }
    }
    #expect(try codes(0.001, 0..<4).isEmpty && codes(0.0003, 0..<2).isEmpty, "seed \(seed)")
    let warned = try #require(try codes(0.004, 0..<4).first, "seed \(seed)")
    let scatter = try #require(warned.values["scatter_mm"]?.figure)
    #expect(warned.severity == .warning)
    #expect(scatter > 2)
    #expect(scatter < 9)
    #expect(warned.values["limit_mm"]?.figure == 2)
    // One click on each landmark tells nothing.
    #expect(try codes(0.004, 0..<1).isEmpty)
  }

  /// Neither the order of the clicks nor the number of threads matters.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theOrderDoesNotMatter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clicks = try Self.clicks(0..<6, noise: 0.001, seed: seed)
    let own = ClickedLandmarks(clicks) { Self.view($0) }
    let other = ClickedLandmarks(clicks.shuffled(using: &random), workers: Workers(count: 3)) { Self.view($0) }
    for landmark in Self.truth.keys {
      let (a, b) = (own.landmarks.estimates[landmark]!, other.landmarks.estimates[landmark]!)
      #expect((a.position - b.position).length < 1e-6, "seed \(seed)")
      #expect(a.evidence == b.evidence, "seed \(seed)")
      #expect((a.position - Self.truth[landmark]!).length < 0.002, "seed \(seed)")
    }
  }

  /// A click of which the others know nothing is left out and told; so is one in a frame without a pose.
  @Test func clicksThatSayNothingAreLeftOut() throws {
    var clicks = try Self.clicks(0..<5)
    clicks.append(try Self.click(.sellion, 5, at: [0.03, 0.085, 0.01]))
    clicks.append(try Self.click(.tragionLeft, 6, at: Self.truth[.tragionLeft]!))
    let clicked = ClickedLandmarks(clicks) { $0 == 6 ? nil : Self.view($0) }
    #expect(clicked.discarded.count == 2)
    #expect(clicked.clicks.map(\.placed) == clicks.map(\.placed))
    #expect(clicked.clicks.count(where: \.isUsed) == 15 && clicked.clicks.dropLast(2).allSatisfy(\.isUsed))
    #expect(abs((clicked.clicks[15].apart ?? 0) - 0.03) < 1e-3 && clicked.clicks[15].fault == nil)
    #expect(clicked.clicks[16].apart == nil && clicked.clicks[16].fault == .phrase("frame_without_pose"))
    for (landmark, place) in Self.truth {
      let estimate = try #require(clicked.landmarks.estimates[landmark])
      #expect((estimate.position - place).length < 1e-6)
      #expect(estimate.evidence == 5)
      #expect(estimate.fault == nil)
    }
  }

  @Test func aLandmarkOfWhichNoFrameHasAPoseIsRejected() throws {
    let clicked = ClickedLandmarks(try Self.clicks(0..<3)) { _ in nil }
    for landmark in Self.truth.keys {
      #expect(clicked.landmarks[landmark] == nil && clicked.landmarks.estimates[landmark]?.evidence == 0)
      #expect(clicked.landmarks.estimates[landmark]?.rejection != nil)
    }
    #expect(clicked.discarded.isEmpty, "nothing is left out of what is not used")
    #expect(ClickedLandmarks([]) { Self.view($0) }.landmarks == HeadLandmarks([:]))
  }
}
