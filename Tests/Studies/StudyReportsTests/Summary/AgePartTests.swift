import Geometry
import Statistics
import Testing

@testable import Studies
@testable import StudyReports

/// What changes within children, and what differs between them.
@Suite struct AgePartTests {
  /// Two to four scans of each of three sessions of twenty children who do not change; what is of the day is alike in the scans
  /// of a session. Of 200 such studies 5 % say that they do, give or take 1.5.
  @Test func scansOfOneSessionGiveNoFalseChange() throws {
    var drawn = SeededGenerator(seed: 17)
    var alarms = 0
    for _ in 0..<200 {
      var records: [StudyRecord] = []
      for child in 0..<20 {
        let level = 6 + 2 * drawn.normal()
        for visit in 0..<3 {
          let day = drawn.normal()
          for scan in 0..<(2 + (child + visit) % 3) {
            let (age, error) = (Double(4 + 2 * visit) + Double(child % 4) / 4, 0.3 * drawn.normal())
            records.append(
              Records.scan(
                "\(child) \(visit) \(scan)", subject: "\(child)", session: "\(visit)", age: age,
                cvai: level + day + error))
          }
        }
      }
      let change = try #require(AgePart(StudyData(records, .cvai)).withinChildren.value)
      alarms += change.probability < 0.05 ? 1 : 0
    }
    #expect((2...20).contains(alarms), "\(alarms) of 200")
  }

  /// Children who are scanned late have larger values, and each one's fall.
  @Test func aDifferenceBetweenChildrenIsNoChange() throws {
    let records = (0..<12).flatMap { child -> [StudyRecord] in
      (0..<3).map { visit -> StudyRecord in
        let age = 3 + Double(child) / 2 + Double(2 * visit)
        let error = Double((child * 5 + visit * 3) % 7) / 100
        return Records.scan(
          "\(child) \(visit)", subject: "\(child)", session: "\(visit)", age: age,
          cvai: Double(5 + child - visit) + error)
      }
    }
    let part = StudySummary(records).age
    let (within, between) = (try #require(part.withinChildren.value), try #require(part.betweenChildren.value))
    #expect(abs(within.perMonth.value + 0.5) < 0.01 && within.perMonth.ci95.map { $0[1] < -0.4 } == true)
    #expect(abs(between.perMonth.value - 2) < 0.01)
    // The fitted line is that within children: through the value at the mean age, with the change per month.
    let at = { (age: Double) throws -> Double in try #require(part.value(at: age)) }
    // Ages are 3 + child / 2 + 2 visits: 3 + 2.75 + 2 in the mean.
    #expect(abs(within.meanAgeMonths - 7.75) < 1e-9)
    #expect(abs(try at(7.75) - within.atMeanAge.value) < 1e-9)
    #expect(abs(try at(11.75) - at(7.75) - 4 * within.perMonth.value) < 1e-9)
    #expect(abs(try at(7.75) - at(0.25) - 7.5 * within.perMonth.value) < 1e-9)
    let html = StudyPage(StudySummary(records), language: .english) { _ in nil }.html
    #expect(html.contains("Change with age"))
    #expect(html.contains("Change per month within children"))
  }

  /// Repeats of one session are no second age.
  @Test func childrenSeenAtOneAgeHaveNoChange() throws {
    let records = (0..<8).flatMap { child -> [StudyRecord] in
      (0..<3).map { scan -> StudyRecord in
        let error = Double((child * 3 + scan) % 5) / 10
        return Records.scan(
          "\(child) \(scan)", subject: "\(child)", age: Double(3 + child), cvai: 4 + Double(child) / 4 + error)
      }
    }
    let summary = StudySummary(records)
    #expect(summary.age.repeated == 0)
    #expect(summary.age.sessions == 8)
    #expect(summary.age.scans == 24)
    guard case .refused(let reason) = summary.age.withinChildren else {
      Issue.record("a change within children who were seen once")
      return
    }
    #expect(reason.error == StatisticsError.tooFew(.returning, found: 0, needed: 3))
    #expect(summary.age.betweenChildren.value != nil)
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("Children of different age"))
    #expect(!html.contains("Change with age"))
    #expect(!html.contains("Change per month"))
  }

  /// Scans of which no age is stated, beside those that have one.
  @Test func scansWithoutAnAgeAreCounted() {
    let records =
      (0..<7).map { index in
        Records.scan("s\(index)", subject: "\(index)", age: index < 4 ? Double(3 + index) : nil, cvai: Double(index))
      } + [Records.scan("nobody", age: 5, cvai: 3), Records.scan("withheld", subject: "9", age: 5, cvai: nil)]
    let part = AgePart(StudyData(records, .cvai))
    #expect(part.scans == 4)
    #expect(part.sessions == 4)
    #expect(part.subjects == 4)
    #expect(part.repeated == 0)
    #expect(
      part.leftOut == [
        LeftOut(reason: .withheld, scans: 1), LeftOut(reason: .noSubject, scans: 1), LeftOut(reason: .noAge, scans: 3),
      ])
  }

  /// Three children who came back are enough, two are not.
  @Test(arguments: [2, 3]) func aChangeTakesThreeChildrenWhoCameBack(_ returning: Int) {
    let records = (0..<6).flatMap { child -> [StudyRecord] in
      (0..<(child < returning ? 3 : 1)).map { visit -> StudyRecord in
        let age = Double(3 + child + 2 * visit)
        let value = Double(8 - visit + child % 4) + Double((child * 5 + visit * 3) % 7) / 20
        return Records.scan("\(child) \(visit)", subject: "\(child)", session: "\(visit)", age: age, cvai: value)
      }
    }
    let part = AgePart(StudyData(records, .cvai))
    #expect(part.repeated == returning)
    var tooFew = false
    if case .refused(let reason) = part.withinChildren { tooFew = reason.code == "too_few" }
    #expect(tooFew == (returning == 2))
  }
}
