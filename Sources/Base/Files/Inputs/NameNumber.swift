/// The number that a name bears: of files, pictures and frames that are counted.
package enum NameNumber {
  /// The last number in a name, such as 12 of `video_000000000012_keypoints.json`; nil where there is none, or too large a one.
  package static func last(in name: String) -> Int? {
    let bytes = Array(name.utf8)
    guard let last = bytes.lastIndex(where: isDigit) else { return nil }
    var first = last
    while first > 0, isDigit(bytes[first - 1]) { first -= 1 }
    return Int(String(decoding: bytes[first...last], as: UTF8.self))
  }

  /// All numbers in a name, in order; nil for one that is too large.
  package static func all(in name: String) -> [Int?] {
    name.utf8.split { !isDigit($0) }.map { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
