public import Analysis
public import Diagnostics

/// The ages of one child at its visits, as far as what is stated fits together.
public struct VisitAges {
  /// The ages in months, ascending: of all visits as if the child had been born at term where it was born early, or of none.
  public let months: [Double]
  /// The child's sex.
  public let sex: Sex
  /// The weeks of pregnancy at birth by which the ages are corrected; nil where they are not.
  let correctedFor: Double?

  /// So many months may ages and dates contradict each other: they are stated in months, and half a month is rounding.
  private static let contradiction = 0.5

  /// The ages of visits; nil where a visit states no age or sex, where they contradict each other or the dates, and where no time
  /// passes.
  public init?(_ visits: [Visit]) {
    let ages = visits.compactMap(\.ageMonths)
    guard ages.count == visits.count, ages.count > 1, Self.fault(visits) == nil,
      zip(ages, ages.dropFirst()).allSatisfy({ $0 < $1 }), let sex = visits[0].sex.flatMap(Sex.init(rawValue:)),
      visits.allSatisfy({ $0.sex == visits[0].sex })
    else { return nil }
    self.sex = sex
    let weeks = Set(visits.compactMap(\.gestationWeeks))
    let children = weeks.count == 1 ? ages.map { NormChild(ageMonths: $0, sex: sex, gestationWeeks: weeks.first) } : []
    let corrected = children.compactMap(\.correctedAgeMonths).filter { $0 >= 0 }
    // All are corrected or none: with some, the child would age by leaps.
    (months, correctedFor) = corrected.count == ages.count ? (corrected, weeks.first) : (ages, nil)
  }

  /// What contradicts itself in what visits state of one child; nil for nothing.
  static func fault(_ visits: [Visit]) -> Finding? {
    guard let first = visits.first else { return nil }
    if let other = visits.first(where: { $0.sex != nil && first.sex != nil && $0.sex != first.sex }) {
      return Finding(.comparisonSexes, ["a": .text(first.label), "b": .text(other.label)])
    }
    for visit in visits.dropFirst() {
      guard let age = first.ageMonths, let later = visit.ageMonths, let day = first.when?.days,
        let next = visit.when?.days
      else { continue }
      let months = (next - day) / NormChild.daysPerMonth
      guard abs(later - age - months) > contradiction else { continue }
      return Finding(
        .comparisonAges,
        [
          "a": .text(first.label), "b": .text(visit.label), "by_age": .number(later - age, decimals: 1),
          "by_date": .number(months, decimals: 1),
        ])
    }
    return nil
  }
}

extension HeadChange {
  /// The child's ages at the visits; nil where they are not stated, or contradict something.
  var ages: VisitAges? { VisitAges(visits) }

  /// The child at a visit, at the age that charts show; nil where ages are not known.
  func child(at visit: Int) -> NormChild? {
    ages.map { NormChild(ageMonths: $0.months[visit], sex: $0.sex) }
  }

  /// What contradicts itself in what the visits state of the child; nil for nothing.
  public var contradiction: Finding? { VisitAges.fault(visits) }
}
