internal import ScanDescriptions

extension DatasetScan {
  /// The options that say what is stated of a scan. One word each, so that a code may begin with a dash.
  var statedWords: [String] {
    let stated = description
    var words: [String] = []
    for (option, text) in [
      ("--subject", stated.subject), ("--session", stated.session), ("--date", stated.date),
      ("--operator", stated.operator), ("--device", stated.device),
    ] {
      if let text { words.append("\(option)=\(text)") }
    }
    return words + normWords
  }

  /// Those of them that a number depends on: the z-scores of norms need age and sex. One alone is refused.
  var normWords: [String] {
    guard let age = description.ageMonths, let sex = description.sex else { return [] }
    return ["--age-months=\(age)", "--sex=\(sex)"]
  }
}
