import Geometry

/// The unit in which a mesh file's numbers are written. Mesh formats carry none, so the caller has to say it.
public enum LengthUnit: String, CaseIterable, Sendable {
  /// Thousandths of a metre: the rule in clinics.
  case millimetres
  /// Hundredths of a metre.
  case centimetres
  /// Metres: the unit inside Calvaria.
  case metres
  /// 25.4 mm.
  case inches

  /// One such unit in metres.
  public var metres: Double {
    switch self {
    case .millimetres: 1e-3
    case .centimetres: 1e-2
    case .metres: 1
    case .inches: 0.0254
    }
  }

  /// How many such units make a metre; exact but for inches, so that writing and reading again changes no digit it need not.
  public var perMetre: Double {
    switch self {
    case .millimetres: 1000
    case .centimetres: 100
    case .metres: 1
    case .inches: 1 / 0.0254
    }
  }
}

extension LengthUnit {
  /// The unit in which a head of these coordinates has the size of one, or nil where none fits.
  ///
  /// A head scan reaches over 0.1 to 0.6 m along its longest axis. In inches that may be a smaller one in centimetres, which
  /// comes first: few scanners count in inches.
  public static func guess(_ positions: [Vector3]) -> LengthUnit? { guess(size: size(positions)) }

  /// The first unit in which an extent along the longest axis is a head scan's; nil where there is none.
  public static func guess(size: Double) -> LengthUnit? {
    allCases.first { $0.fitsHead(size: size) }
  }

  /// Whether a mesh of this extent along its longest axis is one of a head.
  public func fitsHead(size: Double) -> Bool { Self.headSize.contains(size * metres) }

  /// The unit in which landmarks lie at vertices of these coordinates, or nil where they do in none.
  ///
  /// - Parameters:
  ///   - size: the extent along the longest axis.
  ///   - landmarks: metres; none fits where there are none.
  ///   - reach: how far from a vertex a landmark may lie, metres.
  public static func guess(_ positions: [Vector3], size: Double, near landmarks: [Vector3], within reach: Double)
    -> LengthUnit?
  {
    allCases.first { unit in
      plausibleSize.contains(size * unit.metres) && !landmarks.isEmpty
        && landmarks.allSatisfy { landmark in
          let (place, limit) = (landmark * unit.perMetre, reach * unit.perMetre)
          return positions.contains { ($0 - place).length <= limit }
        }
    }
  }

  /// Sizes in metres that tell a head.
  public static let headSize = 0.1...0.6

  /// Sizes in metres that a mesh with a head in it can have: from a vault alone to a whole person on a couch.
  public static let plausibleSize = 0.08...3.0

  /// The extent along the longest axis; stray vertices (2 % at each end) are left out. Of a million and more one in several
  /// is looked at.
  public static func size(_ positions: [Vector3]) -> Double {
    let step = max(1, positions.count / 500_000)
    let positions = stride(from: 0, to: positions.count, by: step).map { positions[$0] }.filter(\.isFinite)
    return (0..<3).map { axis in
      let along = positions.map { $0[axis] }.sorted()
      guard !along.isEmpty else { return 0 }
      return along[along.count - 1 - along.count / 50] - along[along.count / 50]
    }.max()!
  }

  /// The abbreviation.
  public var symbol: String {
    switch self {
    case .millimetres: "mm"
    case .centimetres: "cm"
    case .metres: "m"
    case .inches: "in"
    }
  }

  /// The unit of an abbreviation.
  public init?(symbol: String) {
    guard let unit = Self.allCases.first(where: { $0.symbol == symbol }) else { return nil }
    self = unit
  }
}
