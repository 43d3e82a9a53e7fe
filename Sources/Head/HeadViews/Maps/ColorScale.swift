/// The colours of a map, told apart with every kind of colour vision and in grey.
public enum ColorScale: String, Sendable, CaseIterable {
  /// From little to much, dark blue to yellow: cividis (Nuñez, Anderton & Renslow, PLoS ONE 13(7) 2018).
  case sequential
  /// From inside over none to outside, blue over white to orange: the blues of ColorBrewer's RdBu and the oranges of its
  /// PuOr (Harrower & Brewer, The Cartographic Journal 40(1) 2003).
  case diverging

  /// The colour of what is not known.
  public static let unknown: SIMD3<UInt8> = [168, 168, 168]

  /// Colours at equal steps from the lower to the upper end; between them they are mixed linearly.
  public var stops: [SIMD3<UInt8>] {
    switch self {
    case .sequential:
      [
        [0, 32, 76], [0, 42, 102], [0, 52, 110], [39, 63, 108], [60, 74, 107], [76, 85, 107], [91, 95, 109],
        [104, 106, 112], [117, 117, 117], [131, 129, 120], [146, 140, 120], [161, 152, 118], [176, 165, 114],
        [192, 177, 109], [209, 191, 102], [225, 204, 92], [243, 219, 79], [255, 233, 69],
      ]
    case .diverging:
      [
        [5, 48, 97], [33, 102, 172], [67, 147, 195], [146, 197, 222], [209, 229, 240], [247, 247, 247],
        [254, 224, 182], [253, 184, 99], [224, 130, 20], [179, 88, 6], [127, 59, 8],
      ]
    }
  }

  /// The colour at a place of the scale, 0 to 1; places beyond have the colours of the ends.
  public func color(at place: Double) -> SIMD3<UInt8> {
    let stops = stops
    let at = min(1, max(0, place)) * Double(stops.count - 1)
    let index = min(stops.count - 2, Int(at))
    let share = at - Double(index)
    let mixed = SIMD3<Double>(stops[index]) * (1 - share) + SIMD3<Double>(stops[index + 1]) * share
    return SIMD3<UInt8>(mixed.rounded(.toNearestOrAwayFromZero))
  }
}
