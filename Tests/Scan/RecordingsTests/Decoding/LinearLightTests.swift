import Foundation
import Testing

@testable import Recordings

@Suite struct LinearLightTests {
  /// All 256 values that a recorder can write, as far off as single precision puts them.
  @Test func everyLevelComesBack() {
    for level in 0...255 {
      let light = Float(pow(Double(level) / 255, 2.2))
      for light in [light.nextDown, light, light.nextUp] {
        #expect(LinearLight.level(light) == UInt8(level), "\(level)")
      }
    }
  }

  @Test func brighterLightIsNoDarker() {
    let levels = (0...100_000).map { LinearLight.level(Float($0) / 100_000) }
    #expect(levels == levels.sorted())
    #expect(levels.last == 255)
  }

  /// As near as half a step of the table makes it: a step is 0.07 levels at most from a hundredth of the light on.
  @Test func theLevelIsTheNearest() {
    for step in stride(from: 100, through: 10_000, by: 7) {
      let level = 255 * pow(Double(step) / 10_000, 1 / 2.2)
      #expect(abs(Double(LinearLight.level(Float(step) / 10_000)) - level) < 0.54, "\(step)")
    }
  }

  @Test func whatIsNoLightIsBlackOrWhite() {
    #expect([-1, -.infinity, .nan, -0.0].map { LinearLight.level($0) } == [0, 0, 0, 0])
    #expect([1.5, .greatestFiniteMagnitude, .infinity].map { LinearLight.level($0) } == [255, 255, 255])
  }
}
