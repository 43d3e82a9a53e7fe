/// The unit in which a mesh file's numbers are written. Mesh formats carry none, so the caller has to say it.
public enum LengthUnit: String, CaseIterable, Sendable {
  /// Thousandths of a metre: the rule in clinics.
  case millimetres
  /// Hundredths of a metre.
  case centimetres
  /// Metres: the unit inside Calvaria.
  case metres

  /// One such unit in metres.
  public var metres: Double {
    switch self {
    case .millimetres: 1e-3
    case .centimetres: 1e-2
    case .metres: 1
    }
  }

  /// How many such units make a metre; exact, so that writing and reading again changes no digit it need not.
  public var perMetre: Double {
    switch self {
    case .millimetres: 1000
    case .centimetres: 100
    case .metres: 1
    }
  }
}
