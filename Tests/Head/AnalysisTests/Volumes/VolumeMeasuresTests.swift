import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing
import Workers

@testable import Analysis

/// Volumes in closed form.
@Suite struct VolumeTests: TestHeadSuite {
  /// Half the ellipsoid lies above the base plane: 2/3 π a b c, a quarter of it in each quadrant.
  @Test func anEllipsoidHasItsClosedForms() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 300, spokes: 600)
    let m = try measure(head)
    let volume = 2 / 3 * Double.pi * 60 * 75 * 80 / 1000
    #expect(abs(value(m, .volume) / volume - 1) < 1e-4)
    for name in VolumeMeasures.quadrants { #expect(abs(value(m, name) / volume - 0.25) < 2.5e-5) }
    for name in [MeasureName.asr, .psr] { #expect(abs(value(m, name) - 100) < 1e-6) }
    for name in [MeasureName.acai, .pcai, .rsi] { #expect(abs(value(m, name)) < 1e-6) }
    #expect(abs(value(m, .oclr) - 100) < 1e-6)
    // The section at 3/10 of the height is the base ellipse times √(1 − 0.3²).
    #expect(abs(value(m, .length) - 150 * 0.91.squareRoot()) < 0.01)
    #expect(abs(value(m, .width) - 120 * 0.91.squareRoot()) < 0.01)
    #expect(abs(value(m, .cranialIndex) - 80) < 0.01)
    #expect(abs(value(m, .circumference) - 425.425 * 0.91.squareRoot()) < 0.01)
    #expect(abs(value(m, .diagonalLeftFront) - 140.4494 * 0.91.squareRoot()) < 0.01)
  }

  /// Sheared by y → y + k x: volumes of the two diagonal pairs differ as the sheared ellipse's sectors do.
  @Test(arguments: [0.05, -0.12]) func aShearedEllipsoidHasItsQuadrants(shear: Double) throws {
    let (a, b, c) = (0.06, 0.075, 0.08)
    let head = TestHeads.closed(rings: 240, spokes: 480) { d in
      let p = d * Vector3(a, b, c)
      return p + [0, shear * p.x, 0]
    }
    let m = try measure(head)
    // In the unit disc (u, v) = (x / a, y / b − …) the front half is v > −(k a / b) u: a sector of angle π / 2 ± atan(k a / b).
    let turn = atan(shear * a / b)
    let volume = 2 / 3 * Double.pi * a * b * c * 1e6
    let share = { (angle: Double) in volume * angle / (2 * .pi) }
    #expect(abs(value(m, .volume) / volume - 1) < 1e-4)
    #expect(abs(value(m, .volumeRightFront) / share(.pi / 2 + turn) - 1) < 1e-4)
    #expect(abs(value(m, .volumeLeftFront) / share(.pi / 2 - turn) - 1) < 1e-4)
    #expect(abs(value(m, .volumeLeftBack) / share(.pi / 2 + turn) - 1) < 1e-4)
    let index = 100 * (1 - (.pi / 2 - abs(turn)) / (.pi / 2 + abs(turn)))
    #expect(abs(value(m, .acai) - index) < 0.01)
    #expect(abs(value(m, .pcai) - index) < 0.01)
    #expect(abs(value(m, .asr) - (100 - index)) < 0.01)
    #expect(abs(value(m, .psr) - (100 - index)) < 0.01)
  }

  /// A cylinder whose right back is cut off along a plane: a flat occiput in closed form.
  @Test func aFlattenedHeadHasItsVolume() throws {
    // Radius 70 mm, 60 mm high above the base plane, the back beyond y = −50 mm cut off: a segment of the circle is gone.
    let (r, h, d) = (0.07, 0.06, 0.05)
    // Two more spokes stand close to either side of the step at x = 0, which they make steep.
    var spokes = (0..<1440).map { 2 * Double.pi * (Double($0) + 0.5) / 1440 }
    spokes += [1.5 - 1.0 / 14_400, 1.5 + 1.0 / 14_400].map { $0 * Double.pi }
    let ring = spokes.sorted().map { t -> Vector3 in
      let p = Vector3(r * cos(t), r * sin(t), 0)
      return p.y < -d && p.x > 0 ? [p.x, -d, 0] : p
    }
    let n = ring.count
    let positions = ring.map { $0 + [0, 0, -0.04] } + ring.map { $0 + [0, 0, h] } + [[0, 0, -0.04], [0, 0, h]]
    let triangles = (0..<Int32(n)).flatMap { j -> [SIMD3<Int32>] in
      let (k, m) = ((j + 1) % Int32(n), Int32(n))
      return [[j, k, m + k], [j, m + k, m + j], [2 * m, k, j], [2 * m + 1, m + j, m + k]]
    }
    let m = try measure(Mesh(positions: positions, triangles: triangles))
    let quarter = .pi * r * r / 4 * h
    let segment = (r * r * acos(d / r) - d * (r * r - d * d).squareRoot()) / 2 * h
    #expect(abs(value(m, .volumeLeftBack) - quarter * 1e6) < 0.01)
    #expect(abs(value(m, .volumeRightBack) - (quarter - segment) * 1e6) < 0.01)
    #expect(abs(value(m, .pcai) - 100 * segment / quarter) < 0.01)
    #expect(value(m, .acai) < 1e-6)
    // The left-front diagonal ends where its ray, at 30°, meets the cut: at most d / cos 30° behind the centre.
    let centre = 0.0
    let left = r + min(r, (d + centre) / cos(Double.pi / 6))
    #expect(abs(value(m, .diagonalLeftFront) - left * 1000) < 0.01)
    #expect(abs(value(m, .diagonalRightFront) - 2 * r * 1000) < 0.01)
  }

  /// A ball without the cap about its crown, which is closed by a plane; a quarter of what may bulge over that is added.
  @Test func aHoleIsClosedAndHalfFilled() throws {
    let (radius, angle) = (0.07, 18 * Double.pi / 180)
    let ball = TestHeads.ellipsoid(radius, radius, radius)
    // Along a ring of vertices.
    let cut = try HeadSurface(TestHeads.cutting(ball) { $0.z > radius * cos(angle) })
    let volumes = { (head: HeadSurface) in
      VolumeModel(head, holes: Hole.all(of: head), top: radius, bridgedGap: 0.003).nominal
    }
    let gone = volumes(try HeadSurface(ball)) - volumes(cut)
    let (height, rim) = (radius * (1 - cos(angle)), radius * sin(angle))
    let cap = Double.pi * height * height * (3 * radius - height) / 3
    // The sagitta over the hole's width on the tightest curve of a head, 50 mm.
    let bulge = 4 * rim * rim / (8 * 0.05)
    let added = Double.pi * rim * rim * bulge / 4
    for quadrant in 0..<4 {
      #expect(abs(gone[quadrant] - (cap - added) / 4) < 0.04 * added / 4, "\(gone[quadrant]), \(cap), \(added)")
    }
  }

  /// What is left out is of second order: less than 5 % of the change, over moves as landmarks of 1.5 mm make them.
  @Test func theSlopesFollowTheHeadFrame() throws {
    let head = try HeadSurface(TestHeads.plagiocephalic())
    let model = VolumeModel(head, holes: [], top: 0.08, bridgedGap: 0.003)
    var (errors, changes) = (Quadrants.zero, Quadrants.zero)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let move = RigidTransform(rotation: .rotation(random.normal3() * 0.015), translation: random.normal3() * 0.001)
      let exact = QuadrantIntegral(head.positions.map { move * $0 }, head.triangles).volume
      let (error, change) = (model.volumes(in: move) - exact, exact - model.nominal)
      errors += error * error
      changes += change * change
    }
    for i in 0..<4 { #expect(errors[i] < 0.05 * 0.05 * changes[i], "quadrant \(i)") }
  }

  /// Each move alone, against the surface that is moved there and back.
  @Test(arguments: 0..<6) func eachSlopeIsThatOfItsMove(k: Int) {
    let mesh = TestHeads.ellipsoid(0.06, 0.075, 0.07, spokes: 120)
    let head = HeadSurface(positions: mesh.positions.map { $0 + [0.006, -0.009, 0.02] }, triangles: mesh.triangles)
    let model = VolumeModel(head, holes: [], top: 0.09, bridgedGap: 0.003)
    let move = { (size: Double) -> RigidTransform in
      var axis = Vector3.zero
      axis[k % 3] = size
      return RigidTransform(rotation: k < 3 ? .rotation(axis) : .identity, translation: k < 3 ? .zero : axis)
    }
    let size = k < 3 ? 0.004 : 0.0005
    let ends = [move(size), move(-size)].map { move in
      QuadrantIntegral(head.positions.map { move * $0 }, head.triangles).volume
    }
    let exact = (ends[0] - ends[1]) / 2
    let error = model.volumes(in: move(size)) - model.nominal - exact
    #expect((error * error).sum() < 0.01 * 0.01 * (exact * exact).sum(), "\(error), \(exact)")
  }

  /// Against the volumes of a surface that is bent, in shares of what the same error does where it is the same everywhere:
  /// triangles of some millimetres count in one quadrant or the other. A surface that is wound the other way has the same
  /// volumes.
  @Test(arguments: [false, true]) func theBendsFollowTheSurface(isInsideOut: Bool) throws {
    // Turned a little, for no vertex of a scan lies on a border of the quadrants.
    let move = RigidTransform(rotation: .rotation([0.02, 0.03, 0.05]), translation: [0.0011, 0.0007, 0.0003])
    let symmetric = try HeadSurface(TestHeads.plagiocephalic(rings: 90, spokes: 240))
    let head = HeadSurface(positions: symmetric.positions.map { move * $0 }, triangles: symmetric.triangles)
    let wound = HeadSurface(
      positions: head.positions,
      triangles: isInsideOut ? head.triangles.map { [$0.x, $0.z, $0.y] } : head.triangles)
    let model = VolumeModel(wound, holes: [], top: 0.08, bridgedGap: 0.003)
    for field in [SmoothField.bending(about: [0, 0, 0.03]), .hair(about: [0.002, -0.01, 0.03])] {
      let bends = model.bends(field, Workers(count: 1))
      #expect(bends.count == field.modes)
      for mode in 0..<field.modes {
        let ends = [0.0001, -0.0001].map {
          QuadrantIntegral(field.moved(head.positions, mode: mode, by: $0), head.triangles).volume
        }
        let error = bends[mode] - (ends[0] - ends[1]) / 0.0002
        for i in 0..<4 { #expect(abs(error[i]) < 0.005 * model.area[i], "mode \(mode), quadrant \(i)") }
      }
    }
  }
}

/// What holes, faces turned over and second walls do to volumes.
@Suite struct VolumeDefectTests: TestHeadSuite {
  @Test func aHoleIsFilledAndItsDoubtStated() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let whole = try measure(head, uncertainty: UncertaintyOptions())
    let middle = Vector3(0.03, -0.045, 0.05)
    let torn = try measure(
      TestHeads.cutting(head) { ($0 - middle).length < 0.012 }, uncertainty: UncertaintyOptions())
    #expect(abs(value(torn, .volume) - value(whole, .volume)) < 0.5)
    let interval = try #require(torn[.volume].ci95)
    #expect(interval.contains(value(whole, .volume)))
    #expect(
      torn[.volumeRightBack].ci95!.upperBound - torn[.volumeRightBack].ci95!.lowerBound
        > whole[.volumeRightBack].ci95!.upperBound - whole[.volumeRightBack].ci95!.lowerBound)
  }

  @Test func aHoleThatMayHideTooMuchWithholdsWhatItTouches() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let torn = try measure(TestHeads.cutting(head) { ($0 - [0.03, -0.045, 0.05]).length < 0.03 })
    for name in [MeasureName.volumeRightBack, .psr, .pcai] {
      #expect(torn[name].value == nil)
      #expect(torn[name].reasons.map(\.code) == [.volumeHidden], "\(torn[name].reasons)")
    }
    for name in [MeasureName.volumeLeftFront, .asr, .acai, .earShift] { #expect(torn[name].value != nil, "\(name)") }
    let half = try measure(TestHeads.cutting(head) { $0.y < 0 })
    for name in MeasureName.allCases where name.basis == .volume { #expect(half[name].value == nil, "\(name)") }
  }

  @Test func anOpenUndersideBelowTheBasePlaneDoesNotMatter() throws {
    let head = TestHeads.plagiocephalic()
    let open = TestHeads.cutting(head) { $0.z < -0.03 }
    let (a, b) = (try measure(head), try measure(open))
    for name in MeasureName.allCases where name.basis == .volume {
      #expect(abs(value(a, name) - value(b, name)) < 1e-9, "\(name)")
    }
  }

  /// A scan whose lower end rises above the base plane over 12 mm at the back: a notch, not a hole as wide as the head.
  @Test func aNotchInTheLowerEndIsAHoleOfItsOwnSize() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let whole = try measure(head)
    let notched = try measure(
      TestHeads.cutting(head) { $0.z < -0.03 || ($0.z < 0.006 && $0.y < 0 && abs($0.x) < 0.006) })
    #expect(abs(value(notched, .volume) - value(whole, .volume)) < 0.2)
    #expect(notched[.volume].value != whole[.volume].value)
    // A low notch may be wide: 60 mm, but 6 mm high.
    let wide = try measure(TestHeads.cutting(head) { $0.z < -0.03 || ($0.z < 0.006 && $0.y < 0 && abs($0.x) < 0.03) })
    #expect(abs(value(wide, .volume) - value(whole, .volume)) < 0.2)
    let deep = try measure(TestHeads.cutting(head) { $0.z < -0.03 || ($0.z < 0.04 && $0.y < 0 && abs($0.x) < 0.03) })
    #expect(deep[.volume].reasons.map(\.code) == [.volumeHidden])
  }

  @Test func windingInwardsMeasuresTheSameAndBothWaysNothing() throws {
    var head = TestHeads.plagiocephalic()
    let outwards = try measure(head)
    head.triangles = head.triangles.map { [$0.x, $0.z, $0.y] }
    let inwards = try measure(head)
    for name in MeasureName.allCases { #expect(abs(value(outwards, name) - value(inwards, name)) < 1e-9, "\(name)") }
    for i in head.triangles.indices where i % 3 == 0 {
      head.triangles[i] = [head.triangles[i].x, head.triangles[i].z, head.triangles[i].y]
    }
    let mixed = try measure(head)
    #expect(mixed[.volume].reasons.map(\.code) == [.volumeInnerWalls])
    #expect(mixed[.cvai].value != nil)
  }

  @Test func aSecondWallWithholdsTheVolume() throws {
    let outer = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let inner = TestHeads.ellipsoid(0.058, 0.073, 0.078)
    let n = Int32(outer.positions.count)
    let both = Mesh(
      positions: outer.positions + inner.positions,
      triangles: outer.triangles + inner.triangles.map { [$0.x &+ n, $0.z &+ n, $0.y &+ n] })
    let reason = try #require(try measure(both)[.volume].reasons.first)
    #expect(reason.code == .volumeInnerWalls)
    // Of the outer wall, and between the two: 2/3 π a b c.
    let (outside, inside) = (2 / 3 * Double.pi * 60 * 75 * 80 / 1000, 2 / 3 * Double.pi * 58 * 73 * 78 / 1000)
    #expect(abs(try #require(reason.values["stacked_ml"]?.figure) / outside - 1) < 0.01)
    #expect(abs(try #require(reason.values["volume_ml"]?.figure) - (outside - inside)) < 1)
  }

  /// What a hole may hide is a source of its own, which leaves the noise of the surface as it is.
  @Test func whatAHoleHidesIsNoNoise() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    options.surface.noise = 0.000005
    let whole = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let torn = TestHeads.cutting(whole) { ($0 - [0.03, -0.045, 0.05]).length < 0.012 }
    let effects = try [whole, torn].map { mesh -> [UncertaintySource: Double] in
      let m = try TestHeads.measure(
        mesh, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0), uncertainty: options)
      return Dictionary(uniqueKeysWithValues: m[.volume].budget.map { ($0.source, $0.effect) })
    }
    let (own, noise) = (try #require(effects[0][.surface]), try #require(effects[1][.surface]))
    #expect(abs(noise / own - 1) < 0.02)
    #expect(effects[0][.hidden] == nil)
    #expect(try #require(effects[1][.hidden]) > noise)
  }
}

/// How well volumes are known, on half a ball of 70 mm.
@Suite struct VolumeDeviationTests {
  private static let radius = 0.07

  private static func model(_ holes: [Hole] = []) -> VolumeModel {
    let ball = TestHeads.ellipsoid(radius, radius, radius, rings: 120, spokes: 240)
    return VolumeModel(
      HeadSurface(positions: ball.positions, triangles: ball.triangles), holes: holes, top: radius, bridgedGap: 0.003,
      isFixed: true)
  }

  /// Places 30° apart err by themselves: 23 of them on half a ball, six on each of its quarters.
  @Test func theNoiseIsThatOfItsPlaces() {
    let (model, noise) = (Self.model(), 0.0003)
    let quarter = (area: .pi * Self.radius * Self.radius / 2, volume: .pi * pow(Self.radius, 3) / 6)
    let own = quarter.area * noise / 6.0.squareRoot()
    for (name, expected) in [
      (MeasureName.volume, 4e6 * quarter.area * noise / 23.0.squareRoot()), (.volumeLeftBack, 1e6 * own),
      (.volumeRightFront, 1e6 * own), (.asr, 100 * 2.0.squareRoot() * own / quarter.volume),
      (.pcai, 100 * 2.0.squareRoot() * own / quarter.volume), (.length, 0),
    ] {
      #expect(abs(VolumeMeasures.deviation(name, model, radius: noise) - expected) <= 0.002 * expected, "\(name)")
    }
  }

  /// Holes in two quarters: each in its own, both in the whole, and four times the variance for twice the noise.
  @Test func whatHolesHideAddsInQuadrature() {
    let square: [Vector3] = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
    let model = Self.model([
      Hole(rim: square.map { $0 * 0.01 + [-0.03, -0.04, 0.05] }),
      Hole(rim: square.map { $0 * 0.006 + [0.03, 0.04, 0.05] }),
    ])
    let deviation = { (name: MeasureName, radius: Double) in VolumeMeasures.deviation(name, model, radius: radius) }
    let (back, front) = (deviation(.volumeLeftBack, 0), deviation(.volumeRightFront, 0))
    #expect(back > 2 * front && front > 0)
    #expect(deviation(.volumeRightBack, 0) == 0)
    #expect(abs(deviation(.volume, 0) - (back * back + front * front).squareRoot()) < 1e-9)
    #expect(abs(deviation(.psr, 0) - 100 * back / (1e6 * model.nominal[0])) < 1e-9)
    #expect(abs(deviation(.acai, 0) - 100 * front / (1e6 * model.nominal[3])) < 1e-9)
    for name in MeasureName.allCases where name.basis == .volume {
      let (still, once, twice) = (deviation(name, 0), deviation(name, 1e-5), deviation(name, 2e-5))
      let ratio = (twice * twice - still * still) / (once * once - still * still)
      #expect(abs(ratio - 4) < 1e-6, "\(name): \(ratio)")
    }
  }
}

/// Triangles across the borders of the quadrants, in closed form: left back, right back, left front, right front.
@Suite struct QuadrantIntegralTests {
  /// Over the triangle of 8 m² between x, y = −1 and x + y = 2: level, rising to the right, and through the base plane.
  @Test(arguments: [
    (Vector3(0, 0, 1), Quadrants(1, 2.5, 2.5, 2), Quadrants(1, 2.5, 2.5, 2)),
    (Vector3(0.25, 0, 1), Quadrants(21, 79, 52, 56) / 24, Quadrants(1, 2.5, 2.5, 2)),
    (Vector3(1, 1, 0), Quadrants(0, 6, 6, 8) / 3, Quadrants(0, 2, 2, 2)),
  ]) func trianglesAreDividedAtTheBorders(_ plane: Vector3, _ volume: Quadrants, _ across: Quadrants) {
    let corners = [(-1.0, -1.0), (3, -1), (-1, 3)].map { x, y in Vector3(x, y, plane.x * x + plane.y * y + plane.z) }
    let area = across * (1 + plane.x * plane.x + plane.y * plane.y).squareRoot()
    for triangle: SIMD3<Int32> in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let found = QuadrantIntegral(corners, [triangle])
      let sign = triangle == [2, 1, 0] ? -1.0 : 1
      for k in 0..<4 {
        #expect(abs(found.volume[k] - sign * volume[k]) < 1e-12, "\(triangle), \(k)")
        #expect(abs(found.area[k] - area[k]) < 1e-12, "\(triangle), \(k)")
      }
    }
  }
}
