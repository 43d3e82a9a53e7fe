internal import Statistics
internal import Studies

/// How far groups of children differ: one value a child, the mean of its scans (Docs/methods/statistics.md).
struct GroupsPart: Encodable, Sendable {
  /// A group.
  struct Group: Encodable, Sendable {
    let name: String
    let subjects, scans: Int
    let mean: Carried<SummaryEstimate>
    /// The children's values.
    let children: [Child]

    private enum CodingKeys: String, CodingKey { case name, subjects, scans, mean }
  }

  /// A child's mean value, and its mean age, months.
  struct Child: Sendable {
    let value: Double
    let age: Double?
  }

  /// First − second.
  struct Difference: Encodable, Sendable {
    let difference: SummaryEstimate
    let probability: Double
    /// The probability, corrected for the number of comparisons; nil where there is one comparison.
    var correctedProbability: Double?
    /// Hedges' g; nil where it is a difference that is adjusted for age.
    let effect: SummaryEstimate?
    let subjects: Int
  }

  /// Two groups.
  struct Comparison: Encodable, Sendable {
    let first, second: String
    var difference: Carried<Difference>
    /// The difference for equal age, of the children whose age is known.
    var adjustedForAge: Carried<Difference>
  }

  let groups: [Group]
  let comparisons: [Comparison]
  let leftOut: [LeftOut]

  /// How many groups are compared at most, each with each: the largest.
  private static let most = 6

  /// Nil where no scan states a group.
  init?(_ data: StudyData) {
    let known = data.subjects
    let stated = known.map { scans in (scans: scans, cohorts: Set(scans.compactMap(\.record.cohort))) }
    guard stated.contains(where: { !$0.cohorts.isEmpty }) else { return nil }
    let scans = { (some: [(scans: [StudyData.Measured], cohorts: Set<String>)]) in
      some.reduce(0) { $0 + $1.scans.count }
    }
    let byGroup = Dictionary(grouping: stated.filter { $0.cohorts.count == 1 }) { $0.cohorts.first ?? "" }
      .sorted { (-$0.value.count, $0.key) < (-$1.value.count, $1.key) }
    groups = byGroup.prefix(Self.most).map { name, members in
      let children = members.map { Self.child($0.scans) }
      return Group(
        name: name, subjects: members.count, scans: scans(members),
        mean: Carried { () throws(StatisticsError) in SummaryEstimate(try Summary(children.map(\.value)).mean) },
        children: children)
    }.sorted { $0.name < $1.name }
    leftOut = LeftOut.list([
      (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noSubject, data.withoutSubject),
      (.noGroup, scans(stated.filter(\.cohorts.isEmpty))),
      (.severalGroups, scans(stated.filter { $0.cohorts.count > 1 })),
      (.smallGroup, byGroup.dropFirst(Self.most).reduce(0) { $0 + scans($1.value) }),
    ])
    var comparisons: [Comparison] = []
    for (index, first) in groups.enumerated() {
      for second in groups[(index + 1)...] { comparisons.append(Self.compare(first, second)) }
    }
    if comparisons.count > 1 {
      Self.correct(&comparisons, \.difference)
      Self.correct(&comparisons, \.adjustedForAge)
    }
    self.comparisons = comparisons
  }

  private static func child(_ scans: [StudyData.Measured]) -> Child {
    let ages = scans.compactMap(\.record.ageMonths)
    return Child(
      value: scans.reduce(0) { $0 + $1.value } / Double(scans.count),
      age: ages.isEmpty ? nil : ages.reduce(0, +) / Double(ages.count))
  }

  private static func compare(_ first: Group, _ second: Group) -> Comparison {
    let plain = Carried { () throws(StatisticsError) in
      let found = try GroupDifference(first.children.map(\.value), second.children.map(\.value))
      return Difference(
        difference: SummaryEstimate(found.difference), probability: found.probability,
        effect: SummaryEstimate(found.effect), subjects: found.firstCount + found.secondCount)
    }
    let adjusted = Carried { () throws(StatisticsError) in
      let aged = (first.children.map { ($0, true) } + second.children.map { ($0, false) }).filter { $0.0.age != nil }
      let found = try GroupDifference.adjusted(
        aged.map(\.0.value), isFirst: aged.map(\.1),
        covariates: [Column("age_months", aged.map { $0.0.age ?? 0 })]
      ).difference
      return Difference(
        difference: SummaryEstimate(found.estimate), probability: found.probability, effect: nil, subjects: aged.count)
    }
    return Comparison(first: first.name, second: second.name, difference: plain, adjustedForAge: adjusted)
  }

  /// Corrects the probabilities of one kind of difference, each kind for its own number.
  private static func correct(
    _ comparisons: inout [Comparison], _ kind: WritableKeyPath<Comparison, Carried<Difference>>
  ) {
    let found = comparisons.indices.compactMap { place in
      comparisons[place][keyPath: kind].value.map { (place: place, difference: $0) }
    }
    guard let corrected = try? HolmCorrection.corrected(found.map(\.difference.probability)) else { return }
    for (one, probability) in zip(found, corrected) {
      var difference = one.difference
      difference.correctedProbability = probability
      comparisons[one.place][keyPath: kind] = .value(difference)
    }
  }
}
