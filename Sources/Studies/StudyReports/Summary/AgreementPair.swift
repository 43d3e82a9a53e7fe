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
