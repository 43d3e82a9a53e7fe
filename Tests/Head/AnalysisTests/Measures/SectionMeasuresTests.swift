import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// Front widths, the outline as radius over angle, and what left and right radii differ by.
@Suite struct SectionMeasuresTests: TestHeadSuite {
  private static let names: [(MeasureName, Double)] = [
    (.frontWidth5, 0.05), (.frontWidth10, 0.1), (.frontWidth20, 0.2),
  ]

  private func radius(_ m: HeadMeasures, _ degrees: Int) -> MeasureResult { m.radii[OutlineRadii.index(of: degrees)] }

  /// An ellipse at a share f of its length behind the front is 2 √(f (1 − f)) as wide as at its widest.
  @Test(arguments: [(0.06, 0.075), (0.05, 0.09)]) func anEllipseHasItsFrontWidths(a: Double, b: Double) throws {
    let m = try TestHeads.measure(TestHeads.cylinder(a, b, spokes: 3600), landmarks: landmarks, uncertainty: nil)
    for (name, share) in Self.names {
      #expect(abs(value(m, name) - 200 * (share * (1 - share)).squareRoot()) < 0.001, "\(name)")
    }
  }

  @Test func aYawedEllipseHasItsRadii() throws {
    let yaw = 7 * Double.pi / 180
    let m = try TestHeads.measure(
      TestHeads.cylinder(0.06, 0.075, yaw: yaw, spokes: 3600), landmarks: landmarks, uncertainty: nil)
    #expect(m.radii.count == 72)
    #expect(OutlineRadii.degrees.first == 0 && OutlineRadii.degrees[36] == 180 && OutlineRadii.degrees.last == -5)
    for (degrees, radius) in zip(OutlineRadii.degrees, m.radii) {
      let t = Double(degrees) * .pi / 180 + yaw
      let expected = 1000 / (pow(sin(t) / 0.06, 2) + pow(cos(t) / 0.075, 2)).squareRoot()
      #expect(abs(try #require(radius.value) - expected) < 0.001, "\(degrees)")
    }
  }

  /// One walk along the outline finds what a search for each ray finds.
  @Test func theRadiiAreThoseOfSingleRays() throws {
    let head = try HeadSurface(TestHeads.plagiocephalic())
    for level in [0.01, 0.03, 0.06] {
      let section = Section(of: head, headFromScan: .identity, level: level, bridgedGap: 0.005)
      for centre in [Vector2(0, 0), [0.01, -0.02]] {
        let radii = section.radii(from: centre, along: OutlineRadii.directions)
        for (radius, direction) in zip(radii, OutlineRadii.directions) {
          let hit = try #require(section.hit(from: centre, direction: direction))
          #expect(abs(try #require(radius) - (hit - centre).length) < 1e-15)
        }
      }
    }
  }

  @Test func aMirrorExchangesTheRadii() throws {
    let head = TestHeads.plagiocephalic()
    let mirrored = Mesh(
      positions: head.positions.map { [-$0.x, $0.y, $0.z] }, triangles: head.triangles.map { [$0.x, $0.z, $0.y] })
    let (a, b) = (
      try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil),
      try TestHeads.measure(mirrored, landmarks: landmarks, uncertainty: nil)
    )
    for degrees in OutlineRadii.degrees {
      #expect(abs(radius(a, degrees).value! - radius(b, -degrees).value!) < 1e-9, "\(degrees)")
    }
    #expect(abs(radius(a, 150).value! - radius(a, -150).value!) > 2, "the right back is flat")
    for name in MeasureName.allCases where name.isForResearch {
      let sign = name.radiusDegrees == nil ? 1.0 : -1
      #expect(abs(value(a, name) - sign * value(b, name)) < 1e-6, "\(name)")
    }
    #expect(value(a, .backRadiusDifference) > 4, "the right back is flat")
  }

  /// An ellipse sheared by y + k x is as far from its centre at an angle θ as 1 / √((sin θ / a)² + ((cos θ − k sin θ) / b)²); half a
  /// turn further it is as far away, and so the back differs as the front does, to the other side.
  @Test(arguments: [0.1, -0.06, 0]) func aShearedEllipseDiffersAsItsRadiiDo(k: Double) throws {
    let (a, b) = (0.06, 0.075)
    var head = TestHeads.cylinder(a, b, spokes: 3600)
    head.positions = head.positions.map { [$0.x, $0.y + k * $0.x, $0.z] }
    let m = try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil)
    let radius = { (degrees: Double) -> Double in
      let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      return 1 / (pow(s / a, 2) + pow((c - k * s) / b, 2)).squareRoot()
    }
    for (name, degrees) in [(MeasureName.frontRadiusDifference, 30.0), (.backRadiusDifference, 150)] {
      let (left, right) = (radius(-degrees), radius(degrees))
      #expect(abs(value(m, name) - 100 * (left - right) / max(left, right)) < 0.002, "\(name)")
    }
    #expect(value(m, .backRadiusDifference) * k >= 0, "the left back is longer where the left is sheared backwards")
    #expect(abs(value(m, .frontRadiusDifference) + value(m, .backRadiusDifference)) < 0.002)
  }

  /// A gap at the forehead's side takes the front widths that it meets and the radii that leave through it, no others.
  @Test func aGapWithholdsWhatItMeets() throws {
    let head = TestHeads.plagiocephalic()
    let m = try TestHeads.measure(
      TestHeads.cutting(head) { $0.x > 0 && $0.y > 0.05 && $0.y < 0.06 && $0.z > 0 && $0.z < 0.05 },
      landmarks: landmarks, uncertainty: nil)
    #expect(m[.frontWidth10].value == nil)
    #expect(m[.frontWidth10].reasons.map(\.code) == [.sectionGap])
    #expect(radius(m, 35).value == nil)
    #expect(radius(m, -35).value != nil)
    #expect(radius(m, 150).value != nil)
    #expect(m[.backRadiusDifference].value != nil)
    let other = try TestHeads.measure(
      TestHeads.cutting(head) { $0.x > 0.02 && $0.x < 0.045 && $0.y < 0 && $0.z > 0 && $0.z < 0.05 },
      landmarks: landmarks, uncertainty: nil)
    #expect(other[.backRadiusDifference].reasons.map(\.code) == [.sectionGap])
    #expect(other[.frontRadiusDifference].value != nil)
    #expect(m[.length].value != nil)
    #expect(m.radii.count == 72)
  }

  @Test func withoutALengthThereIsNothingToMeasureFrom() throws {
    let m = try TestHeads.measure(
      TestHeads.cutting(TestHeads.plagiocephalic()) { $0.y < 0.01 }, landmarks: landmarks, uncertainty: nil)
    #expect(m.radii.isEmpty)
    #expect(MeasureName.allCases.allSatisfy { !$0.isForResearch || m[$0].value == nil })
  }

  /// A circle of 70 mm with a gap of 20 mm that begins some degrees beside its end in a direction, degrees from the right.
  private static func open(at end: Double, beside: Double) -> Section {
    let wide = 2 * asin(10.0 / 70) * 180 / .pi
    let points = stride(from: end + beside + wide, through: end + beside + 360, by: 0.05).map { degrees -> Vector2 in
      [0.07 * cos(degrees * .pi / 180), 0.07 * sin(degrees * .pi / 180)]
    }
    return Section(lines: [CutLine(points: points, isClosed: false)], level: 0.02, bridgedGap: 0.003)
  }

  /// Over 20 mm a head may bulge by 1 mm. 7.5° beside an end the outline has 0.6 mm less to that side, 9° beside 0.9 mm: with
  /// the 0.3 mm that do not count the one may hide the end, the other not.
  @Test(arguments: [(0.0, MeasureName.width), (90, .length), (180, .width), (270, .length)])
  func aGapBesideAnEndHidesItWhereTheHeadMayBulgeThere(end: Double, name: MeasureName) {
    let other = name == .width ? MeasureName.length : .width
    for (beside, isHidden) in [(7.5, true), (9, false)] {
      let measures = SectionMeasures(Self.open(at: end, beside: beside), tragions: [:], choices: .standard)
      #expect((measures.reasons[name] != nil) == isHidden, "\(end), \(beside)")
      #expect((measures.values[name] == nil) == isHidden, "\(end), \(beside)")
      #expect(measures.reasons[other] == nil, "\(end), \(beside)")
    }
  }

  /// An ear of 8 mm on a circle of 70 mm, 10° behind the right tragion.
  @Test func theEarsAreTakenOutWhereTheProtocolSaysSo() throws {
    let points = (0..<1440).map { k -> Vector2 in
      let degrees = Double(k) / 4
      let away = abs(degrees - 350)
      let length = 0.07 + (away < 8 ? 0.004 * (1 + cos(.pi * away / 8)) : 0)
      return Vector2(cos(degrees * .pi / 180), sin(degrees * .pi / 180)) * length
    }
    let section = Section(lines: [CutLine(points: points, isClosed: true)], level: 0, bridgedGap: 0.003)
    let tragions: [Landmark: Vector3] = [.tragionLeft: [-0.07, 0, 0], .tragionRight: [0.07, 0, 0]]
    var choices = MeasurementProtocol.standard
    let wide = 70 + 1000 * points.map(\.x).max()!
    for (ears, width) in [(.excluded, 140), (.included, wide)] as [(MeasurementProtocol.Ears, Double)] {
      choices.ears = ears
      let found = try #require(SectionMeasures(section, tragions: tragions, choices: choices).values[.width])
      #expect(abs(found - width) < 0.05, "\(ears): \(found)")
    }
  }

  /// A centre by the bounding box needs a width, also where the index alone is asked for; the midline does not.
  @Test func aCentreWithoutItsWidthIsNone() {
    let section = Self.open(at: 180, beside: 7.5)
    var choices = MeasurementProtocol.standard
    #expect(SectionMeasures(section, tragions: [:], choices: choices, only: .cvai).values[.cvai] != nil)
    choices.centre = .boundingBox
    let box = SectionMeasures(section, tragions: [:], choices: choices, only: .cvai)
    #expect(box.values[.cvai] == nil)
    #expect(box.reasons[.cvai]?.code == .sectionGap)
  }

  /// Noise that is hardly alike 30° apart moves front widths and differences of radii about as stated.
  @Test func theNoiseOfTheSurfaceMovesMeasuresAsStated() throws {
    let (a, b, deviation) = (60.0, 75.0, 0.3)
    let outline = { (noise: (Double) -> Double) -> Section in
      let points = (0..<720).map { index -> Vector2 in
        let t = Double(index) * .pi / 360
        let point = Vector2(a * cos(t), b * sin(t)) / 1000
        return point + point * (noise(t) / (1000 * point.length))
      }
      return Section(lines: [CutLine(points: points, isClosed: true)], level: 0.02, bridgedGap: 0.005)
    }
    let measured = { (section: Section) in
      SectionMeasures(section, tragions: [:], choices: .standard).values
    }
    let nominal = measured(outline { _ in 0 })
    let names = MeasureName.allCases.filter { $0.isForResearch && $0.basis == .section }
    var (random, sums) = (SeededGenerator(seed: 5), [MeasureName: Double]())
    for _ in 0..<300 {
      let noise = RingNoise(&random, deviation: deviation)
      let noisy = measured(outline(noise.at))
      for name in names { sums[name, default: 0] += pow(noisy[name]! - nominal[name]!, 2) }
    }
    for name in names {
      let found = (sums[name]! / 300).squareRoot()
      let stated = name.traits.deviation(MeasureName.Noise(mm: deviation, values: nominal))
      #expect(stated > found / 1.6 && stated < found * 1.6, "\(name): \(found), stated \(stated)")
    }
  }

  /// A head scanned larger has larger radii: scale, noise and landmarks are all in their intervals.
  @Test func radiiHaveTheIntervalsOfTheirSources() throws {
    let head = try HeadSurface(TestHeads.ellipsoid(0.06, 0.075, 0.08))
    let still = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    var options = UncertaintyOptions.landmarksAlone()
    options.surface = SurfaceDeviations(noise: 0.0002, print: 0.004)
    let m = try HeadAnalysis(uncertainty: options).faceless.measure(head, landmarks: still)
    for degrees in [0, 45, -90, 180] {
      let r = radius(m, degrees)
      let (value, whole, own) = (try #require(r.value), try #require(r.ci95), try #require(r.repeatability))
      let deviation = (0.2 * 0.2 + pow(0.004 * value, 2)).squareRoot()
      #expect(abs(whole.upperBound - value - Estimate.normalReach * deviation) < 0.01, "\(degrees)")
      #expect(abs(own.upperBound - value - Estimate.normalReach * 0.2) < 0.01, "a print stays the same in a repeat")
    }
  }

  /// A cap that may stand off lets every radius under it be smaller, and none larger.
  @Test func aCapActsOnTheRadiiUnderIt() throws {
    let m = try TestHeads.underALooseCap()
    for degrees in [0, 90, 180, -45] {
      let r = radius(m, degrees)
      let (value, whole) = (try #require(r.value), try #require(r.ci95))
      #expect(whole.upperBound - value < 1e-6)
      #expect(value - whole.lowerBound > 1.7 && value - whole.lowerBound < 2.1, "\(degrees): \(whole)")
    }
  }
}
