/// Text from files, paths and arguments, made safe to print: nothing in it moves a cursor, hides, or turns the direction
/// of what stands beside it, and none of it fills a screen.
extension StringProtocol {
  /// The text on one line: control, format, private and unassigned characters and line separators stand as `\u{1B}`;
  /// of a long text, `…` stands for the middle, so that a path keeps its start and its end.
  ///
  /// - Parameter limit: the most Unicode scalars of the text that are kept.
  public func printable(limit: Int = 200) -> String {
    // Most texts are plain and short.
    if utf8.count <= limit, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(self) }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return escaped(scalars) }
    return escaped(scalars.prefix((limit + 1) / 2)) + "…" + escaped(scalars.suffix(limit / 2))
  }

  /// The text in quotes, short and safe to print.
  package var quoted: String { "\"" + printable(limit: 80) + "\"" }

  private func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    scalars.reduce(into: "") { text, scalar in
      if scalar.isVisible {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
  }
}

extension Unicode.Scalar {
  /// True for what a terminal shows as itself.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension StringProtocol {
  /// The text with every line safe to print and no wider than a terminal: lines break at spaces and continue indented;
  /// only a word wider than a whole line is left to the terminal.
  ///
  /// - Parameter columns: the terminal's width; nil where lines may be as long as they are.
  public func laidOut(columns: Int?) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.printable(limit: 2000)
      return columns.map { line.wrapped(columns: $0) } ?? line
    }.joined(separator: "\n")
  }

  /// A line broken into lines of at most `columns` characters.
  private func wrapped(columns: Int) -> String {
    guard count > columns else { return String(self) }
    let indent = String(prefix { $0 == " " }) + "  "
    var lines: [String] = []
    var line = ""
    var rest = self[...]
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      rest = rest.dropFirst(gap.count)
      let word = rest.prefix { $0 != " " }
      rest = rest.dropFirst(word.count)
      if line.contains(where: { $0 != " " }), line.count + gap.count + word.count > columns {
        lines.append(line)
        line = indent + word
      } else {
        line += String(gap) + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
