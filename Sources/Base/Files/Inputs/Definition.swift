package import Diagnostics

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
  /// The definition that the top of a file, or a value of another file, holds.
  static func read(_ root: FileNode) throws(FileError) -> Self
}

extension FileKind {
  /// A file that holds a ``Definition``.
  package static let definition = FileKind(unreadable: .definitionUnreadable, invalid: .definitionInvalid)
}

extension Definition {
  /// The definition of a YAML text; `file` is named in errors.
  public static func parse(_ text: String, file: String) throws(FileError) -> Self {
    try read(FileNode(yaml: text, of: .definition, file: file))
  }

  /// The built-in definition of a name, or that of a file.
  public static func find(_ nameOrPath: String) throws(FileError) -> Self {
    if let known = builtIn.first(where: { $0.name == nameOrPath }) { return known }
    let text: String
    do throws(FileError) { text = try FileKind.definition.text(nameOrPath) } catch {
      guard error.code == .definitionUnreadable else { throw error }
      throw FileError(
        error.code, file: nameOrPath,
        expected: .phrase(
          "readable_definition", ["kind": .definition(kind), "known": .names(builtIn.map(\.name))]),
        found: error.found == .phrase("none") ? .phrase("neither") : error.found)
    }
    return try parse(text, file: nameOrPath)
  }

  /// The definitions of embedded files, in their order. They are tested, so a wrong one is a programmer's fault.
  package static func embedded(_ files: [[UInt8]]) -> [Self] {
    files.map { bytes in
      do { return try parse(String(decoding: bytes, as: UTF8.self), file: "built-in \(kind)") } catch {
        fatalError("\(error)")
      }
    }
  }
}

extension FindingValue {
  /// What a ``Definition`` is called, by its ``Definition/kind``.
  package static func definition(_ kind: String) -> FindingValue { .term(kind, of: "definition_file") }
}
