import Testing
import Workers

@Suite struct WorkersTests {
  private struct Fault: Error, Equatable { let index: Int }

  @Test(arguments: [1, 2, 5]) func mapKeepsTheOrder(count: Int) {
    #expect(Workers(count: count).map(100) { $0 * $0 } == (0..<100).map { $0 * $0 })
  }

  @Test(arguments: [1, 3]) func theFirstErrorByIndexIsThrown(count: Int) {
    #expect(throws: Fault(index: 7)) {
      try Workers(count: count).map(50) { (index: Int) throws(Fault) -> Int in
        if index % 10 == 7 { throw Fault(index: index) }
        return index
      }
    }
  }

  @Test(arguments: [1, 2]) func twoClosuresGiveBothValues(count: Int) throws {
    let workers = Workers(count: count)
    let (one, other) = workers.both({ 1 }, { "a" })
    #expect(one == 1 && other == "a")
    #expect(throws: Fault(index: 1)) {
      try workers.both(
        { () throws(Fault) -> Int in throw Fault(index: 1) }, { () throws(Fault) -> Int in throw Fault(index: 2) })
    }
    #expect(throws: Fault(index: 2)) {
      try workers.both({ () throws(Fault) -> Int in 0 }, { () throws(Fault) -> Int in throw Fault(index: 2) })
    }
  }

  @Test func nothingIsAnEmptyLoop() {
    #expect(Workers(count: 0).count == 1)
    #expect(Workers(count: 2).map(0) { $0 }.isEmpty)
  }
}
