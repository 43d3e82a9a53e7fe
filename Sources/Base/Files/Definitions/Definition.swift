internal import Diagnostics

/// What a data file defines: a protocol, a severity scale, norms, the form of a rating.
///
/// The files of Datasets are built into the program, byte by byte; the user can give another file in place of each.
public protocol Definition: Sendable {
  /// What it is, in a word that the catalogues have.
  static var kind: String { get }
  /// The built-in ones in the order in which they are listed.
  static var builtIn: [Self] { get }
  /// The definition's own name.
  var name: String { get }
  /// The definition of a text; `file` is named in errors.
  static func parse(_ text: String, file: String) throws(DefinitionError) -> Self
}

extension Definition {
  /// The built-in definition of a name, or that of a file.
  public static func find(_ nameOrPath: String) throws(DefinitionError) -> Self {
    if let known = builtIn.first(where: { $0.name == nameOrPath }) { return known }
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(nameOrPath, atMost: largestBytes) } catch {
      if case .tooLarge = error {
        throw .invalid(
          file: nameOrPath, place: .phrase("size"), expected: .atMostMiB(largestBytes >> 20), found: error.found)
      }
      throw .unreadable(
        kind: kind, name: nameOrPath, known: builtIn.map(\.name), found: error == .missing ? nil : error.found)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalid(
        file: nameOrPath, place: .phrase("text"), expected: .text("UTF-8"), found: .phrase("something_else"))
    }
    return try parse(text, file: nameOrPath)
  }

  /// The largest definition file that is read.
  private static var largestBytes: Int { 1 << 20 }

  /// The definitions of embedded files, in their order. They are tested, so a wrong one is a programmer's fault.
  package static func embedded(_ files: [[UInt8]]) -> [Self] {
    files.map { bytes in
      do { return try parse(String(decoding: bytes, as: UTF8.self), file: "built-in \(kind)") } catch {
        fatalError("\(error)")
      }
    }
  }
}
