import Diagnostics
public import Markers

/// Ids as they are written in a call: `0-45` or `3, 7, 9-12`.
public enum IDList {
  /// The ids in the order in which they are named.
  ///
  /// - Throws: `CapSheetError.badIDs` for what is no id of the dictionary, and for one that is named twice.
  public static func parse(_ text: String, of dictionary: MarkerDictionary) throws(CapSheetError) -> [Int] {
    var ids: [Int] = []
    var seen: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      for id in try range(part, dictionary) {
        guard seen.insert(id).inserted else {
          throw .badIDs(expected: .phrase("each_id_once"), found: .phrase("id_twice", ["id": .count(id)]))
        }
        ids.append(id)
      }
    }
    return ids
  }

  private static func range(
    _ part: Substring, _ dictionary: MarkerDictionary
  ) throws(CapSheetError) -> ClosedRange<Int> {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
      throw .badIDs(expected: .phrase("id_or_range"), found: .quoted(part))
    }
    guard last < dictionary.count else {
      throw .badIDs(
        expected: .phrase("ids_of", ["last": .count(dictionary.count - 1), "dictionary": .text(dictionary.name)]),
        found: .count(last))
    }
    return first...last
  }

  /// A whole number with spaces around it; nil for anything else.
  private static func number(_ text: Substring) -> Int? {
    let start = text.drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return nil }
    return Int(start[...end])
  }
}

extension [Int] {
  /// The ids in words: ranges where three or more follow each other.
  var runs: String {
    var runs: [ClosedRange<Int>] = []
    for id in sorted() {
      if let last = runs.last, last.upperBound + 1 == id {
        runs[runs.count - 1] = last.lowerBound...id
      } else {
        runs.append(id...id)
      }
    }
    let words = runs.flatMap { run in
      run.count < 3 ? run.map { "\($0)" } : ["\(run.lowerBound)–\(run.upperBound)"]
    }
    return words.joined(separator: ", ")
  }
}
