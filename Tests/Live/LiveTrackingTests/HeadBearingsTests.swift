import Feedback
import Foundation
import Geometry
import Markers
import Testing
import Tracking

@testable import LiveTracking

/// Directions around the head and in the image.
@Suite struct DirectionTests {
  @Test func everyDirectionLiesInItsCell() {
    var random = SeededGenerator(seed: 5)
    #expect(DirectionGrid.directions.enumerated().allSatisfy { DirectionGrid.cell($0.element) == $0.offset })
    for _ in 0..<2000 {
      let d = random.direction()
      #expect(DirectionGrid.directions[DirectionGrid.cell(d)].dot(d) > 0.98)
    }
    for pole in [Vector3(0, 0, 1), [0, 0, -1], [-1, 0, 0], [-1, -0.0, 0]] {
      #expect((0..<DirectionGrid.count).contains(DirectionGrid.cell(pole)))
    }
    for part in HeadPart.allCases { #expect(part.contains(part.direction.normalized), "\(part)") }
  }

  @Test func directionsAreThoseOfTheImage() {
    #expect(MoveDirection([1, 0]) == .right)
    #expect(MoveDirection([0, -1]) == .up)
    #expect(MoveDirection([-1, -1]) == .leftUp)
    #expect(MoveDirection([-1, 0.1]) == .left)
    #expect(MoveDirection([-1, -0.1]) == .left)
    #expect(MoveDirection([0.1, 1]) == .down)
    #expect(MoveDirection([0.1, 0], least: 0.2) == nil)
    #expect(MoveDirection(.zero) == nil)
  }
}

@Suite struct ApproachTests {
  private let rules = FeedbackFile.builtIn.rules.coverage
  private let camera = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 319.5, cy: 239.5)

  private func approach(_ target: Vector3, turns: Int = 0) -> Approach {
    // The camera looks along Z, so the direction from the head to it is −Z.
    Approach(from: [0, 0, -1], to: target.normalized, ViewFrame(camera, quarterTurns: turns), rules)
  }

  /// The angle is the one between the directions, and the way is where the part lies in view.
  @Test(arguments: [30.0, 60, 90, 120, 150]) func aPartIsReachedTheShortWay(degrees: Double) {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let ways: [(Vector3, MoveDirection)] = [
      ([sine, 0, -cosine], .right), ([-sine, 0, -cosine], .left), ([0, sine, -cosine], .down),
      ([0, -sine, -cosine], .up),
    ]
    for (target, way) in ways {
      let approach = approach(target)
      #expect(abs(approach.degrees - degrees) < 1e-9)
      #expect(approach.direction == way)
    }
  }

  @Test func aPartInFrontIsFacedAndOneBehindIsAroundTheHead() {
    #expect(approach([0.1, 0, -1]).direction == nil)
    #expect(approach([0.1, 0, 1]).direction == .around)
  }

  /// An image turned clockwise has what was on its left on top.
  @Test func directionsFollowTheTurnOfTheImage() {
    let ways = (0..<5).map { approach([-1, 0, -1], turns: $0).direction }
    #expect(ways == [.left, .up, .right, .down, .left])
  }

  /// The middle of the image is the origin, and half its longer side the unit.
  @Test func placesInViewAreCountedFromTheMiddle() {
    let view = ViewFrame(camera, quarterTurns: 0)
    #expect(view.place([319.5, 239.5] as Vector2).length < 1e-12)
    #expect((view.place([639.5, 239.5] as Vector2) - [1, 0]).length < 1e-12)
    #expect((view.place([0, 0, 0.3] as Vector3)).length < 1e-12)
    #expect(view.place([0.1, 0, -0.3] as Vector3).length > 5, "what is behind lies far out")
  }

  /// Pixel (479.5, 139.5) is 160 to the right of the middle and 100 above it: half of the unit of 320, and 0.3125 of it. Turned
  /// clockwise, right becomes down.
  @Test(
    arguments: [
      (0, [0.5, -0.3125]), (1, [0.3125, 0.5]), (2, [-0.5, 0.3125]), (3, [-0.3125, -0.5]), (-1, [-0.3125, -0.5]),
      (-6, [-0.5, 0.3125]), (4, [0.5, -0.3125]), (9, [0.3125, 0.5]),
    ] as [(Int, Vector2)]) func placesTurnWithTheImage(_ turns: Int, _ place: Vector2)
  {
    let view = ViewFrame(camera, quarterTurns: turns)
    #expect((view.place([479.5, 139.5] as Vector2) - place).length < 1e-12)
    #expect((view.turned(view.up) - [0, -1]).length < 1e-12)
    #expect((view.up - ViewFrame.up(quarterTurns: turns)).length < 1e-12)
    // The same of the image on its side.
    let upright = ViewFrame(
      Camera(width: 480, height: 640, fx: 600, fy: 600, cx: 239.5, cy: 319.5), quarterTurns: turns)
    #expect((upright.place([399.5, 219.5] as Vector2) - place).length < 1e-12)
  }

  /// Ten units out on its side; nearly on the axis there is no side.
  @Test func whatIsBehindLiesFarOutOnItsSide() {
    let view = ViewFrame(camera, quarterTurns: 0)
    #expect((view.place([0.3, -0.4, -1] as Vector3) - [6, -8]).length < 1e-9)
    #expect((view.place([0.3, -0.4, 0.009] as Vector3) - [6, -8]).length < 1e-9)
    #expect(view.place([1e-9, 0, -1] as Vector3).length < 0.1)
    #expect((view.place([0.03, -0.04, 0.5] as Vector3) - [36 / 320.0, -48 / 320.0]).length < 1e-9)
  }

  /// Faced up to 25°, around the head from 155° on.
  @Test func facingAndOppositeHaveTheirAngles() {
    let at = { (degrees: Double) in
      approach([sin(degrees * .pi / 180), 0, -cos(degrees * .pi / 180)]).direction
    }
    #expect([24.9, 25.1, 154.9, 155.1].map(at) == [nil, .right, .right, .around])
    // Directions that are a little longer than one.
    let view = ViewFrame(camera, quarterTurns: 0)
    let longer = Vector3(0, 0, -1.000_001)
    #expect(Approach(from: [0, 0, -1], to: longer, view, rules).degrees == 0)
    #expect(abs(Approach(from: [0, 0, -1], to: -longer, view, rules).degrees - 180) < 1e-9)
  }

  /// What lies across the line of sight counts, however far away the part is.
  @Test func theWayIsTheOneAcrossTheLineOfSight() {
    let eye = Vector3(0.6, 0, -0.8)
    // On the great circle from the eye to the left, which is up to 127° away.
    let side = Vector3(-0.8, 0, -0.6)
    for degrees in [40.0, 80, 120] {
      let target = eye * cos(degrees * .pi / 180) + side * sin(degrees * .pi / 180)
      let approach = Approach(from: eye, to: target, ViewFrame(camera, quarterTurns: 0), rules)
      #expect(abs(approach.degrees - degrees) < 1e-9)
      #expect(approach.direction == .left)
    }
  }
}

/// Where the head lies in a map.
@Suite struct HeadBearingsTests {
  /// Prints of 16 mm that look outwards, 65 mm from a middle.
  private func map(_ directions: [Int: Vector3], middle: Vector3 = .zero) -> LiveMap {
    LiveMap(
      known: directions.mapValues { direction in
        let out = direction.normalized
        let right = out.anyOrthogonal
        let up = out.cross(right)
        return [(-1, 1), (1, 1), (1, -1), (-1, -1)].map { (x: Double, y: Double) -> Vector3 in
          middle + out * 0.065 + (right * x + up * y) * 0.008
        }
      })
  }

  private func cap(_ landmarks: [String: Int]) -> Cap {
    Cap(
      dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<30), landmarks: landmarks)
  }

  private func isClose(_ a: Matrix3?, _ b: Matrix3) -> Bool {
    guard let a else { return false }
    return [Vector3(1, 0, 0), [0, 1, 0], [0, 0, 1]].allSatisfy { (a * $0 - b * $0).length < 1e-9 }
  }

  @Test func theMiddleIsWhereNormalsLead() throws {
    let middle = Vector3(0.1, -0.2, 0.4)
    let map = map([1: [1, 0.2, 0], 2: [0.1, 1, 0.3], 3: [-0.3, 0, 1]], middle: middle)
    #expect((try #require(HeadBearings.middle(of: map, radius: 0.065)) - middle).length < 1e-9)
    // Of less depth the mean of what lies on the way.
    let outward = [Vector3(1, 0.2, 0), [0.1, 1, 0.3], [-0.3, 0, 1]].map(\.normalized).reduce(.zero, +) / 3
    #expect((try #require(HeadBearings.middle(of: map, radius: 0.04)) - middle - outward * 0.025).length < 1e-9)
    #expect(HeadBearings.middle(of: LiveMap(), radius: 0.07) == nil)
  }

  /// Roles in the head's frame, seen from a map that is turned and shifted against it.
  @Test(arguments: [
    ["front": 1, "vertex": 2, "left": 3], ["FRONT": 1, "Crown": 2], ["front": 1, "sellion": 4],
    ["right": 5, "back": 6],
    ["front": 1, "back": 6, "vertex": 2],
  ]) func rolesTellTheAxes(_ landmarks: [String: Int]) {
    let roles: [Int: Vector3] = [
      1: [0, 1, 0], 2: [0, 0, 1], 3: [-1, 0, 0], 4: [0, 0.87, -0.5], 5: [1, 0, 0], 6: [0, -1, 0],
    ]
    let (turn, middle) = (Matrix3.rotation([0.4, -0.7, 1.1]), Vector3(0.3, 0.1, -0.5))
    let map = map(roles.mapValues { turn * $0 }, middle: middle)
    #expect(isClose(HeadBearings.rotation(cap(landmarks), map, middle: middle), turn.transpose))
  }

  /// Fewer than two directions, or two that are nearly one (up to 26°) or opposite, tell no axes.
  @Test(
    arguments: [
      [:], ["front": 1], ["front": 1, "back": 6], ["front": 1, "glabella": 4], ["front": 1, "nobody": 2],
      ["front": 1, "left": 9],
    ] as [[String: Int]]) func fewRolesTellNothing(_ landmarks: [String: Int])
  {
    let map = map([1: [0, 1, 0], 2: [0, 0, 1], 4: [0, 0.94, -0.34], 6: [0, -1, 0]])
    #expect(HeadBearings.rotation(cap(landmarks), map, middle: .zero) == nil)
  }

  /// The camera looks along z and stands 30° above the part that it faces: where its back and the image's up point.
  @Test(
    arguments: [
      (.front, [0, 1, 0]), (.right, [1, 0, 0]), (.back, [0, -1, 0]), (.left, [-1, 0, 0]),
    ] as [(HeadPart, Vector3)]) func theFirstViewTellsTheAxes(_ part: HeadPart, _ ahead: Vector3) throws
  {
    let (cosine, sine) = (0.75.squareRoot(), 0.5)
    let turn = Matrix3.rotation([-0.5, 0.3, 0.9])
    let ups: [Vector3] = [[0, -1, 0], [-1, 0, 0], [0, 1, 0], [1, 0, 0]]
    for (turns, up) in ups.enumerated() {
      let headFromMap = try #require(
        HeadBearings.rotation(
          facing: part, elevation: 30, mapFromCamera: RigidTransform(rotation: turn, translation: [1, 2, 3]),
          up: ViewFrame.up(quarterTurns: turns)))
      let (out, above) = (headFromMap * (turn * [0, 0, -1]), headFromMap * (turn * up))
      #expect((out - ahead * cosine - [0, 0, sine]).length < 1e-9)
      #expect((above + ahead * sine - [0, 0, cosine]).length < 1e-9)
    }
  }

  @Test(arguments: [HeadPart.crown, .nose, .earLeft, .earRight]) func nobodyBeginsThere(_ part: HeadPart) {
    #expect(HeadBearings.rotation(facing: part, elevation: 0, mapFromCamera: .identity, up: [0, -1]) == nil)
  }

  /// Above 10° below the middle, each direction is of one quarter or of the crown.
  @Test func quartersAndCrownShareTheHead() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let d = random.direction()
      let parts = [HeadPart.front, .back, .left, .right, .crown].filter { $0.contains(d) }
      let expected: [HeadPart] =
        if d.z <= -0.17 { [] } else if d.z > 0.866 { [.crown] } else if abs(d.y) >= abs(d.x) {
          [d.y > 0 ? .front : .back]
        } else { [d.x > 0 ? .right : .left] }
      #expect(parts == expected, "\(d)")
      #expect(HeadPart.nose.contains(d) == (d.dot([0, 0.8, -0.6]) > 0.966))
    }
  }

  @Test func theHeadOfAScanIsThatOfItsMap() throws {
    let world = SyntheticCap()
    var scan = LiveScan(world.cap, rules: FeedbackFile.builtIn.rules)
    #expect(scan.head == nil)
    _ = scan.facts(world.frame(0, SyntheticCap.pose(0)), gray: nil, depth: nil)
    #expect(try #require(scan.head).headFromMap == #require(scan.headFromMap))
    let known = LiveScan(world.cap, rules: FeedbackFile.builtIn.rules, layout: world.corners)
    #expect(known.head?.headFromMap == .identity)
    #expect(try #require(known.head).middle.length < 0.01)
  }
}
