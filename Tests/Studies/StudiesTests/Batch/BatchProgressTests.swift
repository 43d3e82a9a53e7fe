import Foundation
import Testing

@testable import Studies

/// How long a run will take, and how many scans it measures in an hour, by a clock on either side of it.
@Suite struct RunCountTests {
  private struct Failed: Error, Equatable { let number: Int }

  @Test func theRestTakesAsLongAsWhatWasMeasured() throws {
    let before = ContinuousClock.now
    let count = RunCount(total: 6)
    let after = ContinuousClock.now
    // What was known before tells nothing.
    count.add(isNew: false) { done, left in
      #expect(done == 1)
      #expect(left == nil)
    }
    // Of six, four are left after the first that was measured, and three after the second.
    for (done, share) in [(2, 4.0), (3, 1.5)] {
      usleep(10_000)
      let least = after.duration(to: .now) / .seconds(1)
      var told: (done: Int, left: Double?) = (0, nil)
      count.add(isNew: true) { told = ($0, $1) }
      let most = before.duration(to: .now) / .seconds(1)
      let left = try #require(told.left)
      #expect(told.done == done)
      #expect(left >= share * least - 1e-9, "\(left) after \(least)")
      #expect(left <= share * most + 1e-9, "\(left) after \(most)")
    }
  }

  /// Neither what was known nor what failed is of the rate, and one scan makes none.
  @Test func twoScansAreARate() throws {
    let before = ContinuousClock.now
    let count = RunCount(total: 5)
    let after = ContinuousClock.now
    count.add(isNew: true) { _, _ in }
    count.add(isNew: false) { _, _ in }
    count.add(isNew: true, hasFailed: true) { _, _ in }
    count.add(isNew: false, hasFailed: true) { _, _ in }
    #expect(count.scansAnHour == nil)
    count.add(isNew: true) { _, _ in }
    usleep(10_000)
    let least = after.duration(to: .now) / .seconds(3600)
    let rate = try #require(count.scansAnHour)
    let most = before.duration(to: .now) / .seconds(3600)
    #expect(rate <= 2 / least * (1 + 1e-9))
    #expect(rate >= 2 / most * (1 - 1e-9))
  }

  @Test func theFirstFailureIsKept() {
    let count = RunCount(total: 1)
    #expect(count.firstFailure == nil)
    for number in [1, 2] { count.fail(Failed(number: number)) }
    #expect(count.firstFailure as? Failed == Failed(number: 1))
  }
}
