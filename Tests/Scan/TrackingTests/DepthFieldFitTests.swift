import Geometry
import Testing

@testable import Tracking

@Suite struct DepthFieldFitTests {
  /// Waves of 0.4 mm, which a cubic can't follow.
  private static func waves(_ place: Vector2) -> Double {
    func sine(_ angle: Double) -> Double { Matrix3.rotation([0, 0, angle]).c0.y }
    return 0.0004 * sine(9 * place.x + 1) * sine(7 * place.y)
  }

  private static func misses(_ seed: UInt64, count: Int) -> [DepthFieldFit.Miss] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let place = Vector2(random.uniform() * 0.8 - 0.4, random.uniform() - 0.5)
      return .init(place: place, value: waves(place) + 0.0003 * random.normal(), sigma: DepthFieldFit.noise)
    }
  }

  private static func error(_ field: DepthField) -> Double {
    let errors = (0..<400).map { k -> Double in
      let place = Vector2(Double(k % 20) / 19 * 0.7 - 0.35, Double(k / 20) / 19 * 0.9 - 0.45)
      return field.value(at: place) - waves(place)
    }
    return RobustStatistics.rms(errors)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func followsWaves(seed: UInt64) {
    let error = Self.error(DepthFieldFit.field(Self.misses(seed, count: 10_000), near: .zero))
    #expect(error < 4e-5, "seed \(seed): \(error)")
    #expect(Self.error(.zero) > 1.5e-4)
  }

  @Test func staysAtTheCoarseFieldWhereNothingIsKnown() {
    let coarse = DepthField([0.001, 0.0005, -0.0003])
    #expect(DepthFieldFit.field([], near: coarse) == coarse)
    let few = Self.misses(4, count: 3)
    let field = DepthFieldFit.field(few, near: coarse)
    let place = few[0].place
    let miss = few[0].value - coarse.value(at: place)
    // Three corners don't outweigh the prior.
    #expect(abs(field.value(at: place) - coarse.value(at: place)) < abs(miss) / 2)
  }

  @Test(arguments: [5, 6] as [UInt64]) func strangersPullNothing(seed: UInt64) {
    var misses = Self.misses(seed, count: 10_000)
    for k in stride(from: 0, to: misses.count, by: 50) {
      misses[k] = .init(place: misses[k].place, value: 0.02, sigma: 0.0006)
    }
    #expect(Self.error(DepthFieldFit.field(misses, near: .zero)) < 4e-5, "seed \(seed)")
  }

  /// Misses all over the part of the image that is seen, so far off a field.
  private static func misses(off shift: Double, _ field: DepthField, sigma: Double = 0.0006) -> [DepthFieldFit.Miss] {
    var random = SeededGenerator(seed: 7)
    return (0..<6000).map { _ in
      let place = Vector2(random.uniform() * 0.8 - 0.4, random.uniform() - 0.5)
      return .init(place: place, value: field.value(at: place) + shift, sigma: sigma)
    }
  }

  /// How much a field lies above another: mean over the part that is seen.
  private static func lift(_ field: DepthField, over other: DepthField) -> Double {
    RobustStatistics.mean(
      (0..<400).map { k in
        let place = Vector2(Double(k % 20) / 19 * 0.7 - 0.35, Double(k / 20) / 19 * 0.9 - 0.45)
        return field.value(at: place) - other.value(at: place)
      })
  }

  /// Corners within 2 mm of the coarse field at the middle of their cell, which changes by 2.4 mm from cell to cell, are those
  /// of the field; corners farther off are not. Beside the middle of the next cell, those that are off by 1 mm would be off
  /// by 2.2 mm and more.
  @Test(arguments: [DepthField([0, 0.0735]), DepthField([0, 0, 0.0588])], [0.001, -0.001, 0.0045, -0.0045])
  func onlyWhatIsNearTheCoarseFieldBelongsToIt(coarse: DepthField, shift: Double) {
    let field = DepthFieldFit.field(Self.misses(off: shift, coarse), near: coarse)
    #expect(abs(Self.lift(field, over: coarse) - (abs(shift) < 0.002 ? shift : 0)) < 0.0001)
  }

  @Test(arguments: [(0.00195, true), (0.00205, false)]) func theLimitIsTwoMillimetres(shift: Double, belongs: Bool) {
    let field = DepthFieldFit.field(Self.misses(off: shift, .zero), near: .zero)
    #expect(abs(Self.lift(field, over: .zero) - (belongs ? shift : 0)) < 0.0001)
  }

  /// Half of the corners are known twice as well as the others: they weigh four times as much.
  @Test func cornersWeighByTheirDeviation() {
    let (near, far) = (Self.misses(off: 0.001, .zero), Self.misses(off: 0, .zero, sigma: 0.0012))
    #expect(abs(Self.lift(DepthFieldFit.field(near + far, near: .zero), over: .zero) - 0.0008) < 0.00003)
  }

  /// 24 cells from edge to edge, and nine places from the one to the other; what lies outside belongs to the border.
  @Test(arguments: [
    (-0.4, 0), (-0.368, 0), (-0.366, 1), (0.11, 15), (0.366, 22), (0.367, 23), (0.4, 23), (0.9, 23), (-1, 0),
  ])
  func cellsDivideARange(place: Double, cell: Int) {
    #expect(DepthFieldFit.cell(place, -0.4...0.4) == cell)
    #expect(abs(DepthFieldFit.node(0, -0.4...0.2) + 0.4) < 1e-15)
    #expect(abs(DepthFieldFit.node(2, -0.4...0.2) + 0.25) < 1e-15)
    #expect(abs(DepthFieldFit.node(8, -0.4...0.2) - 0.2) < 1e-15)
  }

  /// Depth that is 1 % too short and comes 10 ms later than the images, of which the recording states 4 ms: at the truth no
  /// corner misses anything but what the camera's turns put in, while the camera moves by up to 2.4 mm in that time.
  @Test func aKnownDelayAndScaleMissNothing() {
    var scene = SimulatedCap(
      seed: 9, frames: 240, pixelNoise: 0, depthNoise: 0, depthDelay: 0.01, field: DepthCorrection(scale: 1.01))
    for i in scene.frames.indices { scene.frames[i].depthDelay = 0.004 }
    let markers = scene.corners.mapValues { MarkerMap.Marker(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0) }
    var adjustment = Adjustment(
      cameraFromMap: scene.headFromCamera.map(\.inverse), map: MarkerMap(markers: markers), calibration: .none)
    adjustment.calibration.depthScale = Estimate(1.01, sigma: 0)
    adjustment.calibration.timeOffset = Estimate(0.006, sigma: 0)
    // The last frame's neighbour is missing.
    adjustment.cameraFromMap[239] = nil
    let misses = adjustment.misses(scene.frames, headRadius: 1000)
    #expect(misses.count == 4 * scene.frames[..<239].reduce(0) { $0 + $1.markers.count })
    #expect(RobustStatistics.rms(misses.map(\.value)) < 0.0004, "\(RobustStatistics.rms(misses.map(\.value)))")
    // A corner that is seen from the side is known less.
    let sigmas = misses.map(\.sigma)
    #expect(sigmas.allSatisfy { $0 > 0.00059999 } && sigmas.contains { $0 > 0.001 } && sigmas.contains { $0 < 0.00061 })
    adjustment.calibration.timeOffset = Estimate(0, sigma: 0)
    #expect(RobustStatistics.rms(adjustment.misses(scene.frames, headRadius: 1000).map(\.value)) > 0.0006)
  }

  /// One corner in each corner of the image lifts the field there by less than its own share, and nothing in the middle.
  @Test func theCoarseFieldHoldsBetweenFewCorners() {
    let coarse = DepthField([0.001, 0.0005, -0.0003])
    let places: [Vector2] = [[-0.4, -0.5], [0.4, -0.5], [-0.4, 0.5], [0.4, 0.5]]
    let field = DepthFieldFit.field(
      places.map { .init(place: $0, value: coarse.value(at: $0) + 0.001, sigma: 0.0006) }, near: coarse)
    for place in places {
      #expect((0.0001...0.0006).contains(field.value(at: place) - coarse.value(at: place)), "\(place)")
    }
    #expect(abs(field.value(at: .zero) - coarse.value(at: .zero)) < 0.0001)
    #expect(field.columns == -0.4...0.4 && field.rows == -0.5...0.5)
  }
}
