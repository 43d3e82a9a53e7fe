import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For suites and tests of some seconds: `make test-fast` leaves them out, everything else runs them.
  ///
  /// It is no tag, because neither `swift test --filter` nor `--skip` knows tags (Swift 6.3).
  public static var slow: Self {
    .disabled(if: ProcessInfo.processInfo.environment["CALVARIA_TESTS"] == "fast", "slow: left out by make test-fast")
  }
}
