import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

/// Three protrusions that make a face.
@Suite struct FaceCandidateTests {
  private static func shape(_ mesh: Mesh) throws -> RadialShape {
    try #require(RadialShape(try HeadSurface(mesh), MeshRaycaster(mesh)))
  }

  /// Heights count up to 12 mm and the less the higher they are beyond that; ten degrees of difference take off a millimetre.
  @Test(
    arguments: [
      ([10, 8, 9], 80, 80, 27), ([10, 8, 9], 85, 75, 26), ([10, 8, 9], 75, 85, 26), ([12, 3, 3], 80, 80, 18),
      ([15, 3, 3], 80, 80, 15), ([23, 3, 3], 80, 80, 7), ([24, 3, 3], 80, 80, 6), ([40, 3, 3], 80, 80, 6),
    ] as [([Double], Double, Double, Double)])
  func aScoreIsTheSumOfHeights(heights: [Double], a: Double, b: Double, score: Double) {
    #expect(abs(FaceCandidate.score(heights.map { $0 / 1000 }, a, b) * 1000 - score) < 1e-9)
  }

  /// Wherever the head stands, and whichever ear is higher up; the lower ear's height is that of the candidate.
  @Test(arguments: [0.4, -0.4], [Vector3(0.5, -0.4, 0.3), [-0.3, 0.6, -0.5]])
  func aMovedHeadHasItsPartsWhereTheyBelong(roll: Double, shift: Vector3) throws {
    let face = AnalyticFace(earLeft: 0.006)
    let motion = RigidTransform(rotation: .rotation([0, roll, 0]), translation: shift)
    let shape = try Self.shape(face.mesh().transformed(by: motion))
    #expect((shape.centre - shift).length < 0.003, "\(shape.centre)")
    for up in [motion.rotation * Vector3(0, 0, 1), nil] {
      let best = try #require(FaceCandidate.all(on: shape, up: up).first)
      let back = motion.inverse
      #expect((back * best.nose - face.tip).length < 0.012, "\(back * best.nose)")
      #expect((back * best.earLeft).x < -0.05, "\(back * best.earLeft)")
      #expect((back * best.earRight).x > 0.05, "\(back * best.earRight)")
      #expect(best.height > 0.0025 && best.height < 0.0065, "\(best.height)")
    }
  }

  /// Where nothing was scanned below nose and ears, what was lies above them.
  @Test(arguments: [0.4, -0.4]) func whatWasScannedIsTheVault(roll: Double) throws {
    let face = AnalyticFace()
    let normal = Vector3(1, 0, 0).cross(face.tip - AnalyticFace.ears).normalized
    let mesh = face.mesh { ($0 - AnalyticFace.ears).normalized.dot(normal) > -0.2 }
    let motion = RigidTransform(rotation: .rotation([0, roll, 0]), translation: .zero)
    let best = try #require(FaceCandidate.all(on: try Self.shape(mesh.transformed(by: motion)), up: nil).first)
    #expect((motion.inverse * best.earLeft).x < -0.05)
    #expect((motion.inverse * best.earRight).x > 0.05)
  }

  /// The ring from 10° to 18° about a place tells its median height where more than three quarters of it were seen: not on the
  /// rim of a scan.
  @Test func aRingIsAsHighAsItsMedian() throws {
    let shape = try Self.shape(AnalyticFace().mesh { $0.x > -0.02 })
    var (whole, cut) = (0, 0)
    for index in stride(from: 0, to: shape.directions.count, by: 7) {
      let ring = shape.directions.indices.filter {
        let angle: Double = acos(min(1, shape.directions[$0].dot(shape.directions[index]))) * 180 / .pi
        return angle > 10 && angle < 18
      }
      let seen: [Double] = ring.map { shape.residuals[$0] }.filter { $0.isFinite }.sorted()
      let isEnough = 4 * seen.count > 3 * ring.count
      let height = FaceCandidate.ringHeight(shape, index)
      if isEnough {
        let median = (seen[(seen.count - 1) / 2] + seen[seen.count / 2]) / 2
        #expect(abs(height - median) < 1e-12)
        whole += 1
      } else {
        #expect(height == 0)
        if !seen.isEmpty { cut += 1 }
      }
    }
    #expect(whole > 300 && cut > 50, "\(whole) \(cut)")
  }

  /// Of forty knobs, 4 mm to 8 mm high, the 24 most prominent ones are taken, the highest first.
  @Test func theHighestKnobsAreTaken() throws {
    let knobs = FibonacciSphere(count: 40).points
    let point = { (direction: Vector3) -> Vector3 in
      var radius = 0.065
      for (k, knob) in knobs.enumerated() where knob.dot(direction) > 0.8 {
        let angle: Double = acos(min(1, knob.dot(direction))) * 180 / .pi
        radius += (0.004 + 0.0001 * Double(k * 17 % 40)) * exp(-angle * angle / 32)
      }
      return direction * radius
    }
    let shape = try Self.shape(.globe(rings: 90, spokes: 180, point))
    let peaks = FaceCandidate.peaks(shape)
    #expect(peaks.count == 24)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0.prominence >= $1.prominence })
    // The knob under each peak, by its rank from the lowest, 0 to 39.
    let ranks = peaks.map { peak in
      let knob = knobs.indices.max {
        knobs[$0].dot(shape.directions[peak.index]) < knobs[$1].dot(shape.directions[peak.index])
      }!
      #expect(knobs[knob].dot(shape.directions[peak.index]) > cos(4 * Double.pi / 180))
      return knob * 17 % 40
    }
    #expect(Set(ranks).count == 24)
    // Neighbours in rank differ by a tenth of a millimetre, and directions lie 2.5° apart.
    #expect(Set(ranks).isSuperset(of: 32..<40) && ranks.allSatisfy { $0 >= 8 }, "\(ranks)")
  }
}

/// A head seen from inside.
@Suite struct RadialShapeTests {
  /// A polynomial of degree four on the sphere, metres.
  private static func radius(_ u: Vector3) -> Double {
    let (x, y, z) = (u.x, u.y, u.z)
    let low = 0.065 + 0.004 * x - 0.003 * y * z + 0.002 * x * x * x
    return low - 0.0025 * y * y * z + 0.003 * x * x * y * y - 0.002 * z * z * z * z
  }

  private static let directions = FibonacciSphere(count: 2000).points

  /// How far a smooth head lies from that polynomial at most, metres.
  private static func error(_ smooth: [Double]) -> Double {
    zip(smooth, directions).map { abs($0 - radius($1)) }.max()!
  }

  @Test func aSmoothHeadIsAPolynomial() throws {
    #expect(Self.error(try #require(RadialShape.smooth(Self.directions, Self.directions.map(Self.radius)))) < 1e-5)
  }

  /// A knob of 12 mm leaves the smooth head where it is.
  @Test func whatStandsOutIsLeftOut() throws {
    let axis = Vector3(0.6, 0.48, 0.64)
    let radii = Self.directions.map { Self.radius($0) + ($0.dot(axis) > 0.978 ? 0.012 : 0) }
    #expect(Self.error(try #require(RadialShape.smooth(Self.directions, radii))) < 1e-5)
  }

  /// Heights are never taken to scatter by less than a millimetre: two of five directions that lie 1.5 mm farther out are no
  /// knobs.
  @Test func whatLiesALittleFartherOutCounts() throws {
    let radii = Self.directions.enumerated().map { Self.radius($1) + ($0 % 5 < 2 ? 0.0015 : 0) }
    let smooth = try #require(RadialShape.smooth(Self.directions, radii))
    for (height, direction) in zip(smooth, Self.directions) {
      #expect(abs(height - Self.radius(direction) - 0.0006) < 0.0001)
    }
  }

  /// More than 500 directions make a head.
  @Test func aScrapIsNoHead() throws {
    let part = { (count: Int) in Self.directions.enumerated().map { $0 < count ? Self.radius($1) : Double.nan } }
    #expect(RadialShape.smooth(Self.directions, part(500)) == nil)
    #expect(RadialShape.smooth(Self.directions, part(501)) != nil)
  }

  /// The ball that most points lie on, wherever it is; a board beside it is left out.
  @Test func theBallIsThatOfMostPoints() throws {
    let centre = Vector3(0.1, -0.2, 0.3)
    var points = FibonacciSphere(count: 4000).points.map { centre + $0 * 0.07 }
    for k in 0..<400 { points.append(centre + [Double(k % 20) * 0.006 - 0.057, Double(k / 20) * 0.006 - 0.057, 0.16]) }
    let ball = try #require(RadialShape.ball(points))
    #expect((ball.centre - centre).length < 1e-5, "\(ball.centre)")
    #expect(abs(ball.radius - 0.07) < 1e-5, "\(ball.radius)")
  }

  /// No head is a ball: what lies within some millimetres of it counts nearly all, here two of five points 4 mm farther out.
  @Test func aBallMayBeRough() throws {
    let points = FibonacciSphere(count: 4000).points.enumerated().map { $1 * ($0 % 5 < 2 ? 0.074 : 0.070) }
    let ball = try #require(RadialShape.ball(points))
    #expect(abs(ball.radius - 0.0716) < 0.0001, "\(ball.radius)")
  }

  /// A board before the face, more than three radii from the middle, hides nothing; one that is nearer is no head's surface.
  @Test(arguments: [(0.235, false), (0.15, true)]) func whatIsFarAwayIsNotSeen(distance: Double, isHidden: Bool) throws
  {
    var mesh = AnalyticFace().mesh()
    let first = Int32(mesh.positions.count)
    mesh.positions += [
      [-0.08, distance, -0.08], [0.08, distance, -0.08], [0.08, distance, 0.08], [-0.08, distance, 0.08],
    ]
    mesh.triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3]]
    let surface = HeadSurface(positions: mesh.positions, triangles: mesh.triangles)
    let shape = try #require(RadialShape(surface, MeshRaycaster(mesh)))
    let ahead = shape.directions.indices.filter { shape.directions[$0].y > 0.95 }
    #expect(ahead.count > 100)
    #expect(ahead.allSatisfy { shape.radii[$0].isFinite != isHidden })
    for index in shape.directions.indices where shape.radii[index].isFinite {
      #expect(shape.radii[index] < 0.1)
      #expect(shape.residuals[index].isFinite)
      #expect(abs((shape.point(index) - shape.centre).length - shape.radii[index]) < 1e-12)
    }
  }
}
