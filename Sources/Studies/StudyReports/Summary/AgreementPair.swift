internal import Studies

/// Two ways in which the same heads were measured, with what both say.
struct AgreementPair: Sendable {
  /// In what they differ.
  enum Kind: String, Encodable, Sendable {
    case protocols, observers, operators, devices, reference
  }

  /// A head measured twice.
  struct Point: Sendable, Equatable {
    let scan: String, child: String, subject: String?
    let first, second: Double
    var mean: Double { (first + second) / 2 }
    var difference: Double { first - second }
  }

  /// The levels of severity of one head.
  struct Grades: Sendable {
    let child: String
    let first, second: StudyRecord.Grade
  }

  let kind: Kind
  let first, second: String
  let firstOrigin, secondOrigin: String?
  let points: [Point]
  let grades: [Grades]
  let leftOut: [LeftOut]

  /// The protocol of the study against every other.
  static func protocols(_ data: StudyData) -> [AgreementPair] {
    Set(data.records.flatMap(\.others.keys)).sorted().map { protocols(data, $0) }
  }

  private static func protocols(_ data: StudyData, _ other: StudyRecord.Method) -> AgreementPair {
    let own = data.distinct.compactMap(\.method)
    let points = data.measured.compactMap { scan in
      scan.record.others[other]?.value.map {
        Point(
          scan: scan.record.scan, child: scan.record.child, subject: scan.record.subject, first: scan.value, second: $0)
      }
    }
    return AgreementPair(
      kind: .protocols, first: names(own), second: other.protocolName,
      firstOrigin: Set(own.map(\.origin)).sorted().joined(separator: ", "), secondOrigin: other.origin, points: points,
      grades: data.distinct.compactMap { record in
        guard let own = record.grade, let second = record.otherGrades[other] else { return nil }
        return Grades(child: record.child, first: own, second: second)
      },
      leftOut: LeftOut.list([
        (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noPair, data.measured.count - points.count),
      ]))
  }

  /// The names of the protocols that scans were measured by.
  static func names(_ methods: [StudyRecord.Method]) -> String {
    Set(methods.map(\.protocolName)).sorted().joined(separator: ", ")
  }
}

extension AgreementPair {
  /// How many methods of a reference are compared at most: those with the most readings, since a column of serial numbers
  /// would make a page each.
  private static let mostMethods = 6

  /// The scans against each method of an outside reference, a pair for each session of a child: the mean of its scans against
  /// the mean of the reference's readings.
  static func references(_ data: StudyData, _ table: ReferenceTable) -> [AgreementPair] {
    let sessions = ReferenceSessions(data)
    let readings = table.values.filter { $0.measure == data.measure }
    let methods = Dictionary(grouping: readings, by: \.method).sorted {
      (-$0.value.count, $0.key) < (-$1.value.count, $1.key)
    }
    let others = methods.dropFirst(mostMethods).reduce(0) { $0 + $1.value.count }
    return methods.prefix(mostMethods).sorted { $0.key < $1.key }.map { reference(data, sessions, $0, $1, others) }
  }

  /// - Parameter others: how many readings are of methods that are not compared.
  private static func reference(
    _ data: StudyData, _ sessions: ReferenceSessions, _ method: String, _ readings: [ReferenceTable.Value],
    _ others: Int
  ) -> AgreementPair {
    let found = sessions.matched(readings)
    let points = found.values.map { place, values -> Point in
      let own = sessions.all[place]
      return Point(
        scan: own[0].record.scan, child: own[0].record.child, subject: own[0].record.subject,
        first: mean(own.map(\.value)), second: mean(values))
    }
    let paired = found.values.keys.reduce(0) { $0 + sessions.all[$1].count }
    return AgreementPair(
      kind: .reference, first: names(data.distinct.compactMap(\.method)), second: method, firstOrigin: nil,
      secondOrigin: nil, points: points.sorted { $0.scan < $1.scan }, grades: [],
      leftOut: LeftOut.list([
        (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noSubject, data.withoutSubject),
        (.noPair, data.measured.count - data.withoutSubject - paired), (.noScan, found.absent),
        (.severalSessions, found.unclear), (.smallMethod, others),
      ]))
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
}

/// The sessions of a study, in which the readings of a reference are looked for.
private struct ReferenceSessions {
  /// The readings of one method, matched with the sessions.
  struct Match {
    /// The values of each session that has any.
    var values: [Int: [Double]] = [:]
    /// How many readings fit no session, and how many fit several.
    var absent = 0, unclear = 0
  }

  let all: [[StudyData.Measured]]
  private let places: [String: [Int]]

  init(_ data: StudyData) {
    let all = data.sessions
    self.all = all
    places = Dictionary(grouping: all.indices) { all[$0][0].record.subject ?? "" }
  }

  /// The readings by the one session that each is of. A reference names no date and no age, and perhaps no session: of which of
  /// several a reading is, is not guessed.
  func matched(_ readings: [ReferenceTable.Value]) -> Match {
    readings.reduce(into: Match()) { match, reading in
      let fitting = (places[reading.subject] ?? []).filter { place in
        reading.session == nil || reading.session == all[place][0].record.session
      }
      switch fitting.count {
      case 0: match.absent += 1
      case 1: match.values[fitting[0], default: []].append(reading.value)
      default: match.unclear += 1
      }
    }
  }
}
