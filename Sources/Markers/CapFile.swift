import Foundation
import Yams

/// Reads cap files (`cap.yaml`).
public enum CapFile {
  /// No cap file is larger; a larger one is not read.
  static let largestBytes = 1 << 20

  /// The cap that a file describes.
  public static func read(_ url: URL) throws(CapFileError) -> Cap {
    let data: Data
    do {
      let handle = try FileHandle(forReadingFrom: url)
      data = try handle.read(upToCount: largestBytes + 1) ?? Data()
    } catch {
      throw CapFileError.unreadable(path: url.path)
    }
    guard data.count <= largestBytes, let text = String(data: data, encoding: .utf8) else {
      throw CapFileError.invalid(path: url.path, place: nil, "expected UTF-8 text of at most 1 MiB")
    }
    return try parse(text, path: url.path)
  }

  /// The cap that a text describes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(CapFileError) -> Cap {
    let root: Node?
    do { root = try compose(yaml: text) } catch {
      throw CapFileError.invalid(
        path: path, place: nil, "expected YAML, found text that is not: \(firstLine("\(error)"))")
    }
    guard let mapping = root?.mapping else {
      throw CapFileError.invalid(path: path, place: nil, "expected keys such as `dictionary`, found none")
    }
    return try CapParser(path: path, mapping: mapping).cap()
  }

  private static func firstLine(_ text: String) -> String {
    String(text.split(separator: "\n").first ?? "")
  }
}
