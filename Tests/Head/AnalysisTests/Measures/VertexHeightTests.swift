import Geometry
import Testing

@testable import Analysis

/// What a hole may hide of the height of a head of 100 mm.
@Suite struct VertexHeightTests {
  /// A level square about an axis beside the top.
  private static func square(_ side: Double, at height: Double) -> Hole {
    let half = side / 2
    return Hole(
      rim: [[-half, -half, height], [half, -half, height], [half, half, height], [-half, half, height]])
  }

  private static func hidden(_ holes: [Hole], bridgedGap: Double = 0.003) -> VertexHeight.Hidden? {
    VertexHeight.hidden([0, 0, 0.1], holes: holes, bridgedGap: bridgedGap)
  }

  /// Over a diagonal of 28.3 mm a head bulges by 2 mm; a millimetre more than the top is too much.
  @Test func aBulgeOverTheTopIsHidden() throws {
    let found = try #require(Self.hidden([Self.square(0.02, at: 0.0995)]))
    // Diameters are found at most 1 % short.
    #expect(found.height < 0.001_501 && found.height > 0.001_46)
    #expect(Self.hidden([Self.square(0.02, at: 0.0988)]) == nil)
    let both = try #require(Self.hidden([Self.square(0.02, at: 0.0995), Self.square(0.021, at: 0.0999)]))
    #expect(both.height > found.height)
  }

  @Test func aGapThatIsBridgedHidesNothing() {
    #expect(Self.hidden([Self.square(0.02, at: 0.0995)], bridgedGap: 0.03) == nil)
    #expect(Self.hidden([Self.square(0.02, at: 0.0995)], bridgedGap: 0.027) != nil)
  }

  /// A rim in the lower half is where the scan ends; over more than the tightest radius nothing is known.
  @Test func aWideHoleInTheUpperHalfHidesAnything() {
    #expect(Self.hidden([Self.square(0.2, at: 0.049)]) == nil)
    #expect(Self.hidden([Self.square(0.2, at: 0.051)])?.height == .infinity)
  }
}
