import Diagnostics

/// The child that a measure is compared for.
public struct NormChild: Sendable, Equatable {
  /// The months since birth.
  public var ageMonths: Double
  /// The child's sex.
  public var sex: Sex
  /// The weeks of pregnancy at birth; nil where nobody states them.
  public var gestationWeeks: Double?

  /// A child from its facts.
  public init(ageMonths: Double, sex: Sex, gestationWeeks: Double? = nil) {
    (self.ageMonths, self.sex, self.gestationWeeks) = (ageMonths, sex, gestationWeeks)
  }

  /// The days of a month, as WHO counts them.
  public static let daysPerMonth = 30.4375
  /// Tables count from birth at term, in weeks; before `preterm` weeks a birth is early, and `correctedTo` months of age it matters
  /// (American Academy of Pediatrics 2004, 10.1542/peds.2004-1915).
  private static let (term, preterm, correctedTo) = (40.0, 37.0, 36.0)

  /// The age in months as if the child had been born at term; nil where that is not another one.
  public var correctedAgeMonths: Double? {
    guard let gestationWeeks, gestationWeeks < Self.preterm, ageMonths <= Self.correctedTo else { return nil }
    return ageMonths - (Self.term - gestationWeeks) * 7 / Self.daysPerMonth
  }

  /// The age at which a table is read, in months.
  public var tableAgeMonths: Double { correctedAgeMonths ?? ageMonths }

  /// Sex and age as findings name them.
  var facts: [String: FindingValue] {
    ["sex": .term(sex.rawValue, of: "sex"), "age_months": .number(tableAgeMonths, decimals: 1)]
  }
}
