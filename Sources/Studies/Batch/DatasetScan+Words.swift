internal import ScanDescriptions

extension DatasetScan {
  /// The options that say what is stated of a scan, without those that hold for the whole batch. One word each, so that a
  /// code may begin with a dash.
  func words(beside passed: [PassedOption]) -> [String] {
    statedWords.filter { word in !passed.contains { word.hasPrefix($0.name + "=") } }
  }

  /// The options that say what is stated of a scan.
  var statedWords: [String] {
    let stated = description
    var words: [String] = []
    for (option, text) in [
      ("--subject", stated.subject), ("--session", stated.session), ("--date", stated.date),
      ("--operator", stated.operator), ("--device", stated.device),
    ] {
      if let text { words.append("\(option)=\(text)") }
    }
    // Norms need both, and one alone is refused.
    if let age = stated.ageMonths, let sex = stated.sex { words += ["--age-months=\(age)", "--sex=\(sex)"] }
    if let hair = stated.hairMm { words.append("--hair-mm=\(hair)") }
    return words
  }
}
