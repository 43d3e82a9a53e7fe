import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// What lies under a cap, by a scan without it.
@Suite struct CapGapTests {
  private static let face = AnalyticFace()
  private static let bare = Result { try HeadSurface(face.mesh()) }

  /// The landmarks of the face; the head frame is not that of its mesh.
  private static let landmarks = HeadLandmarks(
    [
      .sellion: face.sellion, .tragionLeft: face.point([-0.062, -0.004, -0.020]),
      .tragionRight: face.point([0.062, -0.004, -0.020]),
    ],
    standardDeviation: 0.001)

  /// A cap down to the middle of the head, 20 mm above its ears.
  private static let cap = CapLayer(
    thickness: 0.0005,
    points: (0..<72).map { face.point([cos(Double($0) * .pi / 36), sin(Double($0) * .pi / 36), 0.08]) })

  /// The face under a cap of a thickness that may depend on the direction from its middle.
  private static func capped(_ thickness: (Vector3) -> Double) throws -> HeadSurface {
    let (surface, frame) = (try bare.get(), try #require(try HeadFrame(landmarks, apAxis: .sellion)).headFromScan)
    let head = surface.moved(by: frame)
    let top = try #require(VertexHeight.top(of: head.positions, .identity)).z
    let layer = CapLayer(thickness: -1, points: cap.points).transformed(by: frame)
    let lifted = layer.removed(from: head, top: top, edges: [0])[0].moved(by: frame.inverse)
    let positions = zip(surface.positions, lifted.positions).map { $0 + ($1 - $0) * thickness($0.normalized) }
    return HeadSurface(positions: positions, triangles: surface.triangles)
  }

  private static func gap(
    under capped: HeadSurface, _ cap: CapLayer = cap, bare: HeadSurface? = nil, _ landmarks: HeadLandmarks = landmarks
  ) throws -> CapGap {
    try CapGap(capped, Self.landmarks, under: cap, bare: try bare ?? Self.bare.get(), landmarks)
  }

  @Test(arguments: [0.001, 0.0025, 0.006]) func theThicknessIsWhatTheCapAdds(thickness: Double) throws {
    let gap = try Self.gap(under: try Self.capped { _ in thickness })
    #expect(abs(gap.thickness - thickness) < 0.00008, "\(gap)")
    #expect(abs(gap.scale - 1) < 0.001)
    #expect(gap.scatter == 0)
    #expect(gap.deviation >= 0.00025)
    #expect(gap.deviation < 0.0004, "\(gap)")
    #expect(gap.rms < 0.0001)
  }

  /// A scan without markers has a frame and a size of its own.
  @Test func theOtherScanMayLieAnyhowAndBeLarger() throws {
    var random = SeededGenerator(seed: 3)
    let capped = try Self.capped { _ in 0.006 }
    for factor in [0.988, 1.013] {
      let axis = Vector3((0..<3).map { _ in Double.random(in: -2...2, using: &random) })
      let move = RigidTransform(rotation: .rotation(axis), translation: axis * 0.4)
      let bare = try Self.bare.get()
      let other = HeadSurface(positions: bare.positions.map { move * ($0 * factor) }, triangles: bare.triangles)
      let landmarks = HeadLandmarks(
        Self.landmarks.estimates.mapValues { move * ($0.position * factor) }, standardDeviation: 0.002)
      let gap = try Self.gap(under: capped, bare: other, landmarks)
      #expect(abs(gap.thickness - 0.006) < 0.0001, "seed 3, \(factor): \(gap)")
      #expect(abs(gap.scale - factor) < 0.001, "seed 3, \(factor): \(gap)")
    }
  }

  @Test func aCapThatStandsOffOnOneSideScatters() throws {
    let gap = try Self.gap(under: try Self.capped { $0.x < 0 ? 0.001 : 0.0028 })
    // Two values, as often each: half of their difference; 0.4 mm of it may be the scan's own.
    #expect(abs(gap.scatter - (0.0009 * 0.0009 * 12 / 11 - 0.0004 * 0.0004).squareRoot()) < 0.00012, "\(gap)")
    #expect(gap.thickness > 0.001)
    #expect(gap.thickness < 0.0028)
  }

  /// A fold over two thirds of one sector of twelve makes the median of that sector 3.3 mm thicker. It would not be the
  /// median of a wider sector, and of many narrow ones it would be less than a twelfth.
  @Test func aFoldIsOfTheSectorInWhichItLies() throws {
    let gap = try Self.gap(
      under: try Self.capped { d in
        let degrees = atan2(d.y, d.x) * 180 / .pi
        return degrees > 64 && degrees < 87 ? 0.0043 : 0.001
      })
    #expect(abs(gap.scatter - (0.0033 * 0.0033 / 12 - 0.0004 * 0.0004).squareRoot()) < 0.00012, "\(gap)")
  }

  @Test func anotherHeadIsRefused() throws {
    let other = try HeadSurface(AnalyticFace(axes: [0.066, 0.066, 0.068]).mesh())
    let capped = try Self.capped { _ in 0.001 }
    #expect(throws: CapGap.Refusal.self) { try Self.gap(under: capped, bare: other) }
  }

  @Test func aHeadThatIsNotSeenUnderTheCapIsRefused() throws {
    let capped = try Self.capped { _ in 0.001 }
    let face = try HeadSurface(Self.face.mesh { $0.z < 0.006 || $0.x > 0.03 })
    #expect {
      try Self.gap(under: capped, bare: face)
    } throws: { error in
      guard case .unseen(let share)? = error as? CapGap.Refusal else { return false }
      return share < 0.6
    }
  }

  /// Without skin at the back the two heads could lean against each other.
  @Test func skinMustBeSeenAllAround() throws {
    let whole = try Self.capped { _ in 0.001 }
    let frame = try #require(try HeadFrame(Self.landmarks, apAxis: .sellion)).headFromScan
    // Of all rays one meets a speck at the back; and where few meet any skin, none at the back is still too few.
    let ray = try #require(FibonacciSphere(count: 4000).points.first { $0.y < -0.95 && abs($0.z) < 0.1 })
    let kept: [(Vector3) -> Bool] = [
      { $0.y > -0.01 && $0.z > -0.035 }, { $0.y > -0.01 && $0.z > -0.035 || $0.normalized.dot(ray) > cos(0.02) },
      { $0.y > -0.01 && $0.z > -0.024 && $0.z < -0.020 },
    ]
    for (k, keeps) in kept.enumerated() {
      let cut = whole.triangles.filter { t in
        let (a, b, c) = whole.corners(t)
        let p = frame * ((a + b + c) / 3)
        return p.z > 0.03 || keeps(p)
      }
      let capped = HeadSurface(positions: whole.positions, triangles: cut)
      #expect(throws: CapGap.Refusal.skinUnseen("back"), "\(k)") { try Self.gap(under: capped) }
    }
  }

  @Test func aCapThatWouldBeFarThickerOnOneSideIsRefused() throws {
    let capped = try Self.capped { $0.x < 0 ? 0.001 : 0.006 }
    #expect {
      try Self.gap(under: capped)
    } throws: { error in
      guard case .scatter(let scatter)? = error as? CapGap.Refusal else { return false }
      return scatter > 0.002
    }
  }

  @Test func landmarksThatAreMissingAreNamed() throws {
    let capped = try Self.capped { _ in 0.001 }
    let none = HeadLandmarks([.sellion: Self.face.sellion], standardDeviation: 0.001)
    #expect(throws: CapGap.Refusal.bareLandmarks) { try Self.gap(under: capped, bare: try Self.bare.get(), none) }
    #expect(throws: CapGap.Refusal.landmarks) {
      try CapGap(capped, none, under: Self.cap, bare: try Self.bare.get(), Self.landmarks)
    }
  }

  @Test func aCapThinnerThanItsClothIsRefused() throws {
    var cap = Self.cap
    cap.thickness = 0.004
    let capped = try Self.capped { _ in 0.001 }
    #expect {
      try Self.gap(under: capped, cap)
    } throws: { error in
      guard case .thickness(let thickness)? = error as? CapGap.Refusal else { return false }
      return abs(thickness - 0.001) < 0.0002
    }
  }

  @Test func everyRefusalIsSaid() {
    let refusals: [CapGap.Refusal] = [
      .landmarks, .bareLandmarks, .noFit(rms: nil, scale: nil), .noFit(rms: 0.0021, scale: 1.05), .unseen(share: 0.31),
      .skinUnseen("back"), .scatter(0.0016),
      .thickness(0.031),
    ]
    let texts = refusals.map { $0.finding.text() }
    #expect(Set(texts).count == texts.count)
    #expect(texts[3].contains("2.1 mm") && texts[3].contains("by 5 %"))
    #expect(texts[4].contains("31 %"))
  }

  /// With the gap nothing is assumed of air under the cap, and the head is that under what was measured.
  @Test func theGapTakesThePlaceOfTheAllowance() throws {
    let capped = try Self.capped { _ in 0.0025 }
    let gap = try Self.gap(under: capped)
    let analysis = HeadAnalysis(cap: Self.cap).stating(hairMm: 0)
    let without = try analysis.measure(capped, landmarks: Self.landmarks)
    let with = try analysis.knowing(gap).measure(capped, landmarks: Self.landmarks)
    let bare = try HeadAnalysis(uncertainty: nil).measure(try Self.bare.get(), landmarks: Self.landmarks)
    let name = MeasureName.circumference
    let (wide, narrow) = (try #require(without[name].ci95), try #require(with[name].ci95))
    let rest = try #require(without[name].value) - (try #require(bare[name].value))
    #expect(rest > 5, "a part of the section lies under the cap: \(rest)")
    #expect(abs(try #require(with[name].value) - (try #require(bare[name].value))) < 0.08 * rest)
    #expect(narrow.upperBound - narrow.lowerBound < 0.8 * (wide.upperBound - wide.lowerBound), "\(narrow) \(wide)")
    #expect(with.notes.contains { $0.code == .capMeasured })
    #expect(!without.notes.contains { $0.code == .capMeasured })
    let lines = with[name].budget.map(\.source)
    #expect(!lines.contains(.standOff))
    #expect(lines.contains(.capThickness))
    #expect(analysis.knowing(nil).cap == Self.cap)
  }
}
