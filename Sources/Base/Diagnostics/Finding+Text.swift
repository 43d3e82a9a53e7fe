extension Finding {
  /// What is said: one clause, without a full stop.
  ///
  /// A finding that was read from a file keeps the English text that stands there. In other languages it is told from its
  /// values, and in the file's words where these are not enough.
  public func text(_ language: Language = .english) -> String {
    if let written, language == .english { return written }
    let catalogue = language.catalogue
    guard let entry = catalogue.entries[code] else { return code.rawValue }
    let (text, isWhole) = filled(entry.text, language)
    return isWhole ? text : written ?? text
  }

  /// What to do about it: sentences.
  public func remedy(_ language: Language = .english) -> String {
    // What follows from another finding is remedied there.
    if causes.count == 1, code.stage == "comparison" { return causes[0].remedy(language) }
    return language.catalogue.entries[code].map { filled($0.remedy, language).text } ?? ""
  }

  /// A template with the finding's values, and whether all are there; `{ids}`, `{frames}`, `{cause}` and `{rescan}` are
  /// known too.
  private func filled(_ template: String, _ language: Language) -> (text: String, isWhole: Bool) {
    let catalogue = language.catalogue
    return Template(template).filled { name in
      switch name {
      case "ids" where !ids.isEmpty: return .init(text: Self.runs(ids), count: ids.count)
      case "frames" where !frames.isEmpty:
        let names = frames.prefix(Self.mostFrames).joined(separator: ", ")
        return .init(text: names + (frames.count > Self.mostFrames ? ", …" : ""), count: frames.count)
      case "cause" where !causes.isEmpty:
        let texts = causes.map { $0.text(language) }
        return .init(text: texts.joined(separator: "; "), count: texts.count)
      case "rescan" where !landmarks.isEmpty:
        return .init(text: catalogue.term(partsToScan, of: "rescan", [:]), count: 1)
      default: return values[name].map { .init(text: catalogue.text(of: $0), count: $0.many) }
      }
    }
  }

  /// The parts of the head that show the landmarks.
  private var partsToScan: String {
    let (left, right) = (landmarks.contains("tragion_left"), landmarks.contains("tragion_right"))
    let sides = left && right ? "sides" : left ? "left" : right ? "right" : nil
    let hasFace = landmarks.contains { !$0.hasPrefix("tragion") }
    return hasFace ? (sides.map { "face_\($0)" } ?? "face") : sides ?? "face"
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
