import Diagnostics
import Foundation
import Geometry
import Images
import PointClouds
import Testing
import Workers

@testable import Landmarks

/// The depth at a click.
@Suite struct ReportedClickTests {
  private static let camera = Camera(width: 40, height: 30, fx: 37, fy: 37, cx: 19.5, cy: 14.5)

  /// The depth image of a plane normal · p = offset.
  private static func image(_ normal: Vector3, _ offset: Double) -> DepthImage {
    let pixels = (0..<1200).map { Float(depth(normal, offset, [Double($0 % 40), Double($0 / 40)])) }
    return DepthImage(width: 40, height: 30, pixels: pixels)
  }

  private static func seen(_ image: DepthImage) -> RegisteredDepth { RegisteredDepth(image, CameraPair(camera)) }

  private static func depth(_ normal: Vector3, _ offset: Double, _ pixel: Vector2) -> Double {
    offset / normal.dot(camera.ray(pixel))
  }

  /// Inverse depth is linear over the image of a plane, so a plane's depth is exact between the pixels, and at the border.
  @Test(arguments: [Vector2(20, 15), [17.3, 12.8], [0, 0], [38.6, 28.7], [-0.4, 29.4]]) func aPlanesDepthIsExact(
    pixel: Vector2
  ) throws {
    for normal in [Vector3(0, 0, 1), [0.2, -0.1, 1], [-0.25, 0.3, 1]] {
      let found = try #require(ReportedClick.depth(at: pixel, in: Self.seen(Self.image(normal, 0.3))))
      let expected = Self.depth(normal, 0.3, pixel)
      #expect(abs(found - expected) < 1e-6, "\(normal): \(found), \(expected)")
    }
  }

  /// The background beside an edge is left out; the surface that most neighbours show is the clicked one.
  @Test func anotherSurfaceIsLeftOut() throws {
    var image = Self.image([0, 0, 1], 0.3)
    for i in image.pixels.indices where i % 40 >= 22 { image.pixels[i] = 0.5 }
    #expect(abs(try #require(ReportedClick.depth(at: [20.4, 15], in: Self.seen(image))) - 0.3) < 1e-6)
    #expect(abs(try #require(ReportedClick.depth(at: [22.6, 15], in: Self.seen(image))) - 0.5) < 1e-6)
  }

  /// Eight valid pixels of the 49 around it are enough, seven are not.
  @Test(arguments: [(7, false), (8, true), (49, true)]) func aFewPixelsAreEnough(count: Int, isEnough: Bool) {
    var image = DepthImage(width: 40, height: 30, pixels: Array(repeating: .nan, count: 1200))
    // Every third of the 49, so that they are on no line.
    for place in (0..<count).map({ 3 * $0 % 49 }) { image.pixels[(12 + place / 7) * 40 + 17 + place % 7] = 0.3 }
    #expect((ReportedClick.depth(at: [20, 15], in: Self.seen(image)) != nil) == isEnough)
  }

  @Test func pixelsWithoutDepthSayNothing() {
    let image = DepthImage(width: 40, height: 30, pixels: Array(repeating: .nan, count: 1200))
    #expect(ReportedClick.depth(at: [20, 15], in: Self.seen(image)) == nil)
    #expect(ReportedClick.depth(at: [-20, 15], in: Self.seen(Self.image([0, 0, 1], 0.3))) == nil, "beside the image")
    // Nearly all pixels on a line make no plane.
    var line = image
    for x in 17...23 { line.pixels[15 * 40 + x] = 0.3 }
    #expect(ReportedClick.depth(at: [20, 15], in: Self.seen(line)) == nil)
  }
}

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

  /// What is told of the scatter has two degrees of freedom a click, less two a landmark: four clicks on each of three that all
  /// lie as far from their middle leave 18 for 12, so that 3 mm are 2.449.
  @Test(
    arguments: [
      (4, 3, 0.003, 2.449), (4, 3, 0.0024, nil), (2, 3, 0.004, 4), (2, 3, 0.0019, nil), (2, 2, 0.004, nil),
      (3, 2, 0.003, 2.598), (4, 1, 0.003, 2.449), (3, 1, 0.004, nil),
    ] as [(Int, Int, Double, Double?)])
  func theScatterHasItsDegreesOfFreedom(clicks: Int, landmarks: Int, apart: Double, scatter: Double?) throws {
    // Around the place, in the plane across the sight of each frame: in pairs on either side, or evenly.
    let all = try Self.truth.sorted { $0.key < $1.key }.prefix(landmarks).flatMap { landmark, place in
      try (0..<clicks).map { k in
        let angle = 2 * Double.pi * Double(k) / Double(clicks)
        return try Self.click(landmark, k, at: place + apart * Vector3(0, cos(angle), sin(angle)))
      }
    }
    let clicked = ClickedLandmarks(all) { Self.view($0) }
    #expect(clicked.clicks.allSatisfy { abs(($0.apart ?? 0) - apart) < 1e-6 && $0.isUsed })
    let found = clicked.discarded.filter { $0.code == .landmarksClicksScatter }
    #expect(found.count == (scatter == nil ? 0 : 1))
    if let scatter { #expect(abs((found[0].values["scatter_mm"]?.figure ?? 0) - scatter) < 1e-3) }
  }

  /// Clicks that contradict each other count, too: their landmark is not used, but they scatter.
  @Test func clicksThatContradictEachOtherScatter() throws {
    var all: [ReportedClick] = []
    for (k, offset) in [Vector3(0, 0.03, 0), [0, -0.03, 0], [0, 0, 0.03], [0, 0, -0.03]].enumerated() {
      all.append(try Self.click(.sellion, k, at: Self.truth[.sellion]! + offset))
    }
    let clicked = ClickedLandmarks(all) { Self.view($0) }
    #expect(clicked.landmarks.estimates[.sellion]?.rejection?.code == .landmarksContradict)
    #expect(clicked.clicks.allSatisfy { !$0.isUsed })
    let found = try #require(clicked.discarded.first { $0.code == .landmarksClicksScatter })
    #expect((found.values["scatter_mm"]?.figure ?? 0) > 2)
    // What a program proposed is not asked about.
    let proposed = all.map {
      ReportedClick($0.placed, on: .sellion, source: .automatic, frame: $0.frame, depth: $0.depth)
    }
    let codes = ClickedLandmarks(proposed) { Self.view($0) }.discarded.map(\.code)
    #expect(!codes.contains(.landmarksClicksScatter))
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
    let apart = try #require(clicked.discarded.first { $0.code == .landmarksClickApart })
    #expect(apart.frames == ["f5"])
    #expect(abs((apart.values["apart_mm"]?.figure ?? 0) - 30) < 0.1)
    #expect(clicked.discarded.first { $0.code == .landmarksClickWithoutPose }?.frames == ["f6"])
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

/// A pixel into the scan frame and back.
@Suite struct ClickViewTests {
  private static let camera = Camera(width: 320, height: 240, fx: 296, fy: 290, cx: 158.3, cy: 121.7)

  private static func pose(_ random: inout SeededGenerator) -> RigidTransform {
    RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
  }

  private static func click(_ pixel: Vector2, _ depth: Double) -> ReportedClick {
    ReportedClick(
      LandmarkClick(frame: "0", pixel: pixel), on: .sellion, source: .picked, frame: 0, depth: depth)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func aPixelGoesForthAndBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let view = ClickView(camera: Self.camera, scanFromCamera: Self.pose(&random), depthCorrection: .none)
    for _ in 0..<20 {
      let pixel = Vector2(random.uniform() * 320, random.uniform() * 240)
      let depth = 0.15 + 0.4 * random.uniform()
      let place = try #require(view.position(of: Self.click(pixel, depth)))
      let seen = try #require(view.projection(of: place), "seed \(seed)")
      #expect((seen.pixel - pixel).length < 1e-9, "seed \(seed)")
      #expect(abs(seen.depth - depth) < 1e-12, "seed \(seed)")
    }
    // And a point of the scan frame that the camera sees.
    for _ in 0..<20 {
      let place = view.scanFromCamera * Vector3(random.normal() * 0.05, random.normal() * 0.05, 0.3)
      let seen = try #require(view.projection(of: place), "seed \(seed)")
      let again = try #require(view.position(of: Self.click(seen.pixel, seen.depth)), "seed \(seed)")
      #expect((again - place).length < 1e-12, "seed \(seed)")
    }
  }

  /// Depth is corrected before it is used, at the pixel's own place in the image.
  @Test func measuredDepthIsCorrected() throws {
    let correction = DepthCorrection(scale: 1.01, field: DepthField([0.002, 0.001, -0.003]))
    let view = ClickView(camera: Self.camera, scanFromCamera: .identity, depthCorrection: correction)
    for pixel in [Vector2(20, 30), [300, 30], [160, 220]] {
      let place = try #require(view.position(of: Self.click(pixel, 0.3)))
      let seen = try #require(view.projection(of: place))
      let expected = correction.corrected(0.3, at: pixel, width: 320, height: 240)
      #expect(abs(seen.depth - expected) < 1e-12)
      #expect(abs(expected - 0.303) > 1e-4)
    }
  }

  @Test func whatIsBehindTheCameraIsNotSeen() {
    var random = SeededGenerator(seed: 4)
    let view = ClickView(camera: Self.camera, scanFromCamera: Self.pose(&random), depthCorrection: .none)
    for z in [-0.3, 0, 0.049] { #expect(view.projection(of: view.scanFromCamera * Vector3(0.01, 0.01, z)) == nil) }
    #expect(view.projection(of: view.scanFromCamera * Vector3(0.01, 0.01, 0.051)) != nil)
  }

  /// A plane across the sight 0.3 m before the camera.
  private static func plane(_ pose: RigidTransform) -> Mesh {
    Mesh(
      positions: [[-0.3, -0.3, 0.3], [0.3, -0.3, 0.3], [0.3, 0.3, 0.3], [-0.3, 0.3, 0.3]].map { pose * $0 },
      triangles: [[0, 1, 2], [0, 2, 3]])
  }

  /// On the surface where it is near to what was measured, else where it was measured; always on the ray.
  @Test(arguments: [(0.304, true), (0.296, true), (0.3, true), (0.32, false), (0.28, false)])
  func aSurfaceNearbyIsBelieved(depth: Double, isBelieved: Bool) throws {
    var random = SeededGenerator(seed: 7)
    let pose = Self.pose(&random)
    let view = ClickView(
      camera: Self.camera, scanFromCamera: pose, depthCorrection: .none, surface: Self.plane(pose))
    for pixel in [Vector2(158.3, 121.7), [120, 100], [200.5, 160.25]] {
      let place = try #require(view.position(of: Self.click(pixel, depth)))
      let seen = try #require(view.projection(of: place))
      #expect((seen.pixel - pixel).length < 1e-9)
      #expect(abs(seen.depth - (isBelieved ? 0.3 : depth)) < 1e-9, "\(pixel)")
    }
    let empty = ClickView(camera: Self.camera, scanFromCamera: pose, depthCorrection: .none, surface: Mesh())
    let place = try #require(empty.position(of: Self.click([100, 100], depth)))
    let seen = try #require(empty.projection(of: place))
    #expect(abs(seen.depth - depth) < 1e-12)
  }
}
