import Diagnostics
internal import Files
import Platform

/// A value of a JSON text and where it stands, for messages.
struct JSONNode {
  let file: String
  let place: String
  let value: JSONValue

  func fault(_ expected: FindingValue, found: FindingValue? = nil) -> LandmarkFileError {
    .invalid(
      file: file, place: place == "top" ? .phrase("top") : .text(place), expected: expected,
      found: found ?? value.kind)
  }

  func object() throws(LandmarkFileError) -> [String: JSONValue] {
    guard case .group(let members) = value else { throw fault(.phrase("object")) }
    return members
  }

  /// A member of an object that may have the given keys only.
  func member(_ key: String, of known: [String], required: Bool) throws(LandmarkFileError) -> JSONNode? {
    let members = try object()
    if let unknown = members.keys.filter({ !known.contains($0) }).min() {
      throw fault(.oneOf(known), found: .phrase("the_key", ["key": .quoted(unknown)]))
    }
    guard let member = members[key] else {
      if required { throw fault(.phrase("the_key", ["key": .text("\"\(key)\"")]), found: .phrase("none")) }
      return nil
    }
    return JSONNode(file: file, place: place == "top" ? key : "\(place).\(key)", value: member)
  }

  func array(atMost limit: Int) throws(LandmarkFileError) -> [JSONNode] {
    guard case .list(let items) = value, items.count <= limit else {
      throw fault(.phrase("list_at_most", ["limit": .count(limit)]))
    }
    return items.enumerated().map { JSONNode(file: file, place: "\(place)[\($0.offset)]", value: $0.element) }
  }

  func string() throws(LandmarkFileError) -> String {
    guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 256 else {
      throw fault(.phrase("text_of_bytes", ["low": .count(1), "high": .count(256)]))
    }
    return text
  }

  /// A text of one line.
  func line() throws(LandmarkFileError) -> String {
    let text = try string()
    guard text == PlainLine.cut(text) else { throw fault(.phrase("one_line")) }
    return text
  }

  func flag() throws(LandmarkFileError) -> Bool {
    guard case .flag(let value) = value else { throw fault(.oneOf(["true", "false"])) }
    return value
  }

  /// A time to the second, UTC, in the one form that is written.
  func time() throws(LandmarkFileError) -> Date {
    let text = try string()
    guard let time = try? Date(text, strategy: .iso8601), time.formatted(.iso8601) == text else {
      throw fault(.phrase("utc_time"))
    }
    return time
  }

  /// A SHA-256 in hexadecimal digits.
  func digest() throws(LandmarkFileError) -> String {
    let text = try string()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      throw fault(.phrase("sha256_digits"))
    }
    return text
  }

  /// Names of landmarks, each once.
  func landmarks() throws(LandmarkFileError) -> Set<Landmark> {
    var landmarks: Set<Landmark> = []
    for item in try array(atMost: Landmark.allCases.count) {
      guard let landmark = Landmark(rawValue: try item.string()) else {
        throw item.fault(.oneOf(Landmark.allCases.map(\.rawValue)))
      }
      guard landmarks.insert(landmark).inserted else { throw item.fault(.phrase("each_landmark_once")) }
    }
    return landmarks
  }

  func number(within limit: Double) throws(LandmarkFileError) -> Double {
    guard let number = value.asNumber, number.isFinite, abs(number) <= limit else {
      throw fault(.phrase("number_at_most", ["limit": .number(limit, decimals: 0)]))
    }
    return number
  }

  func index() throws(LandmarkFileError) -> Int {
    guard let number = value.asNumber, let index = Int32(exactly: number), index >= 0 else {
      throw fault(.phrase("whole_number_from", ["low": .count(0)]))
    }
    return Int(index)
  }

  func numbers(_ count: Int, within limit: Double) throws(LandmarkFileError) -> [Double] {
    guard case .list(let items) = value, items.count == count else {
      throw fault(.phrase("list_of_numbers", ["count": .count(count)]))
    }
    var numbers: [Double] = []
    for item in try array(atMost: count) { numbers.append(try item.number(within: limit)) }
    return numbers
  }
}

extension JSONValue {
  /// The value in a few words: a list or an object by its size alone, for it may hold a thousand clicks.
  fileprivate var kind: FindingValue {
    switch self {
    case .count(let value): .text("\(Double(value))")
    case .number(let value): .text("\(value)")
    case .text(let value): .quoted(value)
    case .list(let items): .phrase("list_of", ["count": .count(items.count)])
    case .group(let members): .phrase("object_of", ["count": .count(members.count)])
    case .none, .flag: .text(summary)
    }
  }
}
