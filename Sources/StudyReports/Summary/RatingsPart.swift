internal import Statistics
internal import Studies

/// What goes with the operators' ratings: of each question, whether what was measured of the scans differs with its answers.
struct RatingsPart: Encodable, Sendable {
  /// A question of the form.
  struct Field: Encodable, Sendable {
    let field: String
    /// How many scans have an answer.
    let scans: Int
    /// How often each answer was given.
    let answers: [Answer]
    var relations: [Relation]
  }

  /// An answer, and how many of the scans have the measure.
  struct Answer: Encodable, Sendable, Equatable {
    let answer: String
    let scans, measured: Int
  }

  /// Whether a quantity goes with the answers.
  struct Relation: Encodable, Sendable {
    let quantity: String
    let scans: Int
    let test: Carried<Test>
    /// The probability, corrected for the number of tests of ratings.
    var correctedProbability: Double?
  }

  /// Spearman's correlation for numbers; Kruskal and Wallis's test for words, which has no correlation.
  struct Test: Encodable, Sendable {
    let correlation: SummaryEstimate?
    let probability: Double
  }

  /// How many scans have a rating.
  let scans: Int
  let fields: [Field]
  /// The questions whose answers are texts of their own, which are not told.
  let texts: [String]

  /// The most answers of a question that are told one by one.
  private static let most = 12
  /// How wide the measure's interval is: what a bad scan costs.
  private static let width = "interval_width"

  /// Nil where nobody rated a scan.
  init?(_ data: StudyData) {
    let rated = data.records.filter { !$0.answers.isEmpty }
    guard !rated.isEmpty else { return nil }
    scans = rated.count
    var (fields, texts): ([Field], [String]) = ([], [])
    for name in Set(rated.flatMap(\.answers.keys)).sorted() {
      let answered = rated.filter { $0.answers[name] != nil }
      let groups = Dictionary(grouping: answered) { $0.answers[name] ?? "" }
      // Remarks differ from scan to scan; what is asked with a few answers does not.
      let isNumber = groups.keys.allSatisfy { Double($0)?.isFinite == true }
      guard isNumber || groups.count <= Self.most && 2 * groups.count <= answered.count else {
        texts.append(name)
        continue
      }
      let answers = groups.map { answer, scans in
        Answer(
          answer: answer, scans: scans.count,
          measured: scans.count { $0.measures[data.measure.rawValue]?.value != nil })
      }.sorted { (Double($0.answer) ?? 0, $0.answer) < (Double($1.answer) ?? 0, $1.answer) }
      let relations = ([Self.width] + StudyRecord.qualities).map { quantity in
        Self.relation(name, isNumber, quantity, answered, data)
      }
      fields.append(Field(field: name, scans: answered.count, answers: answers, relations: relations))
    }
    (self.fields, self.texts) = (Self.corrected(fields), texts)
  }

  private static func relation(
    _ field: String, _ isNumber: Bool, _ quantity: String, _ records: [StudyRecord], _ data: StudyData
  ) -> Relation {
    let pairs = records.compactMap { record in
      value(quantity, record, data).map { (answer: record.answers[field] ?? "", value: $0) }
    }
    let test = Carried { () throws(StatisticsError) in
      if isNumber {
        let found = try RankCorrelation(pairs.map { Double($0.answer) ?? 0 }, pairs.map(\.value))
        return Test(correlation: SummaryEstimate(found.value), probability: found.probability)
      }
      let groups = Dictionary(grouping: pairs, by: \.answer).sorted { $0.key < $1.key }.map { $0.value.map(\.value) }
      return Test(correlation: nil, probability: try KruskalWallis(groups).probability)
    }
    return Relation(quantity: quantity, scans: pairs.count, test: test)
  }

  private static func value(_ quantity: String, _ record: StudyRecord, _ data: StudyData) -> Double? {
    guard quantity == width else { return record.quality[quantity] }
    guard let reading = record.measures[data.measure.rawValue], let low = reading.low, let high = reading.high else {
      return nil
    }
    return high - low
  }

  private static func corrected(_ fields: [Field]) -> [Field] {
    var fields = fields
    let places = fields.indices.flatMap { field in
      fields[field].relations.indices.filter { fields[field].relations[$0].test.value != nil }.map { (field, $0) }
    }
    let plain = places.compactMap { fields[$0].relations[$1].test.value?.probability }
    guard let corrected = try? HolmCorrection.corrected(plain) else { return fields }
    for (place, probability) in zip(places, corrected) {
      fields[place.0].relations[place.1].correctedProbability = probability
    }
    return fields
  }
}
