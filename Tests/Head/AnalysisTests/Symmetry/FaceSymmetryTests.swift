import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// The midline by the symmetry of face and skull base.
@Suite(.slow) struct FaceSymmetryTests {
  private func found(
    _ surface: HeadSurface, _ landmarks: HeadLandmarks, _ options: SymmetryOptions = SymmetryOptions()
  ) throws -> FaceSymmetry {
    let picked = try #require(try HeadFrame(landmarks, apAxis: .sellion))
    return try FaceSymmetry(surface, landmarks, picked, options)
  }

  private func refusal(_ surface: HeadSurface, _ landmarks: HeadLandmarks) throws -> FindingCode? {
    try finding(surface, landmarks)?.code
  }

  private func finding(_ surface: HeadSurface, _ landmarks: HeadLandmarks) throws -> Finding? {
    do {
      _ = try found(surface, landmarks)
      return nil
    } catch let refusal as FaceSymmetry.Refusal { return refusal.finding }
  }

  /// The angle in degrees between two directions.
  private func angle(_ a: Vector3, _ b: Vector3) -> Double { atan2(a.cross(b).length, a.dot(b)) * 180 / .pi }

  @Test func aMirroredFaceGivesItsPlane() throws {
    let symmetry = try found(FacedHead.plain.get(), FacedHead.landmarks())
    #expect(angle(symmetry.plane.normal, [1, 0, 0]) < 1e-6)
    #expect(abs(symmetry.plane.offset) < 1e-9)
    #expect(abs(symmetry.slant.forward) < 1e-8)
    #expect(abs(symmetry.slant.up) < 1e-8)
    #expect(symmetry.residual < 1e-9)
    #expect(symmetry.matchedShare > 0.95 && symmetry.matchedShare < 1.0001)
    #expect(symmetry.points > 2000)
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func aTurnedPlaneIsFoundFromLandmarksThatAreAside(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (yaw, aside) = (3 * Double.pi / 180 * (2 * random.uniform() - 1), 0.002 * (2 * random.uniform() - 1))
    let turn = { (p: Vector3) in Matrix3.rotation([0, 0, yaw]) * p + [aside, 0, 0] }
    // Landmarks of the head before it was turned: the sellion lies up to 4 mm beside its midline.
    let symmetry = try found(FacedHead.surface(turn), FacedHead.landmarks())
    let normal = Matrix3.rotation([0, 0, yaw]) * Vector3(1, 0, 0)
    #expect(angle(symmetry.plane.normal, normal) < 0.03, "seed \(seed)")
    #expect(abs(symmetry.plane.distance(to: [aside, 0, 0])) < 0.00005, "seed \(seed)")
    #expect(abs(symmetry.angleFromLandmarks - yaw * 180 / .pi) < 0.03, "seed \(seed)")
  }

  @Test(arguments: [-0.06, 0.03, 0.06]) func aShearedFaceKeepsItsMidline(shear: Double) throws {
    let sheared = { (p: Vector3) in p + [0, shear * p.x, 0] }
    let symmetry = try found(FacedHead.surface(sheared), FacedHead.landmarks(sheared))
    #expect(angle(symmetry.plane.normal, [1, 0, 0]) < 0.05)
    #expect(abs(symmetry.slant.forward - shear) < 0.001)
  }

  @Test func theVaultAndItsFlattenedBackDoNotMatter() throws {
    let flattened = { (p: Vector3) -> Vector3 in
      guard p.z > 0.01 || p.y < -0.04 else { return p }
      let apart = (p.normalized - Vector3(-0.57, -0.8, 0.15).normalized).length / 0.5
      return p * (1 - 0.15 * exp(-apart * apart / 2))
    }
    let symmetry = try found(FacedHead.surface(flattened), FacedHead.landmarks())
    #expect(angle(symmetry.plane.normal, [1, 0, 0]) < 1e-6)
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func thePlaneMovesWithTheHead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let shape = FacedHead.asymmetry(0.0004, seed: seed)
    let still = try found(FacedHead.asymmetric[Int(seed)].get(), FacedHead.landmarks(shape))
    let moved = try found(
      FacedHead.surface { motion * shape($0) }, FacedHead.landmarks { motion * shape($0) })
    let expected = still.plane.moved(by: motion)
    // The fit ends within 10 µm, at a tenth of a metre.
    #expect(angle(moved.plane.normal, expected.normal) < 0.006, "seed \(seed)")
    #expect(abs(moved.plane.offset - expected.offset) < 1e-5, "seed \(seed)")
    #expect(abs(moved.angleDeviation - still.angleDeviation) < 1e-3, "seed \(seed)")
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func everyMeasureMovesWithTheHead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let shape = FacedHead.asymmetry(0.0004, seed: seed)
    var analysis = HeadAnalysis(choices: try MeasurementProtocol.find("face-symmetry"))
    analysis.uncertainty = nil
    let still = try analysis.measure(FacedHead.asymmetric[Int(seed)].get(), landmarks: FacedHead.landmarks(shape))
    let moved = try analysis.measure(
      FacedHead.surface { motion * shape($0) }, landmarks: FacedHead.landmarks { motion * shape($0) })
    for name in MeasureName.allCases {
      let values = (try #require(still[name].value), try #require(moved[name].value))
      #expect(abs(values.0 - values.1) < 1e-3, "\(name), seed \(seed)")
    }
  }

  /// The interval of the CVAI is that of the midline where the surface and the landmarks are known well.
  @Test func theIntervalFollowsTheMidlinesDeviation() throws {
    let shape = FacedHead.asymmetry(0.0004, seed: 2)
    let landmarks = FacedHead.landmarks(shape, deviation: 0.00001)
    var analysis = HeadAnalysis(choices: try MeasurementProtocol.find("face-symmetry"))
    analysis.uncertainty = .landmarksAlone(draws: 2000)
    let measures = try analysis.measure(FacedHead.asymmetric[2].get(), landmarks: landmarks)
    let symmetry = try #require(measures.symmetry)
    let interval = try #require(measures[.axisDifference].ci95)
    let width = (interval.upperBound - interval.lowerBound) / (2 * 1.96)
    let drawn = drawnAngle(symmetry)
    #expect(abs(width / drawn - 1) < 0.1, "\(width)° against \(drawn)°")
  }

  /// No search tree, no normals, no steps: the distance of reflected places from every triangle, over a grid of planes.
  @Test(arguments: 0..<2 as Range<UInt64>) func noOtherPlaneFitsBetter(seed: UInt64) throws {
    let shape = FacedHead.asymmetry(0.0003, seed: seed)
    let (surface, landmarks) = (try FacedHead.surface(shape), FacedHead.landmarks(shape))
    let (picked, options) = (try #require(try HeadFrame(landmarks, apAxis: .sellion)), SymmetryOptions())
    let head = HeadSurface(
      positions: surface.positions.map { picked.headFromScan * $0 }, triangles: surface.triangles)
    let sellion = picked.headFromScan * landmarks[.sellion]!
    let region = SymmetryRegion(head, unit: sellion.length, options)
    let places = stride(from: 0, to: region.places.count, by: 29).map { region.places[$0] }
    let matcher = SurfaceMatcher(region.surface)
    let fit = MirrorFit(matcher: matcher, anchors: [], options: options)
    let best = try #require(
      fit.settled(from: ObliqueReflection(across: Plane(normal: [1, 0, 0], offset: 0)), places, steps: 60))
    #expect(best.hasSettled)
    let scale = fit.pairs(places, best.reflection).scale
    let axes = best.reflection.axes(up: [0, 0, 1])
    let cost = { (step: [Double]) -> Double in
      let trial = best.reflection.moved(by: step, axes: axes)
      return places.reduce(0) { sum, place in
        let image = trial.image(of: place.position)
        let u = min(1, region.surface.distance(to: image) / (4.685 * scale))
        return sum + place.weight * (1 - pow(1 - u * u, 3))
      }
    }
    let least = cost([0, 0, 0, 0, 0])
    for k in 0..<5 {
      for sign in [-1.0, 1] {
        var step = [0.0, 0, 0, 0, 0]
        step[k] = sign * (k == 0 ? 0.0005 : 0.01)
        #expect(cost(step) > least, "unknown \(k), sign \(sign), seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func drawsFollowTheLandmarksAsFitsDo(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (surface, landmarks) = (try FacedHead.plain.get(), FacedHead.landmarks())
    // A strong prior, so that there is something to follow.
    var options = SymmetryOptions()
    (options.landmarkDeviation, options.errorArea) = (0.0003, 1e-3)
    let nominal = try found(surface, landmarks, options)
    let headFromScan = nominal.frame.headFromScan
    for landmark in Landmark.required {
      var moved = landmarks
      moved.estimates[landmark]!.position += nominal.plane.normal * 0.001 * (random.uniform() < 0.5 ? -1 : 1)
      let full = try found(surface, moved, options).plane.moved(by: headFromScan)
      let linear = nominal.plane(
        for: moved.transformed(by: headFromScan), from: landmarks.transformed(by: headFromScan))
      let effect = angle(full.normal, nominal.headPlane.normal)
      #expect(effect > 0.03, "\(landmark), seed \(seed)")
      #expect(angle(full.normal, linear.normal) < 0.1 * effect, "\(landmark), seed \(seed), effect \(effect)°")
      #expect(abs(full.offset - linear.offset) < 0.00002, "\(landmark), seed \(seed)")
    }
  }

  /// What draws leave out, that landmarks place the region, is small beside the deviation of the plane.
  @Test(arguments: 0..<2 as Range<UInt64>) func onAnAsymmetricFaceTheyStayWithinItsDeviation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shape = FacedHead.asymmetry(0.0004, seed: seed)
    let (surface, landmarks) = (try FacedHead.asymmetric[Int(seed)].get(), FacedHead.landmarks(shape))
    let nominal = try found(surface, landmarks)
    let headFromScan = nominal.frame.headFromScan
    for _ in 0..<4 {
      var moved = landmarks
      for landmark in Landmark.required { moved.estimates[landmark]!.position += random.normal3() * 0.0015 }
      let full = try found(surface, moved).plane.moved(by: headFromScan)
      let linear = nominal.plane(
        for: moved.transformed(by: headFromScan), from: landmarks.transformed(by: headFromScan))
      let difference = atan2(full.normal.y, full.normal.x) - atan2(linear.normal.y, linear.normal.x)
      #expect(abs(difference) * 180 / .pi < 0.35 * nominal.angleDeviation, "seed \(seed)")
    }
  }

  @Test func drawnPlanesScatterAsTheirCovarianceSays() throws {
    let shape = FacedHead.asymmetry(0.0004, seed: 5)
    let symmetry = try found(FacedHead.surface(shape), FacedHead.landmarks(shape))
    let nominal = symmetry.landmarks.transformed(by: symmetry.frame.headFromScan)
    let planes = symmetry.planes(for: Array(repeating: nominal, count: 4000), from: nominal, isRepeat: false, seed: 7)
    let turns = planes.map { $0.normal.y * 180 / .pi }
    #expect(abs(RobustStatistics.mean(turns)) < 1e-3 * symmetry.angleDeviation)
    #expect(abs(RobustStatistics.rms(turns) / drawnAngle(symmetry) - 1) < 0.04)
    #expect(drawnAngle(symmetry) > symmetry.angleDeviation)
    // An error, and then its opposite.
    #expect(abs(turns[0] + turns[1]) < 1e-6 * symmetry.angleDeviation)
  }

  /// Four parts have three degrees of freedom, and a normal deviation 3.182 / 1.96 times as large for 95 %.
  @Test func whatFewPartsTellIsWidened() {
    let (fit, parts) = ([[1.0, 0, 0], [0, 2, 0], [0, 0, 3]], [[4.0, 1, 0], [1, 5, 0], [0, 0, 6]])
    let four = MidlineCovariance(fit: fit, parts: parts, freedom: 3)
    #expect(four.whole == [[5, 1, 0], [1, 7, 0], [0, 0, 9]])
    #expect(abs(four.drawn[0][1] - pow(3.182 / 1.959964, 2)) < 1e-12)
    #expect(abs(four.drawn[1][1] - (2 + 5 * pow(3.182 / 1.959964, 2))) < 1e-12)
    #expect(MidlineCovariance(fit: fit, parts: parts, freedom: 2).drawn[0][0] > four.drawn[0][0])
  }

  /// The standard deviation of the angles that are drawn, degrees.
  private func drawnAngle(_ symmetry: FaceSymmetry) -> Double {
    symmetry.covariance.drawn[1][1].squareRoot() * 180 / .pi
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func theSellionIsTheSurfacesOwn(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let surface = try FacedHead.plain.get()
    var landmarks = FacedHead.landmarks()
    landmarks.estimates[.sellion]!.position += [0.0015 * random.normal(), 0, 0.001 * random.normal()]
    let symmetry = try found(surface, landmarks)
    let sellion = try #require(symmetry.landmarks[.sellion])
    let shift = (sellion - landmarks.estimates[.sellion]!.position).length
    #expect(abs(try #require(symmetry.sellionShift) - shift) < 1e-9, "seed \(seed)")
    #expect(abs(sellion.x) < 0.0001, "seed \(seed)")
    // The parabola through the analytic profile about that height has its vertex there.
    let tilt = symmetry.frame.headFromScan.rotation.transpose
    let (c, s) = (cos(12 * Double.pi / 180), sin(12 * Double.pi / 180))
    let (forward, up) = (tilt * Vector3(0, c, -s), tilt * Vector3(0, s, c))
    var equations = LeastSquares(unknowns: 3)
    for k in -10...10 {
      let place = sellion + up * (0.0005 * Double(k))
      var height = 0.0
      for _ in 0..<60 {
        let p = place + forward * height
        height -= p.length - FacedHead.radius(p.normalized)
      }
      let x = Double(k) / 10
      equations.add([1, x, x * x], value: height)
    }
    let fit = try #require(equations.solved()?.solution)
    #expect(fit[2] > 0, "seed \(seed)")
    #expect(abs(-fit[1] / (2 * fit[2]) * 0.005) < 0.0003, "seed \(seed)")
  }

  @Test func whatWasNotSeenIsRefused() throws {
    let landmarks = FacedHead.landmarks()
    let surface = try FacedHead.plain.get()
    let cut = { (isCut: (Vector3) -> Bool) throws -> HeadSurface in
      try HeadSurface(
        TestHeads.cutting(Mesh(positions: surface.positions, triangles: surface.triangles), where: isCut))
    }
    #expect(try refusal(surface, landmarks) == nil)
    let half = try #require(try finding(cut { $0.x < 0 && $0.y > 0.02 }, landmarks))
    #expect(half.code == .frameSymmetryUnseen)
    // Square centimetres: the least is 4, and less was seen.
    #expect(half.values["least_cm2"]?.figure == 4)
    #expect((0..<4).contains(half.values["area_cm2"]?.figure ?? .nan))
    // More than the whole of it has.
    var options = SymmetryOptions()
    options.leastArea = 0.009
    let refused = #expect(throws: FaceSymmetry.Refusal.self) { try found(surface, landmarks, options) }
    let values = try #require(refused).finding.values
    let frame = try #require(try HeadFrame(landmarks, apAxis: .sellion)).headFromScan
    let region = SymmetryRegion(surface.moved(by: frame), unit: (frame * landmarks[.sellion]!).length, options)
    let area = 0.04 * Double(region.places.count { $0.part == .upperFace })
    #expect(abs(try #require(values["area_cm2"]?.figure) / area - 1) < 0.1)
    #expect(abs(try #require(values["least_cm2"]?.figure) - 90) < 1e-9)
    #expect(try refusal(cut { $0.x < -0.03 }, landmarks) == .frameSymmetryUnseen)
    #expect(try refusal(cut { $0.y > 0.04 && $0.z < 0.01 }, landmarks) == .frameSymmetryUnseen)
  }

  /// Many scans end above the ears: the midline is known less well then, and says so.
  @Test func earsMayBeMissing() throws {
    var deviations: [(whole: Double, part: Double)] = []
    for seed in 1...4 as ClosedRange<UInt64> {
      let shape = FacedHead.asymmetry(0.0002, seed: seed)
      let (surface, landmarks) = (try FacedHead.surface(shape), FacedHead.landmarks(shape))
      let mesh = Mesh(positions: surface.positions, triangles: surface.triangles)
      let cut = try HeadSurface(TestHeads.cutting(mesh) { $0.y < 0.012 && $0.z < 0.005 })
      let (whole, part) = (try found(surface, landmarks), try found(cut, landmarks))
      #expect(part.points < whole.points)
      #expect(angle(part.plane.normal, whole.plane.normal) < 3 * (part.angleDeviation + whole.angleDeviation))
      // As it is drawn: three parts tell a deviation worse than four.
      deviations.append((whole.drawnAngleDeviation, part.drawnAngleDeviation))
    }
    let sum = deviations.reduce((0, 0)) { ($0.0 + $1.whole, $0.1 + $1.part) }
    #expect(sum.1 > sum.0, "\(deviations)")
  }

  /// The face of a second scan has the same asymmetry: only the fit's own error is in a repeat.
  @Test func aRepeatHasTheSameFace() throws {
    let shape = FacedHead.asymmetry(0.0004, seed: 2)
    var analysis = HeadAnalysis(choices: try MeasurementProtocol.find("face-symmetry"))
    analysis.uncertainty = UncertaintyOptions.landmarksAlone()
    let measures = try analysis.measure(FacedHead.asymmetric[2].get(), landmarks: FacedHead.landmarks(shape))
    let cvai = try #require(measures.results[.cvai])
    let (whole, again) = (try #require(cvai.ci95), try #require(cvai.repeatability))
    let width = { (range: ClosedRange<Double>) in range.upperBound - range.lowerBound }
    let line = try #require(cvai.budget.first { $0.source == .midline })
    #expect(line.kind == .a)
    #expect(line.unit == "°")
    #expect(line.deviation > 0)
    // What the line has is what a repeat lacks.
    #expect(abs(width(again) / width(whole) - (1 - line.contribution).squareRoot()) < 0.1, "\(again) \(whole) \(line)")
    #expect(width(again) < 0.9 * width(whole))
  }

  @Test func aHeadWithoutAFaceIsRefused() throws {
    // Every plane through its middle reflects an ellipsoid onto itself along some direction.
    let surface = try HeadSurface(TestHeads.ellipsoid(0.06, 0.075, 0.09))
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0005)
    let finding = try #require(try finding(surface, landmarks))
    #expect(finding.code == .frameSymmetryUncertain)
    #expect(finding.values["largest_degrees"]?.figure == 1)
    #expect((finding.values["deviation_degrees"]?.figure ?? .nan) >= 1)
  }

  @Test func aRefusalWithholdsEveryMeasureAndSaysWhy() throws {
    var analysis = HeadAnalysis(choices: try MeasurementProtocol.find("face-symmetry"))
    analysis.uncertainty = nil
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0005)
    let measures = try analysis.measure(HeadSurface(TestHeads.ellipsoid(0.06, 0.075, 0.09)), landmarks: landmarks)
    #expect(!measures.isComplete)
    #expect(measures.reasons.map(\.code) == [.frameSymmetryUncertain])
  }

  @Test(arguments: [UncertaintyOptions(draws: 100), .landmarksAlone(draws: 100)])
  func theIndexStandsBesideThatOfTheLandmarks(uncertainty: UncertaintyOptions) throws {
    let shape = FacedHead.asymmetry(0.0004, seed: 1)
    let (surface, landmarks) = (try FacedHead.asymmetric[1].get(), FacedHead.landmarks(shape))
    let measures = try HeadAnalysis(uncertainty: uncertainty).measure(surface, landmarks: landmarks)
    let own = try HeadAnalysis(choices: MeasurementProtocol.find("face-symmetry"), uncertainty: uncertainty).measure(
      surface, landmarks: landmarks)
    #expect(own[.cvai].budget.contains { $0.source == .midline })
    // Measured alone, and without a budget.
    var alone = own[.cvai]
    alone.budget = []
    #expect(measures.indexBySymmetry == alone)
    #expect(measures[.cvai] != own[.cvai])
    #expect(own.indexBySymmetry == nil)
    #expect(try HeadAnalysis(uncertainty: nil).measure(surface, landmarks: landmarks).indexBySymmetry == nil)
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func anOperatorHardlyBendsTheMidline(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shape = FacedHead.asymmetry(0.0004, seed: seed)
    let (surface, landmarks) = (try FacedHead.asymmetric[Int(seed)].get(), FacedHead.landmarks(shape))
    var turns: [(face: Double, sellion: Double)] = []
    for _ in 0..<6 {
      var moved = landmarks
      for landmark in Landmark.required { moved.estimates[landmark]!.position += random.normal3() * 0.0015 }
      let face = try found(surface, moved).plane.normal
      let sellion = try #require(try HeadFrame(moved, apAxis: .sellion)).headFromScan.rotation.rows.0
      turns.append((face.y * 180 / .pi, sellion.y * 180 / .pi))
    }
    let spread = { (values: [Double]) in RobustStatistics.standardDeviation(values) }
    #expect(spread(turns.map(\.face)) < 0.15, "seed \(seed)")
    #expect(spread(turns.map(\.sellion)) > 0.5, "seed \(seed)")
  }
}

extension FaceSymmetryTests {
  /// The frame of a midline: base plane of the landmarks, X across the midline, origin on it between the ears.
  @Test(arguments: 0..<10 as Range<UInt64>) func theFrameStandsOnTheMidline(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let plane = Plane(normal: (Vector3(1, 0, 0) + 0.05 * random.normal3()).normalized, offset: 0.002 * random.normal())
      .moved(by: motion)
    let (s, l, r) = (motion * [0.001, 0.07, 0.02], motion * [-0.06, 0.003, 0.001], motion * [0.055, -0.004, 0.002])
    let frame = try HeadFrame(sellion: s, tragionLeft: l, tragionRight: r, apAxis: .faceSymmetry, midline: plane)
    let t = frame.headFromScan
    #expect(abs(t.rotation.determinant - 1) < 1e-12)
    for p in [s, l, r] { #expect(abs((t * p).z) < 1e-12, "seed \(seed)") }
    let own = plane.moved(by: t)
    #expect(abs(own.offset) < 1e-12, "seed \(seed)")
    #expect(abs(own.normal.y) < 1e-12, "seed \(seed)")
    #expect(own.normal.x > 0.9, "seed \(seed)")
    let ears = (t * r) - (t * l)
    #expect(abs((t * l).x * ears.y - (t * l).y * ears.x) < 1e-12, "seed \(seed)")
    let degrees = atan2(ears.y, ears.x) * 180 / .pi
    #expect(abs(frame.axisDifferenceDegrees - degrees) < 1e-9, "seed \(seed)")
  }
}
