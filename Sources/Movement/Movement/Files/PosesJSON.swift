internal import Files
internal import Platform
import Workers

/// JSON of pose models, which Python may have written: `NaN` and `Infinity` in it are no JSON, and stand for no number.
///
/// The readers of poses and hands decode each frame by types of their own, and not as a tree of values (`FileNode`), by which
/// other files are checked: a file may have 100,000 frames and more, and the tree alone takes four times as long for a frame of
/// MediaPipe's (0.73 ms against 0.18 ms on a machine of 2026) and twice as long for one of OpenPose's. Errors name file, frame
/// and place all the same.
enum PosesJSON {
  /// The value that a text holds.
  static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws(JSONText.Fault) -> Value {
    try JSONText.decode(type, from: Data(withoutNaN(text)))
  }

  /// How many frames are in memory at a time.
  private static let batch = 64

  /// The frames of a long file, so many at a time as are in memory while threads decode them.
  static func batches(of frames: Int) -> [Range<Int>] {
    stride(from: 0, to: frames, by: batch).map { $0..<min(frames, $0 + batch) }
  }

  /// The values that texts hold, in order.
  static func decode<Value: Decodable & Sendable>(
    _ type: Value.Type, from texts: [[UInt8]], threads: Int
  ) -> [Result<Value, JSONText.Fault>] {
    Workers(count: threads).map(texts.count) { index in
      do throws(JSONText.Fault) { return .success(try decode(type, from: texts[index])) } catch {
        return .failure(error)
      }
    }
  }

  /// The text with `null` in place of what is no number; unchanged where it has none.
  static func withoutNaN(_ text: [UInt8]) -> [UInt8] {
    let words = ["-Infinity", "Infinity", "-NaN", "NaN"].map { Array($0.utf8) }
    guard text.contains("Infinity") || text.contains("NaN") else { return text }
    var (result, strings, i) = ([UInt8](), JSONStrings(), 0)
    result.reserveCapacity(text.count)
    while i < text.count {
      let byte = text[i]
      if !strings.take(byte), [UInt8(ascii: "-"), UInt8(ascii: "N"), UInt8(ascii: "I")].contains(byte),
        let word = words.first(where: { text[i...].starts(with: $0) })
      {
        result.append(contentsOf: "null".utf8)
        i += word.count
        continue
      }
      result.append(byte)
      i += 1
    }
    return result
  }
}

extension JSONText.Fault {
  /// Where the value is that is something else, such as `.landmarks[0].x`; empty where that is not known.
  var path: String {
    guard case .strange(let error as DecodingError) = self else { return "" }
    let path: [any CodingKey] =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    return path.reduce("") { text, key in text + (key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)") }
  }
}

extension [UInt8] {
  /// Whether some bytes stand in it; there is at least one.
  func contains(_ word: String) -> Bool {
    let word = Array(word.utf8)
    return withUnsafeBytes { text in
      var rest = text[...]
      while let first = rest.firstIndex(of: word[0]) {
        if text[first...].starts(with: word) { return true }
        rest = text[(first + 1)...]
      }
      return false
    }
  }
}

extension Decoder {
  /// The coordinates of a point that is a list; nil where it is something else.
  ///
  /// - Parameter counts: how many it may have.
  func coordinates(_ counts: ClosedRange<Int>) throws -> [Double?]? {
    guard let list = try? singleValueContainer().decode([Double?].self) else { return nil }
    guard counts.contains(list.count) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(list.count) coordinates"))
    }
    return list
  }
}
