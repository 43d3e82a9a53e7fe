import Geometry
import Platform
import Testing

@testable import Phantom

@Suite struct CameraPathTests {
  @Test(arguments: CameraPath.Extent.allCases.filter { $0 != .board })
  func theCameraLooksAtTheHeadFromAScanningDistance(_ extent: CameraPath.Extent) throws {
    let path = try CameraPath(extent: extent, duration: 20, seed: 3)
    for step in 0...200 {
      let pose = path.headFromCamera(at: Double(step) / 10)
      let distance = pose.translation.length
      #expect(distance > 0.25)
      #expect(distance < 0.42)
      #expect(pose.rotation.c2.dot(-pose.translation / distance) > 0.97)
      #expect(abs(pose.rotation.determinant - 1) < 1e-9)
      #expect(pose.rotation.c1.z < 0.35, "the image's top is up")
    }
  }

  @Test func theWholePathGoesAllAroundAndTheHalfDoesNot() throws {
    let whole = try CameraPath(extent: .whole, duration: 1)
    let half = try CameraPath(extent: .half, duration: 1)
    let times = (0...300).map { Double($0) / 300 }
    let leftmost = { (path: CameraPath) in times.map { path.headFromCamera(at: $0).translation.x }.min()! }
    #expect(leftmost(whole) < -0.3)
    #expect(leftmost(half) > 0)
  }

  @Test func theSpeedIsNearlyConstant() throws {
    let path = try CameraPath(extent: .whole, duration: 30, jitter: 0)
    let places = (0...300).map { path.headFromCamera(at: Double($0) / 10).translation }
    let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
    #expect(steps.max()! < 2.5 * RobustStatistics.median(steps))
  }
}

/// How the path leads from knot to knot.
@Suite struct CameraKnotTests {
  private func paths() throws -> [CameraPath] {
    try CameraPath.Extent.allCases.map { try CameraPath(extent: $0, duration: 10, jitter: 0) }
  }

  /// The place of a knot: turns from the front to the right, degrees of elevation, metres.
  private func place(_ knot: Vector3) -> Vector3 {
    let (turn, elevation) = (2 * Double.pi * knot.x, knot.y * .pi / 180)
    return Vector3(sin(turn) * cos(elevation), cos(turn) * cos(elevation), sin(elevation)) * knot.z
  }

  /// Against the length of the way in a thousand straight steps.
  @Test func lengthsAreThoseOfTheWay() throws {
    for path in try paths() {
      #expect(path.lengths.count == path.knots.count - 1)
      for (index, length) in path.lengths.enumerated() {
        let (a, b) = (path.knots[index], path.knots[index + 1])
        let points = (0...200).map { place(a + (b - a) * (Double($0) / 200)) }
        let way = zip(points, points.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).length }
        #expect(abs(length / way - 1) < 0.02, "\(index): \(length), \(way)")
      }
    }
  }

  /// Catmull & Rom's cubic in the powers of the share of a segment.
  @Test func placesLieOnTheSpline() throws {
    for path in try paths() {
      let (knots, total) = (path.knots, path.lengths.reduce(0, +))
      var before = 0.0
      for (index, length) in path.lengths.enumerated() {
        let (p0, p1) = (knots[max(index - 1, 0)], knots[index])
        let (p2, p3) = (knots[index + 1], knots[min(index + 2, knots.count - 1)])
        for t in [0.1, 0.5, 0.8] {
          let linear: Vector3 = (p2 - p0) * t
          let square: Vector3 = (p0 * 2 - p1 * 5 + p2 * 4 - p3) * (t * t)
          let cube: Vector3 = (p1 * 3 - p0 - p2 * 3 + p3) * (t * t * t)
          let expected: Vector3 = p1 + (linear + square + cube) / 2
          #expect((path.place((before + t * length) / total) - expected).length < 1e-9, "\(index) \(t)")
        }
        before += length
      }
      #expect((path.place(0) - knots[0]).length < 1e-12 && (path.place(1) - knots[knots.count - 1]).length < 1e-9)
    }
  }

  @Test func theCameraIsWhereItsKnotSays() throws {
    for (extent, path) in zip(CameraPath.Extent.allCases, try paths()) {
      let target: Vector3 = extent == .board ? .zero : [0, 0.004, 0.008]
      for (time, share) in [(-1.0, 0.0), (0, 0), (3.7, 0.37), (10, 1), (12, 1)] {
        let pose = path.headFromCamera(at: time)
        let out = place(path.place(share))
        #expect((pose.translation - target - out).length < 1e-9, "\(extent) \(time)")
        #expect((pose.rotation.c2 + out.normalized).length < 1e-9)
        // Right is level, or along the board.
        let right = (extent == .board ? Vector3(0, 1, 0) : Vector3(0, 0, 1)).cross(out).normalized
        #expect((pose.rotation.c0 - right).length < 1e-9)
        #expect((pose.rotation.c1 - right.cross(out.normalized)).length < 1e-9)
      }
    }
  }

  /// On a stand half a metre before the subject, whose head and chest it shows: its middle lies 45 mm below that of
  /// the head, and it looks down by 0.1.
  @Test func aStandIsBeforeTheSubject() throws {
    let path = try CameraPath(
      extent: .whole, duration: 10, jitter: 0, seed: 1, plan: FaultPlan([], duration: 10),
      subject: BodyMovement(sway: 0, seed: 1))
    let pose = path.headFromCamera(at: 4)
    let out = Vector3(0, cos(0.1), sin(0.1))
    #expect((pose.translation - Vector3(0, 0, -0.045) - out * 0.5).length < 1e-9)
    #expect((pose.rotation.c2 + out).length < 1e-9 && (pose.rotation.c0 - Vector3(-1, 0, 0)).length < 1e-9)
  }

  /// It begins a little to the left of the face; the low path looks up by 10° at both ears.
  @Test func pathsBeginWhereTheyShould() throws {
    let knots = Dictionary(uniqueKeysWithValues: zip(CameraPath.Extent.allCases, try paths().map(\.knots)))
    #expect(knots[.whole]?.first == [-0.06, 16, 0.36] && knots[.low]?.first == [-0.06, 2, 0.36])
    #expect(knots[.half]?.first == [0.08, 12, 0.365] && knots[.board]?.first == [0, 72, 0.32])
    #expect(knots[.low]?.map(\.y).min() == -10 && knots[.low]?.count { $0.y == -10 } == 2)
    #expect(knots[.low]?.filter { $0.y == -6 }.map(\.x) == [0.12, 0.88])
    #expect(knots[.low]?.suffix(12) == knots[.whole]?.suffix(12))
  }

  @Test func theHandIsAsUnsteadyAsAsked() throws {
    var square = (hand: 0.0, tremor: 0.0, turn: 0.0, shiver: 0.0)
    for seed in 0..<150 as Range<UInt64> {
      let (one, two) = (
        try CameraPath(extent: .whole, duration: 10, seed: seed),
        try CameraPath(extent: .whole, duration: 10, jitter: 2, seed: seed)
      )
      for (a, b) in zip(one.hand.terms + one.tremor.terms, two.hand.terms + two.tremor.terms) {
        #expect((b.translation - a.translation * 2).length < 1e-15 && (b.rotation - a.rotation * 2).length < 1e-15)
      }
      let sum = { (terms: [SmoothMotion.Term], part: (SmoothMotion.Term) -> Vector3) in
        terms.reduce(0.0) { $0 + part($1).dot(part($1)) } / 6 / 150
      }
      square.hand += sum(one.hand.terms) { $0.translation }
      square.turn += sum(one.hand.terms) { $0.rotation }
      square.tremor += sum(one.tremor.terms) { $0.translation }
      square.shiver += sum(one.tremor.terms) { $0.rotation }
      #expect(one.hand.terms.allSatisfy { (0.1...0.8).contains($0.angularFrequency / (2 * .pi)) })
      #expect(one.tremor.terms.allSatisfy { (5.0...10).contains($0.angularFrequency / (2 * .pi)) })
    }
    // Of 2250 numbers each, whose squares' mean is known within 3 %; three axes, of each sine half of its square.
    for (found, wanted) in [
      (square.hand, 0.005), (square.turn, 0.02), (square.tremor, 0.00025), (square.shiver, 0.0012),
    ] {
      #expect(abs(found.squareRoot() / wanted - 1) < 0.08, "\(found)")
    }
  }
}

/// Sums of sinusoids.
@Suite struct SmoothMotionTests {
  /// Five, one in each fifth of the band.
  @Test func frequenciesAreSpreadOverTheBand() {
    var (places, phases) = ([Double](), [Double]())
    for seed in 0..<200 as Range<UInt64> {
      let motion = SmoothMotion(rotation: 0.1, translation: 0.01, frequencies: 2...4.5, seed: seed)
      #expect(motion.terms.count == 5)
      for (k, term) in motion.terms.enumerated() {
        let place = (term.angularFrequency / (2 * .pi) - 2) / 0.5 - Double(k)
        #expect((-1e-9...1 + 1e-9).contains(place), "seed \(seed)")
        places.append(place)
        phases.append(term.phase)
      }
    }
    #expect(places.min()! < 0.02 && places.max()! > 0.98)
    #expect(phases.min()! >= 0 && phases.min()! < 0.1 && phases.max()! < 2 * .pi && phases.max()! > 6.2)
  }

  @Test func theMotionIsTheSumOfItsWaves() {
    let motion = SmoothMotion(rotation: 0.1, translation: 0.01, frequencies: 0.2...0.9, seed: 4)
    for time in [0.0, 1.3, 7.9] {
      var (turn, shift) = (Vector3.zero, Vector3.zero)
      for term in motion.terms {
        turn += term.rotation * sin(term.angularFrequency * time + term.phase)
        shift += term.translation * sin(term.angularFrequency * time + term.phase)
      }
      #expect((motion.at(time).translation - shift).length < 1e-15)
      #expect((motion.at(time).rotation.rotationVector - turn).length < 1e-9)
    }
  }
}

/// Rows that are read one after the other.
@Suite struct RowPosesTests {
  private let camera = Camera(width: 60, height: 40, fx: 100, fy: 100, cx: 30, cy: 20)

  /// A camera that moves to the right by 1 mm a row sees a point on the row of its height, so much farther to the left.
  @Test func aPointIsSeenByTheRowOnWhichItLies() {
    let rows = RowPoses(
      rows: (0..<40).map { RigidTransform(rotation: .identity, translation: [0.001 * Double($0), 0, 0]) })
    #expect(rows.middle.translation.x == 0.020 && rows[7].translation.x == 0.007)
    #expect(rows[-3].translation.x == 0 && rows[99].translation.x == 0.039)
    for (y, row) in [(0.01, 22.0), (-0.0623, 8), (-0.2, 0), (0.3, 39)] {
      let (pixel, inCamera) = rows.sight(of: [0.02, y, 0.5], by: camera)
      #expect((inCamera - Vector3(0.02 - 0.001 * row, y, 0.5)).length < 1e-12, "\(y)")
      #expect((pixel - Vector2(30 + 200 * (0.02 - 0.001 * row), 20 + 200 * y)).length < 1e-9, "\(y)")
    }
    let still = RowPoses(RigidTransform(rotation: .identity, translation: [0.01, 0, 0]))
    #expect((still.sight(of: [0.02, 0.03, 0.5], by: camera).pixel - [32, 26]).length < 1e-9)
    #expect(still[0].translation == still[30].translation)
  }
}
