public import Diagnostics

/// The options of a stage, or of a part of one: a value with a default for each, and the table by which files name
/// them.
///
/// The evidence for a default stands in the docstring of its member, from which Docs/formats/options.md is made.
public protocol OptionTable: Sendable, Equatable {
  /// The defaults.
  init()
  /// Each option once.
  static var table: [OptionEntry<Self>] { get }
}

/// An option in the table of its group: its key in files and what it may be.
public struct OptionEntry<Group: Sendable>: Sendable {
  /// The key, with the unit of what has one.
  public let key: String
  /// The value as a file has it.
  let read: @Sendable (Group) -> JSONValue
  /// Takes over a file's value, or says what is wrong with it.
  let write: @Sendable (inout Group, JSONValue, _ place: String) throws(OptionFault) -> Void
  /// The options under this one, or this one alone, as a table has them.
  let lines: @Sendable (_ place: String, Group) -> [OptionLine]
}

/// A line of the table of all options.
public struct OptionLine: Sendable, Equatable {
  /// The key with those that it stands under.
  public let key: String
  /// The value.
  public let value: JSONValue
  /// What it may be.
  public let allowed: FindingValue
}

extension OptionTable {
  /// All options of the group as a file has them.
  public var value: JSONValue {
    .group(Dictionary(uniqueKeysWithValues: Self.table.map { ($0.key, $0.read(self)) }))
  }

  /// Takes over what a file says; what it does not name stays.
  ///
  /// - Parameters:
  ///   - place: the key of the group in the file, empty for the whole file.
  ///   - others: keys that may stand there and are read elsewhere, for messages.
  public mutating func take(
    _ value: JSONValue, at place: String = "", alsoKnown others: [String] = []
  ) throws(OptionFault) {
    let keys = Self.table.map(\.key) + others
    guard case .group(let members) = value else {
      throw OptionFault(key: Self.key(place), expected: .phrase("object"), found: value.described)
    }
    if let unknown = members.keys.filter({ !keys.contains($0) }).min() {
      throw OptionFault(
        key: Self.key(place), expected: .oneOf(keys.sorted()), found: .phrase("the_key", ["key": .text("`\(unknown)`")])
      )
    }
    for entry in Self.table {
      guard let member = members[entry.key] else { continue }
      try entry.write(&self, member, place.isEmpty ? entry.key : "\(place).\(entry.key)")
    }
  }

  private static func key(_ place: String) -> FindingValue { place.isEmpty ? .phrase("top") : .text(place) }

  /// Every option with its value, groups opened.
  public func lines(at place: String = "") -> [OptionLine] {
    Self.table.flatMap { $0.lines(place.isEmpty ? $0.key : "\(place).\($0.key)", self) }
  }

  /// The options that differ from those of another value, by key.
  public func changes(from other: Self = Self()) -> [OptionLine] {
    zip(lines(), other.lines()).filter { $0.0.value != $0.1.value }.map(\.0)
  }
}

extension OptionEntry {
  /// An option that is one value.
  private static func plain(
    _ key: String, allowed: FindingValue, read: @escaping @Sendable (Group) -> JSONValue,
    write: @escaping @Sendable (inout Group, JSONValue) -> Bool
  ) -> OptionEntry {
    OptionEntry(
      key: key, read: read,
      write: { group, value, place throws(OptionFault) in
        guard write(&group, value) else {
          throw OptionFault(key: .text(place), expected: allowed, found: value.described)
        }
      }, lines: { place, group in [OptionLine(key: place, value: read(group), allowed: allowed)] })
  }

  /// A number in a range.
  public static func number(
    _ key: String, _ path: WritableKeyPath<Group, Double> & Sendable, _ range: ClosedRange<Double>
  ) -> OptionEntry {
    plain(key, allowed: words(range)) {
      .number($0[keyPath: path])
    } write: { group, value in
      guard let number = value.asNumber, range.contains(number) else { return false }
      group[keyPath: path] = number
      return true
    }
  }

  /// A number in a range, or null where it is found from the data.
  public static func number(
    _ key: String, _ path: WritableKeyPath<Group, Double?> & Sendable, _ range: ClosedRange<Double>
  ) -> OptionEntry {
    plain(key, allowed: .phrase("null_or", ["other": words(range)])) {
      $0[keyPath: path].map { .number($0) } ?? .none
    } write: { group, value in
      if value == .none {
        group[keyPath: path] = nil
        return true
      }
      guard let number = value.asNumber, range.contains(number) else { return false }
      group[keyPath: path] = number
      return true
    }
  }

  /// A whole number in a range.
  public static func count(
    _ key: String, _ path: WritableKeyPath<Group, Int> & Sendable, _ range: ClosedRange<Int>
  ) -> OptionEntry {
    plain(key, allowed: .wholeNumber(range)) {
      .count($0[keyPath: path])
    } write: { group, value in
      guard let count = value.asCount, range.contains(count) else { return false }
      group[keyPath: path] = count
      return true
    }
  }

  /// A least and a greatest value.
  public static func range(
    _ key: String, _ path: WritableKeyPath<Group, ClosedRange<Double>> & Sendable, within limits: ClosedRange<Double>
  ) -> OptionEntry {
    plain(
      key,
      allowed: .phrase(
        "each", ["items": .phrase("two_ends", ["form": .text("[least, greatest]")]), "each": words(limits)])
    ) {
      .list([.number($0[keyPath: path].lowerBound), .number($0[keyPath: path].upperBound)])
    } write: { group, value in
      guard let ends = numbers(value, limits), ends.count == 2, ends[0] <= ends[1] else { return false }
      group[keyPath: path] = ends[0]...ends[1]
      return true
    }
  }

  /// One of some words.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: WritableKeyPath<Group, Choice> & Sendable
  ) -> OptionEntry {
    plain(key, allowed: .oneOf(Choice.allCases.map { "\"\($0.rawValue)\"" })) {
      .text($0[keyPath: path].rawValue)
    } write: { group, value in
      guard case .text(let text) = value, let choice = Choice(rawValue: text) else { return false }
      group[keyPath: path] = choice
      return true
    }
  }

  private static func numbers(_ value: JSONValue, _ limits: ClosedRange<Double>) -> [Double]? {
    guard case .list(let items) = value else { return nil }
    let numbers = items.compactMap(\.asNumber)
    return numbers.count == items.count && numbers.allSatisfy(limits.contains) ? numbers : nil
  }

  private static func words(_ range: ClosedRange<Double>) -> FindingValue {
    .phrase("number", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound)])
  }
}

extension OptionTable {
  /// Options that belong together.
  public static func group<Part: OptionTable>(
    _ key: String, _ path: WritableKeyPath<Self, Part> & Sendable
  ) -> OptionEntry<Self> {
    OptionEntry(
      key: key, read: { $0[keyPath: path].value },
      write: { group, value, place throws(OptionFault) in try group[keyPath: path].take(value, at: place) },
      lines: { place, group in group[keyPath: path].lines(at: place) })
  }
}

/// What is wrong with a value of an options file.
public struct OptionFault: Error, Equatable {
  /// The key, with those that it stands under: `slips.least_size_m`.
  public var key: FindingValue
  /// What may stand there.
  public var expected: FindingValue
  /// What stands there.
  public var found: FindingValue

  /// A fault from its parts.
  public init(key: FindingValue, expected: FindingValue, found: FindingValue) {
    (self.key, self.expected, self.found) = (key, expected, found)
  }
}
