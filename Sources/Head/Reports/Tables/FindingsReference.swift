import Diagnostics

/// The page Docs/generated/findings.md: every kind of finding with its text, cause and remedy, from the catalogue.
public enum FindingsReference {
  /// The page's text.
  public static var markdown: String {
    let stages = codes.reduce(into: [String]()) { if !$0.contains($1.stage) { $0.append($1.stage) } }
    return introduction + stages.map(section).joined()
  }

  private static var codes: [FindingCode] { FindingCode.all }

  private static let introduction = """
    # Findings

    Every note, warning, rejection and reason has a code, `stage.what`. Codes are stable: more may come,
    none is renamed. Texts may be improved at any time, so scripts should read codes and values.
    `result.json`, `compare.json`, `info --json` and `landmarks --json` hold findings in this form:

    | Key | Content |
    |---|---|
    | `code`, `stage` | below |
    | `severity` | `withheld` (measures are withheld for it), `warning` (somebody should look), `note`, `detail` (one of many of its like, such as frames left out; not in summaries) |
    | `text` | in English, whatever the language of the summary |
    | `values` | figures with the unit at the end of their name (`width_mm`), names of places, landmarks, files |
    | `place` | where on the head: `front-left`, `crown`, `below back` … |
    | `frames`, `ids`, `measures` | the frames, markers and measures concerned; for `withheld`, the measures withheld |
    | `causes` | findings that it follows from |

    What is empty is left out. Each cause is told once, with all measures that it withholds; of figures
    that differ between them the largest is kept.

    `--language en|de` chooses the language of summaries and reports; without it, `LC_ALL`,
    `LC_MESSAGES` and `LANG` do (German for `de…`, else English). Texts are in `Datasets/messages`, a
    file a language: `{name}` is a value, `{name:mm}` says once, in English, what unit or kind of word it
    has, `{name|one|more}` depends on a count, `[…]` vanishes where a value in it is missing,
    `{name?else}` has a text instead.

    This page is made by `calvaria findings`.

    """

  private static func section(_ stage: String) -> String {
    let title = Language.english.term(stage, of: "stage")
    return "\n## " + title.prefix(1).uppercased() + title.dropFirst() + "\n"
      + codes.filter { $0.stage == stage }.map(entry).joined()
  }

  private static func entry(_ code: FindingCode) -> String {
    guard let entry = Language.english.catalogue.entries[code.rawValue] else { return "" }
    return "\n" + wrapped("`\(code.rawValue)` (\(code.severity.rawValue)): `\(entry.text)`.")
      + wrapped("- Cause: " + entry.cause, indent: "  ") + wrapped("- What to do: " + plain(entry.remedy), indent: "  ")
  }

  /// A remedy with the text for unknown values in their place.
  private static func plain(_ template: String) -> String {
    template.replacing(/\{[a-z_]+\?([^}]*)\}/) { String($0.1) }
  }

  /// Lines of at most 100 characters.
  static func wrapped(_ text: String, indent: String = "") -> String {
    var (lines, line) = ([String](), "")
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 100 {
        lines.append(line)
        line = indent + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}
