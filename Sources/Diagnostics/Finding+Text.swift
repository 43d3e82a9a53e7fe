extension Finding {
  /// What is said: one clause, without a full stop.
  public func text(_ language: Language = .english) -> String { written ?? text(in: language.catalogue) }

  /// What to do about it: sentences.
  public func remedy(_ language: Language = .english) -> String {
    // What follows from another finding is remedied there.
    if causes.count == 1, code.stage == "comparison" { return causes[0].remedy(language) }
    let catalogue = language.catalogue
    return catalogue.entries[code].map { filled($0.remedy, in: catalogue) } ?? ""
  }

  /// The catalogue's text, even for a finding that was read from a file.
  private func text(in catalogue: Catalogue) -> String {
    catalogue.entries[code].map { filled($0.text, in: catalogue) } ?? code.rawValue
  }

  /// A template with the finding's values; `{ids}`, `{frames}` and `{cause}` are known too.
  private func filled(_ template: String, in catalogue: Catalogue) -> String {
    Template(template).filled { name in
      switch name {
      case "ids" where !ids.isEmpty: return .init(text: Self.runs(ids), count: ids.count)
      case "frames" where !frames.isEmpty:
        let names = frames.prefix(Self.mostFrames).joined(separator: ", ")
        return .init(text: names + (frames.count > Self.mostFrames ? ", …" : ""), count: frames.count)
      case "cause" where !causes.isEmpty:
        let texts = causes.map { $0.text(in: catalogue) }
        return .init(text: texts.joined(separator: "; "), count: texts.count)
      default: return values[name].map { .init(text: catalogue.text(of: $0), count: $0.many) }
      }
    }
  }

  /// The most frames that a text names.
  private static let mostFrames = 6

  /// Ascending numbers, three and more in a row as `5–9`.
  private static func runs(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.flatMap { $0.count < 3 ? $0.map(String.init) : ["\($0.lowerBound)–\($0.upperBound)"] }
      .joined(separator: ", ")
  }
}
