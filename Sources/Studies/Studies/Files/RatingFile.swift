internal import Diagnostics
internal import Files
internal import Platform

/// The answers of a rating, `rating.json` (Docs/formats/rating.md).
enum RatingFile {
  /// Why a file is no rating.
  struct Fault: Error {
    /// What was found in its place.
    let found: FindingValue
  }

  private static let largestBytes = 1 << 20

  /// The answers by their fields; what was left open is absent.
  static func answers(_ file: URL) throws(Fault) -> [String: String] { try answers(of: bytes(file)) }

  /// The file's bytes, if they are a rating.
  static func checkedBytes(_ file: URL) throws(Fault) -> [UInt8] {
    let bytes = try bytes(file)
    _ = try answers(of: bytes)
    return bytes
  }

  private static func bytes(_ file: URL) throws(Fault) -> [UInt8] {
    do throws(InputFile.Fault) { return try InputFile.bytes(file.path, atMost: largestBytes) } catch {
      throw Fault(found: error.found)
    }
  }

  private static func answers(of bytes: [UInt8]) throws(Fault) -> [String: String] {
    let value: JSONValue
    do throws(JSONText.Fault) { value = try JSONText.decode(JSONValue.self, from: Data(bytes)) } catch {
      throw Fault(found: error.found)
    }
    guard case .group(let members) = value, case .group(let answers)? = members["answers"] else {
      throw Fault(found: value.described)
    }
    return answers.compactMapValues { answer in
      switch answer {
      case .text(let text): text
      case .none: nil
      default: answer.summary
      }
    }
  }
}
