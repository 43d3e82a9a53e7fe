import Geometry
import TestSupport
import Testing

@Suite struct DepthCorrectionTests {
  @Test func spansTheImageFromEdgeToEdge() {
    let tilt = DepthCorrection(field: DepthField([0, 1]))
    #expect(tilt.corrected(0, at: [-0.5, 0], width: 640, height: 480) == -1)
    #expect(tilt.corrected(0, at: [639.5, 0], width: 640, height: 480) == 1)
    #expect(DepthCorrection.none.corrected(0.3, at: [1, 2], width: 640, height: 480) == 0.3)
  }

  @Test func scalesBeforeItAdds() {
    let correction = DepthCorrection(scale: 1.1, field: DepthField([0.004]))
    #expect(abs(correction.corrected(0.5, at: [3, 4], width: 64, height: 48) - 0.554) < 1e-12)
  }
}

@Suite struct DepthFieldTests {
  private static func random(_ seed: UInt64) -> DepthField {
    var random = SeededGenerator(seed: seed)
    return DepthField(
      (0..<DepthField.terms(degree: DepthField.degree)).map { _ in random.normal() }, columns: -0.8...0.7,
      rows: -0.5...0.6)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func aRowHasTheValuesOfItsPlaces(seed: UInt64) {
    let field = Self.random(seed)
    for y in [-0.9, -0.2, 0.55] {
      let powers = field.row(at: y)
      for x in [-1.0, -0.8, -0.3, 0.1, 0.69, 0.9] {
        let u = (2 * min(max(x, -0.8), 0.7) + 0.1) / 1.5
        let sum = (0...7).reversed().reduce(0) { $0 * u + powers[$1] }
        #expect(abs(sum - field.value(at: Vector2(x, y))) < 1e-12, "seed \(seed), place \(x), \(y)")
      }
    }
  }

  /// What is not stated is zero, so that every field has all of its terms.
  @Test func theOtherCoefficientsAreZero() {
    for count in [0, 1, 5, 36] {
      let field = DepthField((0..<count).map { Double($0 + 1) })
      #expect(field.coefficients == (0..<36).map { $0 < count ? Double($0 + 1) : 0 })
      for (term, expected) in zip(field.terms(at: [0.25, -0.5]), DepthField.terms(0.25, -0.5, degree: 7)) {
        #expect(abs(term - expected) < 1e-12)
      }
    }
  }

  @Test func termsComeByRisingDegree() {
    let (u, v) = (2.0, 3.0)
    #expect(DepthField.terms(u, v, degree: 3) == [1, u, v, u * u, u * v, v * v, 8, 4 * v, u * 9, 27])
    #expect(DepthField.terms(u, v, degree: DepthField.degree).count == 36)
  }

  @Test func holdsTheLastValueBeyondWhereItWasMeasured() {
    let bowl = DepthField([0, 0, 0, 1], columns: -0.5...0.5)
    #expect(bowl.value(at: [0.25, 0]) == 0.25)
    #expect(bowl.value(at: [0.9, 0.3]) == 1)
  }
}
