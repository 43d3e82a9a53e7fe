import Diagnostics
import Foundation
internal import Inputs
import Yams

/// Reads cap files (`cap.yaml`).
public enum CapFile {
  /// No cap file is larger; a larger one is not read.
  static let largestBytes = 1 << 20

  /// The cap that a file describes.
  public static func read(_ url: URL) throws(CapFileError) -> Cap {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      if case .tooLarge = error {
        throw CapFileError.invalid(
          path: url.path, place: nil, .expected(.atMostMiB(largestBytes >> 20), found: error.found))
      }
      throw CapFileError.unreadable(path: url.path, found: error.found)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CapFileError.invalid(
        path: url.path, place: nil, .expected(.phrase("utf8_text"), found: .phrase("something_else")))
    }
    return try parse(text, path: url.path)
  }

  /// The cap that a text describes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(CapFileError) -> Cap {
    let root: Node?
    do throws(PlainYAML.Fault) { root = try PlainYAML.compose(text) } catch {
      throw CapFileError.invalid(path: path, place: nil, .expected(.text("YAML"), found: error.found))
    }
    guard let mapping = root?.mapping else {
      throw CapFileError.invalid(
        path: path, place: nil,
        .expected(.phrase("keys_such_as", ["key": .text("dictionary")]), found: .phrase("none")))
    }
    return try CapParser(path: path, mapping: mapping).cap()
  }
}
