import Diagnostics

/// The page Docs/generated/errors.md: every kind of error with its exit code, text and remedy, from the catalogue.
public enum ErrorsReference {
  /// The page's text.
  public static var markdown: String {
    let parts = codes.reduce(into: [String]()) { if !$0.contains($1.part) { $0.append($1.part) } }
    return introduction + parts.map(section).joined()
  }

  private static var codes: [ErrorCode] { ErrorCode.all }

  private static let introduction = """
    # Errors

    An error ends a run; what merely withholds measures is a [finding](findings.md). It is one line on
    standard error: `error: SUBJECT: PROBLEM; REMEDY` (in German `Fehler: …`), where SUBJECT is the file,
    folder, frame or option at fault. Every kind has a code, `part.what`, and an exit code. Codes are stable: more may come, none
    is renamed. Texts may be improved at any time. The line does not show the code; programs that use
    the [library](../guide/library.md) read it as `code`.

    Lines are in the language of the run, [as findings are](findings.md); what the parser of the command
    line says (`Usage: …`, a missing argument) and what the system or a library says stay English.
    Texts are in `Datasets/messages`, a file a language: `errors` has what stands below, `phrase` and
    other `terms` have the parts that fill `{expected}`, `{found}`, `{problem}` and `{reason}`.

    This page is made by `calvaria errors`.

    """

  private static func section(_ part: String) -> String {
    "\n## \(part.replacing("_", with: " "))\n" + codes.filter { $0.part == part }.map(entry).joined()
  }

  private static func entry(_ code: ErrorCode) -> String {
    guard let entry = Language.english.catalogue.errors[code.rawValue] else { return "" }
    let remedy =
      entry.remedy.isEmpty ? "" : FindingsReference.wrapped("- What to do: `" + entry.remedy + "`", indent: "  ")
    return "\n"
      + FindingsReference.wrapped("`\(code.rawValue)` (exit code \(code.kind.rawValue)): `\(entry.problem)`.") + remedy
  }
}
