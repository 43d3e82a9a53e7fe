import Geometry
import PointClouds

extension LengthUnit {
  /// The unit in which a head of these coordinates has the size of one, or nil where none fits.
  ///
  /// A head scan reaches over 0.1 to 0.6 m along its longest axis; stray vertices (2 % at each end) are left out.
  public static func guess(_ positions: [Vector3]) -> LengthUnit? {
    let size = (0..<3).map { axis in
      let along = positions.map { $0[axis] }.sorted()
      guard !along.isEmpty else { return 0.0 }
      return along[along.count - 1 - along.count / 50] - along[along.count / 50]
    }.max()!
    return allCases.first { (0.1...0.6).contains(size * $0.metres) }
  }

  /// The abbreviation.
  public var symbol: String {
    switch self {
    case .millimetres: "mm"
    case .centimetres: "cm"
    case .metres: "m"
    }
  }

  /// The unit of an abbreviation.
  public init?(symbol: String) {
    guard let unit = Self.allCases.first(where: { $0.symbol == symbol }) else { return nil }
    self = unit
  }
}
