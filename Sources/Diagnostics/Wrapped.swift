extension StringProtocol {
  /// The text with every line safe to print and no wider than a terminal: lines break at blanks and go on indented; only
  /// a word that is wider than a whole line is left to the terminal.
  ///
  /// - Parameter columns: the terminal's width; nil where lines may be as long as they are.
  public func laidOut(columns: Int?) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.printable(limit: 2000)
      return columns.map { line.wrapped(columns: $0) } ?? line
    }.joined(separator: "\n")
  }

  /// A line as lines of at most so many characters.
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
