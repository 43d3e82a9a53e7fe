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
}
