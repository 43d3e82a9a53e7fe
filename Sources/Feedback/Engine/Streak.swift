/// How often the same value came in a row.
struct Streak<Value: Equatable & Sendable>: Sendable {
  private(set) var value: Value?
  private(set) var count = 0

  /// Takes in a value and says how often in a row it has come.
  @discardableResult
  mutating func add(_ next: Value) -> Int {
    count = next == value ? count + 1 : 1
    value = next
    return count
  }
}
