import Foundation
import Geometry
import Testing

@testable import PointClouds

/// The moment at which views moved against a surface is found, with the motion, and nothing is found where none did.
@Suite struct MotionChangeTests {
  static let shape = AnalyticShape.lumpy
  static let chart = SurfaceChart(shape.mesh)!
  /// Some hundred patches on all sides.
  static let spread = chart.patches.indices.filter { $0 % 8 == 0 }.map { chart.patches[$0] }

  /// How far a motion moves a patch along its normal.
  static func moved(_ row: [Double], _ motion: [Double]) -> Double {
    var sum = 0.0
    for k in row.indices { sum += row[k] * motion[k] }
    return sum
  }

  /// What a view from a direction sees of the shape: points of 5 mm spacing, moved, with noise and a bias along the normals.
  static func cloud(
    from direction: Vector3, moved motion: RigidTransform, noise: Double, bias: Double, _ random: inout SeededGenerator
  ) -> Cloud {
    var cloud = Cloud()
    let mesh = shape.mesh
    for vertex in stride(from: Int(random.uniform() * 37), to: mesh.positions.count, by: 37) {
      let normal = Vector3(mesh.normals[vertex])
      guard normal.dot(direction) > 0.4 else { continue }
      let point = mesh.positions[vertex] + normal * (bias + noise * random.normal())
      cloud.positions.append(motion * point)
      cloud.normals.append(SIMD3<Float>(motion.rotation * normal))
    }
    return cloud
  }

  /// Views on a way around the shape; the motions of the views, the noise of each pose and the bias of each view are given.
  static func views(
    _ count: Int, seed: UInt64, poseNoise: Double = 0.0002, motion: (Int) -> RigidTransform
  ) -> [[SurfaceOffset]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { view in
      let turn = Matrix3.rotation([0, 0, 8 * Double(view) / Double(count)])
      let direction = (turn * Vector3(1, 0, -0.4 + 0.8 * Double(view) / Double(count))).normalized
      let shake = RigidTransform(
        rotation: .rotation(random.normal3() * (poseNoise / 0.06)), translation: random.normal3() * poseNoise)
      let bias = 0.0001 * random.normal()
      let cloud = cloud(from: direction, moved: shake * motion(view), noise: 0.0003, bias: bias, &random)
      return chart.offsets(of: cloud)
    }
  }

  @Test func aPointFindsItsDistanceFromTheSurface() {
    var random = SeededGenerator(seed: 3)
    for height in [-0.004, -0.001, 0, 0.002, 0.006] {
      let cloud = Self.cloud(from: [1, 0, 0], moved: .identity, noise: 0, bias: height, &random)
      let offsets = Self.chart.offsets(of: cloud)
      #expect(offsets.count > 100)
      let errors = offsets.map { abs($0.distance - height) }
      #expect(RobustStatistics.median(errors) < 0.00005, "\(height)")
      #expect(Set(offsets.map(\.patch)).count == offsets.count)
    }
  }

  /// The two faces of a thin sheet are patches of their own, whichever way it faces: in the middle of them nothing would face
  /// anywhere.
  @Test(arguments: 0..<3) func bothFacesOfASheetArePatches(_ axis: Int) throws {
    var mesh = Mesh()
    for face in [1, 2] {
      for k in 0..<900 {
        var (place, normal) = (Vector3.zero, SIMD3<Float>.zero)
        (place[(axis + 1) % 3], place[(axis + 2) % 3]) = (0.001 * Double(k % 30), 0.001 * Double(k / 30))
        place[axis] = 0.001 * Double(face)
        normal[axis] = face == 1 ? -1 : 1
        mesh.positions.append(place)
        mesh.normals.append(normal)
      }
    }
    // One more vertex, so that both faces lie within the same cubes of 4 mm.
    mesh.positions.append(.zero)
    mesh.normals.append(mesh.normals[1799])
    let patches = try #require(SurfaceChart(mesh)).patches
    for patch in patches { #expect(abs(abs(patch.normal.normalized[axis]) - 1) < 1e-6) }
    for patch in patches { #expect(patch.normal.length > 0.9) }
    #expect(patches.count { $0.normal[axis] < 0 } >= 49)
    #expect(patches.count { $0.normal[axis] < 0 } == patches.count { $0.normal[axis] > 0 && $0.point[axis] > 0.0005 })
  }

  /// Offsets that are linear in a motion give that motion, but for the priors' share of less than 0.2 %.
  @Test func theMotionOfExactOffsetsIsFound() throws {
    let patches = Self.chart.patches
    let fit = PatchMotionFit(patches)
    let motion = [0.01, -0.02, 0.015, 0.0005, -0.0002, 0.0003, 0.0001]
    let seen = patches.indices.filter { $0 % 3 == 0 }
    let views = (0..<20).map { view in
      seen.map { patch in
        let moved = zip(fit.rows[patch], motion).reduce(0) { $0 + $1.0 * $1.1 }
        return SurfaceOffset(patch: patch, distance: view < 8 ? 0.0003 : 0.0003 - moved)
      }
    }
    let change = try #require(MotionChangeFinder(views, patches: patches).likeliest())
    #expect(change.index == 8)
    let expected = fit.transform(motion)
    let difference = change.correction * expected.inverse
    #expect(difference.rotation.rotationVector.length < 0.002 * 0.027)
    #expect((difference * fit.pivot - fit.pivot).length < 0.002 * 0.0006)
    // Nothing scatters, so the least deviations of 0.05° and 0.05 mm make the statistic: 7.25e-4 / 7.6154e-7 + 3.8e-7 /
    // 2.5e-9 = 1104.0. Of twenty blocks of a view 14 / 19 count, of twenty-four 18 / 23.
    #expect(abs(change.significance / (1104.0 * 14 / 19 * 23 / 18) - 1) < 0.008, "\(change.significance)")
    // √(θ² R² 2/3 + t²) with R = 65 mm, θ² = 7.25e-4 and t² = 0.38 mm².
    #expect(abs(change.size - 0.0015563) < 8e-6, "\(change.size)")
  }

  /// Exact offsets of views that each moved by itself: what their means scatter is the deviation. Blocks of a few views, the
  /// last of either part shorter, count as one.
  @Test(arguments: [(Double.infinity, 2), (6.3, 4)]) func theDeviationIsThatOfBlocksOfViews(
    _ seconds: Double, _ length: Int
  )
    throws
  {
    var random = SeededGenerator(seed: 41)
    let fit = PatchMotionFit(Self.spread)
    var own: [[Double]] = []
    for view in 0..<48 {
      // A turn by 60 mm about as much as a shift.
      var motion = (0..<7).map { (k: Int) -> Double in 0.0002 * random.normal() / (k < 3 ? 0.06 : 1) }
      if view >= 21 { for k in 0..<6 { motion[k] += 0.002 * Double(k % 3 - 1) } }
      own.append(motion)
    }
    let views = own.map { motion -> [SurfaceOffset] in
      fit.rows.indices.map { SurfaceOffset(patch: $0, distance: -Self.moved(fit.rows[$0], motion)) }
    }
    let finder = MotionChangeFinder(views, over: seconds, patches: Self.spread)
    let change = try #require(finder.change(at: 21))
    var (variance, means) = (0.0, [[Double]]())
    for part in [0..<21, 21..<48] {
      let count = Double(part.count)
      var mean = [Double](repeating: 0, count: 6)
      for k in 0..<6 {
        for view in part { mean[k] += own[view][k] / count }
        for start in stride(from: part.lowerBound, to: part.upperBound, by: length) {
          var sum = 0.0
          for view in start..<min(start + length, part.upperBound) { sum += (own[view][k] - mean[k]) / count }
          variance += sum * sum * (k < 3 ? 0.065 * 0.065 * 2 / 3 : 1)
        }
      }
      means.append(mean)
    }
    #expect(abs(change.deviation / variance.squareRoot() - 1) < 0.02, "\(change.deviation), \(variance.squareRoot())")
    // The correction is the difference of the means.
    let shift = change.correction * fit.pivot - fit.pivot
    for k in 3..<6 { #expect(abs(shift[k - 3] - (means[1][k] - means[0][k])) < 5e-5, "\(k)") }
  }

  /// Five views on either side are enough.
  @Test(arguments: [(5, 10), (5, 20), (15, 20)]) func fiveViewsTellAMoment(_ first: Int, _ count: Int) throws {
    let fit = PatchMotionFit(Self.spread)
    let motion = [0.01, -0.02, 0.015, 0.0005, -0.0002, 0.0003, 0.0001]
    let views = (0..<count).map { view -> [SurfaceOffset] in
      fit.rows.indices.map {
        SurfaceOffset(patch: $0, distance: view < first ? 0 : -Self.moved(fit.rows[$0], motion))
      }
    }
    #expect(MotionChangeFinder(views, patches: Self.spread).likeliest()?.index == first)
  }

  /// What the fit takes from the sum of squares beside an offset alone. Of one patch, with D = 1 mm seen ten times and the
  /// priors 0.5² · 56 mm² over (10 mm)² and (0.5 mm)², which are 0.14 and 56: ten squares of a millimetre times 71.6071 of
  /// 72.6071 parts, for 10 / 0.14 + 10 / 56 is 71.6071, less those of 10 / 66. Of many patches that move, all of their
  /// squares but those of an offset.
  @Test func theGainIsWhatAMotionExplains() {
    let one = PatchMotionFit([SurfacePatch(point: [0.1, 0.2, 0.3], normal: [0, 0, 1])])
    let single = one.gain([PatchDifference(weight: 10, distance: 0.001)])
    #expect(abs(single - (1e-5 * 71.6071 / 72.6071 - 1e-5 * 10 / 66)) < 1e-10, "\(single)")
    let fit = PatchMotionFit(Self.spread)
    let middle = Self.spread.reduce(Vector3.zero) { $0 + $1.point } / Double(Self.spread.count)
    #expect((fit.pivot - middle).length < 1e-12)
    let motion = [0.01, -0.02, 0.015, 0.0005, -0.0002, 0.0003, 0.0001]
    var (differences, total, sum, squares) = ([PatchDifference](), 0.0, 0.0, 0.0)
    for (k, row) in fit.rows.enumerated() {
      let (weight, distance) = (Double(5 + k % 4), -Self.moved(row, motion))
      differences.append(PatchDifference(weight: weight, distance: distance))
      total += weight
      sum += weight * distance
      squares += weight * distance * distance
    }
    let expected: Double = squares - sum * sum / (total + 56)
    #expect(abs(fit.gain(differences) / expected - 1) < 0.01, "\(fit.gain(differences)), \(expected)")
    // A common offset alone is no motion.
    let still = differences.map { PatchDifference(weight: $0.weight, distance: 0.001) }
    #expect(abs(fit.gain(still)) < 60e-6)
    // About the pivot.
    let place = Vector3(0.02, -0.03, 0.01)
    let moved = fit.transform(motion) * (middle + place)
    let turned = Matrix3.rotation([0.01, -0.02, 0.015]) * place
    #expect((moved - (turned + middle + [0.0005, -0.0002, 0.0003])).length < 1e-12)
  }

  /// A sheet of 60 × 45 mm: every place up to 7 mm from it is read, by its height, and none from 9 mm on, nor what faces away
  /// or lies beside it.
  @Test(arguments: [-0.0091, -0.007, -0.0031, 0.0004, 0.0069, 0.0093]) func placesNearASheetAreRead(_ height: Double)
    throws
  {
    var mesh = Mesh()
    for k in 0..<1200 {
      // One vertex lies lower, so that no other is at the border of its cells.
      mesh.positions.append([0.0015 * Double(k % 40) + 0.3, 0.0015 * Double(k / 40) - 0.2, k == 615 ? 0.499 : 0.5])
      mesh.normals.append([0, 0, 1])
    }
    let chart = try #require(SurfaceChart(mesh))
    var (cloud, turned, aside) = (Cloud(), Cloud(), Cloud())
    for k in mesh.positions.indices where k != 615 {
      cloud.positions.append(mesh.positions[k] + [0, 0, height])
      cloud.normals.append([0, 0, 1])
    }
    turned.positions = cloud.positions
    turned.normals = cloud.normals.map { -$0 }
    aside.positions = cloud.positions.map { $0 + [0.2, 0, 0] }
    aside.normals = cloud.normals
    let offsets = chart.offsets(of: cloud)
    if abs(height) < 0.008 {
      #expect(Double(offsets.count) > 0.97 * Double(chart.patches.count))
      let far = offsets.count { abs($0.distance - height) > 1e-6 }
      #expect(far <= 2, "the lower vertex may have a patch's distance")
    } else {
      #expect(offsets.count < 3)
    }
    #expect(chart.offsets(of: turned).isEmpty && chart.offsets(of: aside).isEmpty)
    let back = RigidTransform(rotation: .identity, translation: [-0.2, 0, 0])
    #expect(chart.offsets(of: aside, moved: back).count == offsets.count)
  }

  /// Half a metre is no head's, along any axis.
  @Test(arguments: 0..<3) func longSurfacesHaveNoChart(_ axis: Int) {
    for (length, isHead) in [(0.45, true), (0.5, false)] {
      var mesh = Mesh()
      for k in 0..<600 {
        var place = Vector3(0.01 * Double(k % 3), 0.01 * Double(k % 2), 0)
        place[axis] = length * Double(k) / 599
        mesh.positions.append(place)
        mesh.normals.append([0, 0, 1])
      }
      #expect((SurfaceChart(mesh) != nil) == isHead)
    }
  }

  /// Six sides of something smaller than a cube of 4 mm are six patches, however they are tilted.
  @Test func everySideIsAPatch() throws {
    var mesh = Mesh()
    for k in 0..<600 {
      mesh.positions.append([0.0005 * Double(k % 5), 0.0005 * Double(k / 5 % 5), 0.0001 * Double(k / 25)])
      var normal = Vector3(0.2, -0.15, 0.1)
      normal[k % 3] = k % 2 == 0 ? 0.9 : -0.9
      mesh.normals.append(SIMD3<Float>(normal.normalized))
    }
    let patches = try #require(SurfaceChart(mesh)).patches
    #expect(patches.count == 6)
    for axis in 0..<3 {
      #expect(patches.contains { $0.normal[axis] > 0.9 } && patches.contains { $0.normal[axis] < -0.9 })
    }
  }

  /// A tenth of the patches are 3 mm off, all to the same side: what the others say counts.
  @Test func patchesThatDisagreeDoNotCount() throws {
    var random = SeededGenerator(seed: 12)
    let fit = PatchMotionFit(Self.chart.patches)
    let motion = [0.012, -0.02, 0.015, 0.0005, -0.0002, 0.0003, 0.0001]
    let differences = fit.rows.enumerated().map { k, row -> PatchDifference in
      let moved = zip(row, motion).reduce(0) { $0 + $1.0 * $1.1 }
      return PatchDifference(weight: 10, distance: 1e-5 * random.normal() - moved + (k % 10 == 3 ? 0.003 : 0))
    }
    let solution = try #require(fit.robust(differences))
    for k in 0..<3 { #expect(abs(solution.motion[k] - motion[k]) < 2e-4, "\(solution.motion)") }
    for k in 3..<7 { #expect(abs(solution.motion[k] - motion[k]) < 1e-5, "\(solution.motion)") }
    let mistaken = solution.weights.indices.count { (solution.weights[$0] == 0) != ($0 % 10 == 3) }
    #expect(mistaken < 3)
    let unseen = differences.map { _ in PatchDifference(weight: 0, distance: 0) }
    #expect(fit.robust(unseen)?.motion == Array(repeating: 0, count: 7))
  }

  /// The cubes that make patches are counted from the surface's own corner, so they move with it.
  @Test func patchesMoveWithTheirSurface() throws {
    var random = SeededGenerator(seed: 5)
    var mesh = Mesh()
    for k in 0..<1600 {
      let (x, y) = (0.0013 * (Double(k % 40) + random.uniform()), 0.0013 * (Double(k / 40) + random.uniform()))
      mesh.positions.append([x, y, 0.004 * sin(80 * x) * sin(60 * y + 1)])
      mesh.normals.append(SIMD3<Float>((Vector3(0, 0, 1) + random.normal3() * 0.1).normalized))
    }
    var moved = mesh
    let shift = Vector3(0.0015, 0.0017, 0.0013)
    moved.positions = mesh.positions.map { $0 + shift }
    let (own, other) = (try #require(SurfaceChart(mesh)), try #require(SurfaceChart(moved)))
    let tree = KDTree(own.patches.map(\.point))
    let same = other.patches.count { (tree.nearest(to: $0.point - shift)?.distance ?? 1) < 1e-7 }
    // The lowest points lie on the border of their cubes, to rounding.
    #expect(Double(same) > 0.9 * Double(other.patches.count), "\(same) of \(other.patches.count)")
    #expect(abs(own.patches.count - other.patches.count) < 6)
    for patch in own.patches { #expect(abs(patch.normal.length - 1) < 1e-9) }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func aSlipIsFoundInTimeAndAngle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let turn = random.direction() * ((1 + 2 * random.uniform()) * .pi / 180)
    let slip = RigidTransform(rotation: .rotation(turn), translation: random.normal3() * 0.0005)
    let first = 30 + Int(random.uniform() * 60)
    let views = Self.views(120, seed: seed + 100) { $0 < first ? .identity : slip }
    let change = try #require(MotionChangeFinder(views, patches: Self.chart.patches).likeliest())
    #expect(abs(change.index - first) <= 1, "seed \(seed)")
    #expect(change.significance > 90, "seed \(seed)")
    // What is left lies within the stated deviation.
    let left = change.correction * slip
    let (angle, shift) = (left.rotation.rotationVector.length, left.translation.length)
    let error = (shift * shift + angle * angle * 0.065 * 0.065 * 2 / 3).squareRoot()
    #expect(change.deviation < 0.0003, "seed \(seed)")
    #expect(error < 3 * change.deviation, "seed \(seed): \(error), \(change.deviation)")
  }

  @Test(arguments: 11...18 as ClosedRange<UInt64>) func nothingIsFoundWhereNothingSlips(seed: UInt64) throws {
    let views = Self.views(120, seed: seed) { _ in .identity }
    let change = try #require(MotionChangeFinder(views, patches: Self.chart.patches).likeliest())
    #expect(change.size < 0.0004, "seed \(seed)")
    #expect(change.significance < 90, "seed \(seed)")
  }

  /// Where poses sway by a millimetre, views that follow each other closely say less than as many in a longer time.
  @Test(arguments: 31...36 as ClosedRange<UInt64>) func shortScansKnowLess(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (axis, phase) = (random.direction(), 2 * Double.pi * random.uniform())
    let views = Self.views(50, seed: seed) { view in
      RigidTransform(
        rotation: .rotation(axis * (0.02 * sin(Double(view) * 0.12 + phase))), translation: .zero)
    }
    let chart = Self.chart
    let long = try #require(MotionChangeFinder(views, over: 15, patches: chart.patches).likeliest())
    let short = try #require(MotionChangeFinder(views, over: 5, patches: chart.patches).likeliest())
    #expect(short.index == long.index)
    #expect(short.size == long.size)
    #expect(short.significance < 0.8 * long.significance, "seed \(seed): \(short.significance), \(long.significance)")
    // With no more blocks than unknowns nothing is certain.
    #expect(MotionChangeFinder(views, over: 2, patches: chart.patches).likeliest()?.significance == 0)
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>) func viewsTogetherComeBackOntoTheSurface(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let slip = RigidTransform(
      rotation: .rotation(random.direction() * (4 * .pi / 180)), translation: random.normal3() * 0.0005)
    let clouds = (0..<12).map { view in
      let direction = Matrix3.rotation([0, 0, Double(view) / 2]) * Vector3(1, 0, 0)
      return Self.cloud(from: direction, moved: slip, noise: 0.0003, bias: 0, &random)
    }
    let correction = try #require(Self.chart.correction(of: clouds))
    let left = correction * slip
    #expect(left.rotation.rotationVector.length < 0.1 * .pi / 180, "seed \(seed)")
    #expect(left.translation.length < 0.0001, "seed \(seed)")
  }

  @Test func tooFewViewsSayNothing() {
    let views = Self.views(9, seed: 1) { _ in .identity }
    #expect(MotionChangeFinder(views, patches: Self.chart.patches).likeliest() == nil)
    #expect(MotionChangeFinder([], patches: []).likeliest() == nil)
    #expect(SurfaceChart(Mesh()) == nil)
  }
}
