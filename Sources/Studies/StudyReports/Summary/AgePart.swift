internal import Statistics
internal import Studies

/// How a measure changes with age within children, and how children of different age differ (Docs/methods/statistics.md, change
/// with age). The two are not the same: children who are scanned late may be others than those who are scanned early.
struct AgePart: Encodable, Sendable {
  /// The change within children (mixed model).
  struct Change: Encodable, Sendable {
    /// In the measure's unit a month.
    let perMonth: SummaryEstimate
    let probability: Double
    /// The value at the children's mean age, months.
    let atMeanAge: SummaryEstimate, meanAgeMonths: Double
    /// The standard deviations of children's values at that age, of their changes a month (nil where none is fitted), and of what
    /// is left of a session.
    let childrenSd: Double, changesSd: Double?, residualSd: Double
    /// `random_slope`, or why each child has not its own change.
    let randomPart: String
  }

  /// The difference between children of different age, one value a child (linear model).
  struct Difference: Encodable, Sendable {
    /// In the measure's unit a month.
    let perMonth: SummaryEstimate
    let probability: Double
    /// The value at the children's mean age, months.
    let atMeanAge: SummaryEstimate, meanAgeMonths: Double
  }

  /// How many scans, in how many sessions of how many children, of whom so many were seen at two ages or more.
  let scans, sessions, subjects, repeated: Int
  let leftOut: [LeftOut]
  let withinChildren: Carried<Change>
  let betweenChildren: Carried<Difference>

  /// As many children have to be seen at two ages, so that their changes can differ and be told from what is left.
  private static let fewest = 3

  init(_ data: StudyData) {
    let known = data.measured.filter { $0.record.subject != nil }
    scans = known.count { $0.record.ageMonths != nil }
    let all = AgeSession.all(data)
    let children = AgeSession.children(all).map(Child.init)
    let returning = children.count(where: \.isReturning)
    (sessions, subjects, repeated) = (all.count, children.count, returning)
    leftOut = LeftOut.list([
      (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noSubject, data.withoutSubject),
      (.noAge, known.count - scans),
    ])
    withinChildren = Carried { () throws(StatisticsError) in
      guard returning >= Self.fewest else { throw .tooFew(.returning, found: returning, needed: Self.fewest) }
      return try Self.change(children)
    }
    betweenChildren = Carried { () throws(StatisticsError) in try Self.difference(children) }
  }

  /// A child with its sessions.
  private struct Child {
    let sessions: [AgeSession]
    let meanAge, meanValue: Double

    init(_ sessions: [AgeSession]) {
      self.sessions = sessions
      meanAge = sessions.reduce(0) { $0 + $1.age } / Double(sessions.count)
      meanValue = sessions.reduce(0) { $0 + $1.value } / Double(sessions.count)
    }

    var isReturning: Bool { sessions.contains { $0.age != sessions[0].age } }
  }

  private static func meanAge(_ children: [Child]) -> Double {
    children.reduce(0) { $0 + $1.meanAge } / Double(children.count)
  }

  /// Age is taken apart into the child's mean age and the distance from it, so that differences between children do not count as
  /// a change (Neuhaus & Kalbfleisch 1998).
  private static func change(_ children: [Child]) throws(StatisticsError) -> Change {
    let mean = meanAge(children)
    let visits = children.flatMap { child in child.sessions.map { (child: child, session: $0) } }
    var columns = [Column("age_within", visits.map { $0.session.age - $0.child.meanAge })]
    // Children of one mean age have no difference of ages to be adjusted for.
    if children.contains(where: { abs($0.meanAge - mean) > 1e-9 * max(1, mean) }) {
      columns.append(Column("age_between", visits.map { $0.child.meanAge - mean }))
    }
    let fit = try MixedModel(
      visits.map(\.session.value), columns, subjects: visits.map(\.session.subject),
      time: visits.map { $0.session.age - mean })
    return Change(
      perMonth: SummaryEstimate(fit.fixed[1].estimate), probability: fit.fixed[1].probability,
      atMeanAge: SummaryEstimate(fit.fixed[0].estimate), meanAgeMonths: mean,
      childrenSd: fit.interceptVariance.squareRoot(),
      changesSd: fit.slopeVariance?.squareRoot(), residualSd: fit.residualVariance.squareRoot(),
      randomPart: name(fit.randomPart))
  }

  private static func difference(_ children: [Child]) throws(StatisticsError) -> Difference {
    let mean = meanAge(children)
    let fit = try LinearModel(
      children.map(\.meanValue), [Column("age_months", children.map { $0.meanAge - mean })])
    return Difference(
      perMonth: SummaryEstimate(fit.coefficients[1].estimate), probability: fit.coefficients[1].probability,
      atMeanAge: SummaryEstimate(fit.coefficients[0].estimate), meanAgeMonths: mean)
  }

  private static func name(_ part: MixedModel.RandomPart) -> String {
    switch part {
    case .interceptAndSlope: "random_slope"
    case .intercept(.noOwnVariance): "no_own_variance"
    case .intercept: "too_few_repeats"
    }
  }
}

extension AgePart {
  /// The value on the fitted line at an age, months; nil where neither line is carried.
  func value(at age: Double) -> Double? {
    if let change = withinChildren.value {
      return change.atMeanAge.value + change.perMonth.value * (age - change.meanAgeMonths)
    }
    guard let found = betweenChildren.value else { return nil }
    return found.atMeanAge.value + found.perMonth.value * (age - found.meanAgeMonths)
  }
}

/// What one session of a child of known age gives: the mean of its scans. Scans of a session share what was of that day; each
/// for itself, they would count as several.
struct AgeSession: Sendable, Equatable {
  let subject: String
  /// Months.
  let age: Double
  let value: Double
  /// The child's group; nil where its scans state none.
  let cohort: String?

  /// The sessions whose child and age are known.
  static func all(_ data: StudyData) -> [AgeSession] {
    data.sessions.compactMap { scans in
      guard let subject = scans[0].record.subject, let age = scans[0].record.ageMonths else { return nil }
      return AgeSession(
        subject: subject, age: age, value: scans.reduce(0) { $0 + $1.value } / Double(scans.count),
        cohort: scans[0].record.cohort)
    }
  }

  /// The sessions of each child in the order of age, the children by their codes.
  static func children(_ sessions: [AgeSession]) -> [[AgeSession]] {
    Dictionary(grouping: sessions, by: \.subject).sorted { $0.key < $1.key }
      .map { $0.value.sorted { ($0.age, $0.value) < ($1.age, $1.value) } }
  }
}
