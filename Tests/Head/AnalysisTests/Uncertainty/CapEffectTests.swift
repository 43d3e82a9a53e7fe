import Testing

@testable import Analysis

/// What a cap does to each measure.
@Suite struct CapEffectTests {
  /// Over a cap of 2 mm a measure without a side is 3 % larger, and an asymmetry, here below 1 mm or 1 %, a tenth smaller.
  /// So the farther the cap stands off, the smaller is the one, and the larger the other on its own side.
  @Test(arguments: [0.4, -0.4]) func theSlopeIsThatOfTheMeasureWithItsSide(yaw: Double) throws {
    let nominal = TestHeads.evaluation(yaw: yaw)
    var (over, slopes) = (CapVariants.Values(), [Quantity: Double]())
    for (quantity, value) in nominal.quantities {
      let signed = try #require(nominal.signed(quantity, nominal: nominal))
      let fold = quantity.measure?.fold
      over[quantity] = fold.map { $0.value(ofSigned: 0.9 * signed) } ?? 1.03 * value
      slopes[quantity] = fold == nil ? -0.03 * value / 0.002 : 0.1 * signed / 0.002
    }
    let length = try #require(nominal.values[.length])
    let variants = CapVariants(
      layer: 0.002, over: over, under: nil, edges: [1.2, -0.6].map { [.measure(.length): length + $0] },
      thicknessDeviation: 0.0003, edgeDeviation: 0.004)
    let effect = CapEffect(variants, nominal: nominal)
    #expect(effect.slopes.count == slopes.count)
    for (quantity, slope) in slopes {
      #expect(abs(try #require(effect.slopes[quantity]) - slope) < 1e-6, "\(quantity)")
      #expect(abs(try #require(effect.thickness[quantity]) - 0.0003 * abs(slope)) < 1e-9, "\(quantity)")
    }
    #expect(abs(try #require(effect.edge[.measure(.length)]) - 1.2 / 3.0.squareRoot()) < 1e-9)
    #expect(effect.edge[.measure(.width)] == 0)
  }
}
