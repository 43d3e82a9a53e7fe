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
  /// Takes over a file's value.
  let write: @Sendable (inout Group, FileNode) throws(FileError) -> Void
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
  /// - Parameter others: keys that may stand there and are read elsewhere.
  public mutating func take(_ node: FileNode, alsoKnown others: [String] = []) throws(FileError) {
    try node.check(keys: Self.table.map(\.key) + others)
    for entry in Self.table {
      if let member = node.optional(entry.key) { try entry.write(&self, member) }
    }
  }

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
  /// An option that is one value; whatever is wrong with a file's, the error says all that it may be.
  private static func plain(
    _ key: String, allowed: FindingValue, read: @escaping @Sendable (Group) -> JSONValue,
    write: @escaping @Sendable (inout Group, FileNode) throws -> Void
  ) -> OptionEntry {
    OptionEntry(
      key: key, read: read,
      write: { group, node throws(FileError) in
        do { try write(&group, node) } catch { throw node.fault(allowed) }
      }, lines: { place, group in [OptionLine(key: place, value: read(group), allowed: allowed)] })
  }

  /// A number in a range.
  public static func number(
    _ key: String, _ path: WritableKeyPath<Group, Double> & Sendable, _ range: ClosedRange<Double>
  ) -> OptionEntry {
    plain(key, allowed: .number(in: range)) {
      .number($0[keyPath: path])
    } write: {
      $0[keyPath: path] = try $1.number(in: range)
    }
  }

  /// A number in a range, or null where it is found from the data.
  public static func number(
    _ key: String, _ path: WritableKeyPath<Group, Double?> & Sendable, _ range: ClosedRange<Double>
  ) -> OptionEntry {
    plain(key, allowed: .phrase("null_or", ["other": .number(in: range)])) {
      $0[keyPath: path].map { .number($0) } ?? .none
    } write: {
      $0[keyPath: path] = $1.isNull ? nil : try $1.number(in: range)
    }
  }

  /// A whole number in a range.
  public static func count(
    _ key: String, _ path: WritableKeyPath<Group, Int> & Sendable, _ range: ClosedRange<Int>
  ) -> OptionEntry {
    plain(key, allowed: .wholeNumber(range)) {
      .count($0[keyPath: path])
    } write: {
      $0[keyPath: path] = try $1.whole(in: range)
    }
  }

  /// A least and a greatest value.
  public static func range(
    _ key: String, _ path: WritableKeyPath<Group, ClosedRange<Double>> & Sendable, within limits: ClosedRange<Double>
  ) -> OptionEntry {
    let allowed = FindingValue.phrase(
      "each", ["items": .phrase("two_ends", ["form": .text("[least, greatest]")]), "each": .number(in: limits)])
    return plain(key, allowed: allowed) {
      .list([.number($0[keyPath: path].lowerBound), .number($0[keyPath: path].upperBound)])
    } write: {
      let ends = try $1.numbers(2, in: limits)
      guard ends[0] <= ends[1] else { throw $1.fault(allowed) }
      $0[keyPath: path] = ends[0]...ends[1]
    }
  }

  /// One of some words.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: WritableKeyPath<Group, Choice> & Sendable
  ) -> OptionEntry {
    plain(key, allowed: .oneOf(Choice.allCases.map { "\"\($0.rawValue)\"" })) {
      .text($0[keyPath: path].rawValue)
    } write: {
      $0[keyPath: path] = try $1.choice(Choice.self)
    }
  }
}

extension OptionTable {
  /// Options that belong together.
  public static func group<Part: OptionTable>(
    _ key: String, _ path: WritableKeyPath<Self, Part> & Sendable
  ) -> OptionEntry<Self> {
    OptionEntry(
      key: key, read: { $0[keyPath: path].value },
      write: { group, node throws(FileError) in try group[keyPath: path].take(node) },
      lines: { place, group in group[keyPath: path].lines(at: place) })
  }
}
