internal import Statistics
internal import Studies

/// What goes with the operators and their ratings: of each question, whether what was measured of the scans differs with its
/// answers.
struct RatingsPart: Encodable, Sendable {
  /// Where answers come from.
  enum Source: String, Encodable, Sendable {
    /// A question of the rating's form.
    case rating
    /// A fact that the scan's description states.
    case stated
  }

  /// A question of the form, or who scanned.
  struct Field: Encodable, Sendable {
    let field: String
    let source: Source
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
    /// How many scans have both, of how many children; the test takes the first scan of each.
    let scans, subjects: Int
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

  /// A scan with its answer to one question.
  private struct Answered {
    let record: StudyRecord
    let answer: String
  }

  /// Nil where nobody rated a scan, and no two operators scanned.
  init?(_ data: StudyData) {
    let rated = data.distinct.filter { !$0.answers.isEmpty }
    let operators = Set(data.distinct.compactMap(\.operator))
    guard !rated.isEmpty || operators.count > 1 else { return nil }
    scans = rated.count
    var (fields, texts): ([Field], [String]) = ([], [])
    for name in Set(rated.flatMap(\.answers.keys)).sorted() {
      let answered = rated.compactMap { record in
        record.answers[name].map { Answered(record: record, answer: $0) }
      }
      if let field = Self.field(name, .rating, answered, data) { fields.append(field) } else { texts.append(name) }
    }
    if operators.count > 1 {
      let stated = data.distinct.compactMap { record in
        record.operator.map { Answered(record: record, answer: $0) }
      }
      if let field = Self.field("operator", .stated, stated, data) {
        fields.append(field)
      } else {
        texts.append("operator")
      }
    }
    (self.fields, self.texts) = (Self.corrected(fields), texts)
  }

  /// Nil where answers are texts of their own.
  private static func field(_ name: String, _ source: Source, _ answered: [Answered], _ data: StudyData) -> Field? {
    let groups = Dictionary(grouping: answered, by: \.answer)
    // Remarks differ from scan to scan; what is asked with a few answers does not. Codes of operators are names, if numbers, too.
    let isNumber = source == .rating && groups.keys.allSatisfy { Double($0)?.isFinite == true }
    guard isNumber || groups.count <= most && 2 * groups.count <= answered.count else { return nil }
    let answers = groups.map { answer, scans in
      Answer(
        answer: answer, scans: scans.count,
        measured: scans.count { $0.record.measures[data.measure.rawValue]?.value != nil })
    }.sorted { (Double($0.answer) ?? 0, $0.answer) < (Double($1.answer) ?? 0, $1.answer) }
    let relations = ([width] + StudyRecord.qualities).map { relation($0, isNumber, answered, data) }
    return Field(field: name, source: source, scans: answered.count, answers: answers, relations: relations)
  }

  /// Scans of one child are alike in more than what was asked, so that the test takes the first of each.
  private static func relation(
    _ quantity: String, _ isNumber: Bool, _ answered: [Answered], _ data: StudyData
  ) -> Relation {
    let known = answered.compactMap { scan in
      value(quantity, scan.record, data).map { (child: scan.record.child, answer: scan.answer, value: $0) }
    }
    var children: Set<String> = []
    let pairs = known.filter { children.insert($0.child).inserted }
    let test = Carried { () throws(StatisticsError) in
      if isNumber {
        let found = try RankCorrelation(pairs.map { Double($0.answer) ?? 0 }, pairs.map(\.value))
        return Test(correlation: SummaryEstimate(found.value), probability: found.probability)
      }
      let groups = Dictionary(grouping: pairs, by: \.answer).sorted { $0.key < $1.key }.map { $0.value.map(\.value) }
      return Test(correlation: nil, probability: try KruskalWallis(groups).probability)
    }
    return Relation(quantity: quantity, scans: known.count, subjects: pairs.count, test: test)
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
