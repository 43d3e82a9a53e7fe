import Geometry
import Platform
import Testing

@testable import Phantom

@Suite struct QuickSineTests {
  @Test(arguments: [1.0, 10, 1000, 1e6]) func itLiesCloseToTheSystems(range: Double) {
    let seed: UInt64 = 71
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100_000 {
      let x = (2 * generator.uniform() - 1) * range
      #expect(abs(quickSine(x) - sin(x)) < 1e-11, "seed \(seed), \(x)")
    }
    for k in 0..<1000 {
      let x = Double(k) * .pi / 2
      #expect(abs(quickSine(x) - sin(x)) < 1e-11)
    }
  }

  @Test func roundedFormulasAreThoseOfTheSystemsSine() {
    let seed: UInt64 = 72
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200_000 {
      let (x, y) = (1000 * generator.uniform(), 1e-4 * generator.uniform())
      let product = rounded { sin in sin(x) * sin(x + y) }
      #expect(product == Float(sin(x) * sin(x + y)), "seed \(seed), \(x), \(y)")
    }
    #expect(rounded { sin in sin(.nan) }.isNaN)
  }
}
