internal import Diagnostics
internal import Platform

extension AgreementPart {
  /// Both in one label, such as that of a limit; of a protocol the other alone, since the first is that of the study.
  var label: String { methods == .protocols ? second : first + " − " + second }

  /// What both methods are called in texts: those of one name with where their values come from.
  func names(_ language: Language) -> [String: FindingValue] {
    let isAlike = first == second
    let name = { (name: String, origin: String?) -> FindingValue in
      let text = name.printable(limit: 60)
      guard isAlike, let origin else { return .text(text) }
      let words = origin.split(separator: ", ").map { language.term(String($0), of: "origin") }
      return .text("\(text) (\(words.joined(separator: ", ")))")
    }
    return ["first": name(first, firstOrigin), "second": name(second, secondOrigin)]
  }
}
