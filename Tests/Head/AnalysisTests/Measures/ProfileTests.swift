import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// The VNO angle: the head from the side.
@Suite struct ProfileTests: TestHeadSuite {
  private static let tilt = Profile.tiltDegrees * .pi / 180
  private static let up = Vector2(sin(tilt), cos(tilt)), back = Vector2(-up.y, up.x)

  /// The angle at the sellion between two points of the profile, degrees.
  private func angle(_ vertex: Vector2, _ opisthocranion: Vector2) -> Double {
    let (v, o) = (vertex - [0.07, 0], opisthocranion - [0.07, 0])
    return acos(v.dot(o) / (v.length * o.length)) * 180 / .pi
  }

  private func measured(_ mesh: Mesh, _ uncertainty: UncertaintyOptions? = nil) throws -> HeadMeasures {
    try TestHeads.measure(mesh, landmarks: landmarks, uncertainty: uncertainty)
  }

  @Test func aSphereHasItsClosedForm() throws {
    let m = try measured(TestHeads.ellipsoid(0.075, 0.075, 0.075, rings: 180))
    #expect(abs(value(m, .vnoAngle) - angle(Self.up * 0.075, Self.back * 0.075)) < 0.01)
  }

  /// The parabola is symmetric, an ellipse about its end is not quite.
  @Test(arguments: [(0.075, 0.08, 0.0), (0.085, 0.07, 0), (0.085, 0.07, 10), (0.085, 0.07, -10), (0.07, 0.085, 8)])
  func aTiltedEllipsoidIsTouchedWhereItsTangentsAre(length: Double, height: Double, tilt: Double) throws {
    let turn = Matrix3.rotation([tilt * .pi / 180, 0, 0])
    let head = TestHeads.closed(rings: 180, spokes: 360) { turn * ($0 * Vector3(0.065, length, height)) }
    let touched = { (direction: Vector2) -> Vector2 in
      let own = turn.transpose * Vector3(0, direction.x, direction.y)
      let point = turn * Vector3(0, length * length * own.y, height * height * own.z)
      let size = (length * length * own.y * own.y + height * height * own.z * own.z).squareRoot()
      return Vector2(point.y, point.z) / size
    }
    let expected = angle(touched(Self.up), touched(Self.back))
    #expect(abs(value(try measured(head), .vnoAngle) - expected) < 0.6, "\(expected)")
  }

  /// The vertex of a sphere with a dent of a millimetre at its top is where it was: the highest vertex is not.
  @Test func aDentAtTheTopMovesTheHighestPointAndHardlyTheAngle() throws {
    let dented = TestHeads.closed(rings: 180, spokes: 360) { d in
      let away = (Vector2(d.y, d.z) - Self.up).length
      return d * (0.075 - 0.001 * exp(-away * away / 0.005))
    }
    let m = try measured(dented)
    #expect(abs(value(m, .vnoAngle) - angle(Self.up * 0.075, Self.back * 0.075)) < 0.5)
  }

  @Test func theSizeOfTheHeadDoesNotMatter() throws {
    let head = TestHeads.plagiocephalic()
    let larger = Mesh(positions: head.positions.map { $0 * 1.3 }, triangles: head.triangles)
    let points = TestHeads.landmarks.mapValues { $0 * 1.3 }
    let (a, b) = (
      try measured(head),
      try TestHeads.measure(larger, landmarks: HeadLandmarks(points, standardDeviation: 0.001), uncertainty: nil)
    )
    for name in MeasureName.allCases where name.isForResearch {
      #expect(abs(value(a, name) - value(b, name)) < 1e-6, "\(name)")
    }
    for (one, other) in zip(a.radii, b.radii) { #expect(abs(one.value! * 1.3 - other.value!) < 1e-6) }
  }

  @Test(arguments: [[0, 0.02, 0.077], [0, -0.073, 0.018]] as [Vector3])
  func aHoleWhereTheAngleIsTakenWithholdsIt(place: Vector3) throws {
    let m = try measured(TestHeads.cutting(TestHeads.plagiocephalic()) { ($0 - place).length < 0.012 })
    #expect(m[.vnoAngle].value == nil)
    #expect(m[.vnoAngle].reasons.map(\.code) == [.surfaceProfileHidden])
    let told = try #require(m.reasons.first { $0.code == .surfaceProfileHidden })
    #expect(told.severity == .note, "a research number withholds nothing else")
    #expect(told.measures == ["vno_angle"])
  }

  @Test(arguments: [[0.055, -0.03, 0.02], [0, 0.066, 0.04]] as [Vector3])
  func aHoleElsewhereDoesNot(place: Vector3) throws {
    let whole = try measured(TestHeads.plagiocephalic())
    let m = try measured(TestHeads.cutting(TestHeads.plagiocephalic()) { ($0 - place).length < 0.012 })
    #expect(abs(value(m, .vnoAngle) - value(whole, .vnoAngle)) < 1e-9)
  }

  /// Shoulders stand farther back than a head, and below the horizontal.
  @Test func whatLiesBelowTheHorizontalIsNotTheBackOfTheHead() throws {
    let head = TestHeads.ellipsoid(0.065, 0.075, 0.08)
    var both = head
    let shoulders = TestHeads.ellipsoid(0.09, 0.1, 0.03, rings: 45, spokes: 90)
    both.triangles += shoulders.triangles.map { $0 &+ Int32(head.positions.count) }
    both.positions += shoulders.positions.map { $0 - [0, 0.02, 0.1] }
    let surface = { (mesh: Mesh) in HeadSurface(positions: mesh.positions, triangles: mesh.triangles) }
    let angle = { (mesh: Mesh) in
      Profile(surface(mesh), sellion: [0, 0.07, 0], bridgedGap: 0.005).angle(.identity, sellion: [0, 0.07, 0])
    }
    let (alone, standing) = (try #require(angle(head)), try #require(angle(both)))
    #expect(abs(alone - standing) < 1.5)
  }

  @Test func aSurfaceWithoutAnExtremeHasNoAngle() {
    let plate = Mesh(
      positions: [[-0.05, -0.05, -0.01], [0.05, -0.05, -0.01], [0, 0.05, -0.01]], triangles: [[0, 1, 2]])
    let profile = Profile(
      HeadSurface(positions: plate.positions, triangles: plate.triangles), sellion: [0, 0.07, 0], bridgedGap: 0.005)
    #expect(profile.angle(.identity, sellion: [0, 0.07, 0]) == nil)
    #expect(profile.obstacle?.code == .surfaceProfileFlat)
  }

  /// A level crown has no top.
  @Test func aLevelCrownHasNoAngle() throws {
    let level = TestHeads.closed(rings: 180, spokes: 360) { d in
      let height = Vector2(d.y, d.z).dot(Self.up)
      let lowered = Self.up * max(0, height - 0.6)
      // Less lies below the base plane than above it.
      return 0.075 * (d * Vector3(1, 1, d.z < 0 ? 0.4 : 1) - Vector3(0, lowered.x, lowered.y))
    }
    let m = try measured(level)
    #expect(m[.vnoAngle].value == nil)
    #expect(m[.vnoAngle].reasons.map(\.code) == [.surfaceProfileFlat])
    #expect(m.reasons.first { $0.code == .surfaceProfileFlat }?.severity == .note)
  }

  /// On a head with waves what a draw changes in the angle is right to a fifth, root mean square; the spread of the draws to a
  /// tenth.
  @Test func drawsFollowTheLandmarks() throws {
    let head = try HeadSurface(TestHeads.plagiocephalic())
    let own = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)
    let nominal = try TestHeads.measure(head, landmarks: own, uncertainty: nil)[.vnoAngle].value!
    let profile = Profile(head, sellion: own[.sellion]!, bridgedGap: 0.005)
    var (changes, spread, errors) = (0.0, 0.0, 0.0)
    for seed in 0..<30 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var moved = own
      for landmark in Landmark.required { moved.estimates[landmark]!.position += random.normal3() * 0.0016 }
      let frame = try #require(try HeadFrame(moved, apAxis: .sellion))
      let drawn = try #require(profile.angle(frame.headFromScan, sellion: frame.headFromScan * moved[.sellion]!))
      let exact = try TestHeads.measure(head, landmarks: moved, uncertainty: nil)[.vnoAngle].value!
      changes += pow(exact - nominal, 2)
      spread += pow(drawn - nominal, 2)
      errors += pow(drawn - exact, 2)
    }
    #expect(errors < 0.04 * changes, "\((errors / changes).squareRoot())")
    #expect(abs((spread / changes).squareRoot() - 1) < 0.1, "\((spread / changes).squareRoot())")
  }

  /// Twenty millimetres beside its middle the outline of a ball is a smaller circle, on both sides.
  @Test(arguments: [0.02, -0.02]) func theOutlineBesideTheMiddleIsThatOfTheSurface(aside: Double) throws {
    let ball = TestHeads.ellipsoid(0.075, 0.075, 0.075, rings: 180)
    let profile = Profile(
      HeadSurface(positions: ball.positions, triangles: ball.triangles), sellion: [0, 0.07, 0], bridgedGap: 0.005)
    let found = try #require(
      profile.angle(RigidTransform(rotation: .identity, translation: [aside, 0, 0]), sellion: [0, 0.07, 0]))
    let radius = 0.075 - aside * aside / (2 * 0.075)
    #expect(abs(found - angle(Self.up * radius, Self.back * radius)) < 0.1, "\(found)")
  }

  /// A ball whose middle lies 15 mm to the right has a larger outline 10 mm to the right of the midplane: 5 mm from its
  /// middle.
  @Test func aHeadThatLiesAsideIsCutBesideItsMiddle() throws {
    let ball = TestHeads.ellipsoid(0.075, 0.075, 0.075, rings: 180)
    let profile = Profile(
      HeadSurface(positions: ball.positions.map { $0 + [0.015, 0, 0] }, triangles: ball.triangles),
      sellion: [0, 0.07, 0], bridgedGap: 0.005)
    for (aside, beside) in [(0.01, 0.005), (-0.005, 0.02)] {
      let shift = RigidTransform(rotation: .identity, translation: [-aside, 0, 0])
      let found = try #require(profile.angle(shift, sellion: [0, 0.07, 0]))
      let radius = (0.075 * 0.075 - beside * beside).squareRoot()
      #expect(abs(found - angle(Self.up * radius, Self.back * radius)) < 0.1, "\(aside): \(found)")
    }
  }

  /// On a circle: the slope between two places 30° apart errs by √2 of the noise over that arc, which moves a top by
  /// the radius times as much, and the noise itself moves it outwards.
  @Test func theNoiseOfACircleIsThatOfItsTwoTops() throws {
    let radius = 0.075
    let ball = TestHeads.ellipsoid(radius, radius, radius, rings: 180)
    let profile = Profile(
      HeadSurface(positions: ball.positions, triangles: ball.triangles), sellion: [0, 0.07, 0], bridgedGap: 0.005)
    let slope = { (direction: Vector2, isVertex: Bool) in
      let ends = [1e-6, -1e-6].map { step in
        self.angle(
          Self.up * radius + (isVertex ? direction * step : .zero),
          Self.back * radius + (isVertex ? .zero : direction * step))
      }
      return (ends[0] - ends[1]) / 2e-6
    }
    let along = 2.0.squareRoot() / (.pi / 6)
    let parts = [
      along * slope(Self.back, true), slope(Self.up, true), along * slope(Self.up, false), slope(Self.back, false),
    ]
    let expected = parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
    #expect(abs(profile.perMetre / expected - 1) < 0.005, "\(profile.perMetre), \(expected)")
  }

  /// The top of an ellipse lies at (26, 67) mm. Of gaps along its tangent, given by their middles and half their widths in
  /// millimetres from there, those that reach within 21 mm hide it. One on the other side of the head does not.
  @Test(
    arguments: [(-30.5, 4.0, false), (-21, 6, true), (21, 6, true), (30.5, 4, false)] as [(Double, Double, Bool)])
  func aGapHidesATopFromWithinItsReach(along: Double, half: Double, isHidden: Bool) {
    let head = TestHeads.ellipsoid(0.065, 0.085, 0.07, rings: 120, spokes: 90)
    let profile = { (isCut: (Vector3) -> Bool) in
      let cut = TestHeads.cutting(head, where: isCut)
      return Profile(
        HeadSurface(positions: cut.positions, triangles: cut.triangles), sellion: [0, 0.07, 0], bridgedGap: 0.003)
    }
    let top = Vector2(0.0263, 0.0666)
    let gap = profile { p in
      let place = (Vector2(p.y, p.z) - top).dot([Self.up.y, -Self.up.x]) * 1000
      return p.z > 0.03 && abs(p.x) < 0.01 && abs(place - along) < half
    }
    #expect(gap.obstacle?.code == (isHidden ? .surfaceProfileHidden : nil))
    let opposite = profile { p in p.z < 0 && abs(p.x) < 0.01 && abs(p.y + 0.0263) < 0.01 }
    #expect(opposite.obstacle == nil)
  }

  /// Noise that is hardly alike 30° apart moves the angle about as far as is stated.
  @Test func theNoiseOfTheSurfaceMovesTheAngleAsStated() throws {
    let head = TestHeads.ellipsoid(0.065, 0.08, 0.078)
    let profile = Profile(
      HeadSurface(positions: head.positions, triangles: head.triangles), sellion: [0, 0.07, 0], bridgedGap: 0.005)
    let nominal = try #require(profile.angle(.identity, sellion: [0, 0.07, 0]))
    let count = 400
    var (random, sum) = (SeededGenerator(seed: 3), 0.0)
    for _ in 0..<count {
      let noise = RingNoise(&random, deviation: 0.0003)
      let noisy = profile.bent { $0.map { $0 + $0.normalized * noise.at(atan2($0.z, $0.y)) } }
      sum += pow(try #require(noisy.angle(.identity, sellion: [0, 0.07, 0])) - nominal, 2)
    }
    let found = (sum / Double(count)).squareRoot() / 0.0003
    #expect(profile.perMetre > found / 1.5 && profile.perMetre < found * 1.5, "\(found), \(profile.perMetre)")
  }

  /// Points about a top upwards and another one backwards, unevenly spread and of no simple shape: height by the distance from
  /// where the top of a parabola would be.
  private static func points(_ top: (Double) -> Double, _ back: (Double) -> Double, _ count: Int) -> [Vector2] {
    (0..<count).map { k -> Vector2 in
      // From −26 to 40 mm, farther than the parabola reaches, closer together at the one end.
      let share = Double(k / 2) / Double(count / 2 - 1)
      let t = -0.026 + 0.066 * share * (0.6 + 0.4 * share)
      // To the back of the upper top lies the hind one's upper side.
      return k.isMultiple(of: 2)
        ? Self.up * (0.08 + top(t)) - Self.back * (0.005 + t) : Self.back * (0.075 + back(t)) + Self.up * (0.03 + t)
    }
  }

  /// The angle for an outline of some points in the midplane, forward and up.
  private static func angle(of points: (Int) -> [Vector2]) throws -> Double {
    let head = TestHeads.ellipsoid(0.065, 0.08, 0.078)
    let profile = Profile(
      HeadSurface(positions: head.positions, triangles: head.triangles), sellion: [0, 0.07, 0], bridgedGap: 0.005)
    let bent = profile.bent { places in points(places.count).map { [0, $0.x, $0.y] } }
    return try #require(bent.angle(.identity, sellion: [0, 0.07, 0]))
  }

  /// On parabolas the tops are theirs, however their points are spread.
  @Test func theTopOfAParabolaIsFound() throws {
    let found = try Self.angle { count in
      Self.points({ -$0 * $0 / 0.12 }, { -$0 * $0 / 0.17 }, count)
    }
    let expected = angle(Self.up * 0.08 - Self.back * 0.005, Self.back * 0.075 + Self.up * 0.03)
    #expect(abs(found - expected) < 1e-6, "\(found), \(expected)")
  }

  /// On other lines they are those of the parabola of least squares about them, whose weights fall to nothing at a fifth of the
  /// length from the nasion to the back: found here by the general solver.
  @Test func theTopIsThatOfWeightedLeastSquares() throws {
    let shapes: ((Double) -> Double, (Double) -> Double) = (
      { -$0 * $0 / 0.12 + 60 * $0 * $0 * $0 }, { -$0 * $0 / 0.17 - 45 * $0 * $0 * $0 + 900 * $0 * $0 * $0 * $0 }
    )
    var line: [Vector2] = []
    let found = try Self.angle { count in
      line = Self.points(shapes.0, shapes.1, count)
      return line
    }
    let nasion = Vector2(0.07, 0)
    let above = line.filter { $0.dot(Self.up) > 0 }
    let reach = 0.2 * (above.map { $0.dot(Self.back) }.max()! - nasion.dot(Self.back))
    let top = { (direction: Vector2) throws -> Vector2 in
      let tangent = Vector2(direction.y, -direction.x)
      let highest = above.max { $0.dot(direction) < $1.dot(direction) }!
      // What lies more than six tenths of the reach below it is none of it.
      let near = line.filter { $0.dot(direction) > highest.dot(direction) - 0.6 * reach }
      var (place, height) = (highest.dot(tangent), 0.0)
      for _ in 0..<8 {
        var equations = LeastSquares(unknowns: 3)
        for point in near {
          let u = (point.dot(tangent) - place) / reach
          if abs(u) < 1 { equations.add([1, u, u * u], value: point.dot(direction), weight: pow(1 - u * u, 2)) }
        }
        let c = try #require(equations.solved()?.solution)
        let u = -c[1] / (2 * c[2])
        (place, height) = (place + max(-0.5, min(0.5, u)) * reach, c[0] + c[1] * u + c[2] * u * u)
      }
      return tangent * place + direction * height
    }
    let expected = angle(try top(Self.up), try top(Self.back))
    #expect(abs(found - expected) < 1e-6, "\(found), \(expected)")
  }

  /// The convention of the horizontal is a source of the interval, and of no repeat.
  @Test func theHorizontalIsInTheBudget() throws {
    let long = TestHeads.closed(rings: 90, spokes: 240) { $0 * Vector3(0.06, 0.085, 0.07) }
    let m = try measured(long, UncertaintyOptions(draws: 60))
    let line = try #require(m[.vnoAngle].budget.first { $0.source == .horizontal })
    #expect(line.kind == .b)
    #expect(abs(line.deviation - 10 / 12.0.squareRoot()) < 1e-9)
    let width = { (range: ClosedRange<Double>?) in range.map { $0.upperBound - $0.lowerBound } ?? .nan }
    #expect(width(m[.vnoAngle].ci95) > width(m[.vnoAngle].repeatability))
  }
}

/// Smooth noise round a ring, of the same deviation everywhere; places 30° apart have a tenth of the variance in common.
struct RingNoise {
  private let knots: [Double]
  private static let spacing = Double.pi / 12, width = Double.pi / 18

  init(_ random: inout SeededGenerator, deviation: Double) {
    knots = (0..<24).map { _ in random.normal3().x * deviation }
  }

  func at(_ angle: Double) -> Double {
    let weights = knots.indices.map { index -> Double in
      let away = (angle - Double(index) * Self.spacing).remainder(dividingBy: 2 * .pi)
      return exp(-away * away / (2 * Self.width * Self.width))
    }
    let sum = zip(weights, knots).reduce(0) { $0 + $1.0 * $1.1 }
    return sum / weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}
