import Diagnostics
import Testing

@testable import Studies

@Suite struct ScanFilterTests {
  @Test func andBindsBeforeOr() throws {
    let filter = try ScanFilter("cvai > 6.25 and age_months < 6 or not subject = 'P''1'")
    #expect(
      filter.condition
        == .either(
          .both(
            .compared(.measure("cvai"), ">", .number(6.25)), .compared(.number("s.age_months"), "<", .number(6))),
          .not(.compared(.text("s.subject"), "=", .text("P'1")))))
    #expect(try ScanFilter("(cvai>=1)").condition == .compared(.measure("cvai"), ">=", .number(1)))
    #expect(try ScanFilter("CVAI IS NOT MISSING").condition == .not(.missing(.measure("cvai"))))
    #expect(try ScanFilter("ear_shift < -3.5e0").condition == .compared(.measure("ear_shift"), "<", .number(-3.5)))
    #expect(
      try ScanFilter("session in ('1', \"2\")").condition == .among(.text("s.session"), [.text("1"), .text("2")]))
  }

  /// A sign stands before a number or behind its `e`, and a number ends where the next word begins.
  @Test(arguments: [("1e-3", 1e-3), ("2.5E+1", 25), ("+4", 4), (".5", 0.5), ("-0", 0)])
  func numbersHaveSigns(_ text: String, _ value: Double) throws {
    #expect(try ScanFilter("cvai>\(text)").condition == .compared(.measure("cvai"), ">", .number(value)))
    #expect(throws: StudyError.self) { try ScanFilter("cvai > 1\(text)-2") }
  }

  /// Nothing that a filter says stands in SQL but names of our own and question marks.
  @Test(arguments: [
    "subject = '''; DROP TABLE scans; --'", "subject in ('a', 'b;c') and cvai > 1", "not (code is null)",
  ])
  func valuesAreBoundAndNeverPasted(_ text: String) throws {
    // Ours are the words of two fields that stand for expressions.
    let sql = try ScanFilter(text).sql.text.replacing(ResultStatus.status, with: "").replacing(
      ResultStatus.code, with: "")
    #expect(!sql.contains("DROP"), "\(sql)")
    #expect(!sql.contains("'"), "\(sql)")
    #expect(!sql.contains(";"), "\(sql)")
  }

  @Test(arguments: [
    ("", 1), ("cvai", 5), ("cvai >", 7), ("cvai > 'x'", 8), ("subject = 5", 11), ("1 = 1", 1), ("cvai > 1;", 9),
    ("cvai > 1 drop table scans", 10), ("(cvai > 1", 10), ("cvai > nan", 8), ("subject = 'x", 11), ("cvai > 1e999", 8),
    ("sqlite_master = 'x'", 1), ("cvai > 1 -- x", 10), ("cvai is 5", 9), ("session in ()", 13), ("é = 1", 1),
    ("cvai > 1-2", 9),
  ]) func whatIsNoFilterIsToldWithItsPlace(_ text: String, _ place: Int) throws {
    do {
      _ = try ScanFilter(text)
      Issue.record("understood")
    } catch {
      guard case .badFilter(let at, _, _) = error else { throw error }
      #expect(at == place, "\(error)")
    }
  }

  /// A filter that is understood is one that the database takes, too.
  @Test func aMistypedNameIsAnsweredWithTheNearest() throws {
    for (text, nearest) in [("cvaii > 3", "cvai" as String?), ("subjct = 'a'", "subject"), ("zzz > 3", nil)] {
      let error = #expect(throws: StudyError.self) { try ScanFilter(text) }
      guard case .badFilter(_, let expected, _) = try #require(error) else { throw try #require(error) }
      #expect(expected == nearest.map { .quoted($0) } ?? .phrase("filter_field", ["names": .names(FilterField.names)]))
    }
  }

  /// Of what is no word the first twenty characters are told.
  @Test func theBeginningOfWhatIsNoWordIsTold() throws {
    let error = #expect(throws: StudyError.self) { try ScanFilter("cvai > ;abcdefghijklmnopqrstuvwxyz") }
    #expect(
      error == .badFilter(at: 8, expected: .phrase("filter_word"), found: .quoted(";abcdefghijklmnopqrs")))
  }

  @Test func longFiltersAreAnsweredOrRefused() throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    _ = try StudyStore.rebuild(study.folder)
    let store = try StudyStore(study.folder)
    let count = { (text: String) in try StudyList(store, StudySelection(filter: ScanFilter(text))).count }
    let most = Array(repeating: "cvai > 5 and code is not missing", count: 31).joined(separator: " or ")
    #expect(try count(most + " or cvai = 3") == 1)
    let deep = String(repeating: "not (", count: 18) + "cvai = 3" + String(repeating: ")", count: 18)
    #expect(try count(deep) == 1 && count("not (" + deep + ")") == 0)
    do {
      _ = try count(Array(repeating: "cvai = 3", count: 120).joined(separator: " or "))
      Issue.record("taken")
    } catch { guard case StudyError.badFilter = error else { throw error } }
  }

  @Test func depthAndLengthAreLimited() {
    let deep = String(repeating: "(", count: 5000)
    #expect(throws: StudyError.self) { try ScanFilter(deep) }
    #expect(throws: StudyError.self) { try ScanFilter(String(repeating: "not ", count: 1000) + "cvai > 1") }
    #expect(throws: StudyError.self) {
      try ScanFilter(String(repeating: "(", count: 60) + "cvai > 1" + String(repeating: ")", count: 60))
    }
  }
}
