internal import Files

extension DatasetScan {
  /// The options that say what is stated of a scan, without those that hold for the whole batch. One word each, so that a
  /// code may begin with a dash.
  func statedWords(beside passed: [PassedOption]) -> [String] {
    Self.words(describingWords + numberWords, beside: passed)
  }

  /// Those of them that a number depends on, without those that hold for the whole batch.
  func numberWords(beside passed: [PassedOption]) -> [String] { Self.words(numberWords, beside: passed) }

  private static func words(_ words: [String], beside passed: [PassedOption]) -> [String] {
    words.filter { word in !passed.contains { word.hasPrefix($0.name + "=") } }
  }

  /// Who was scanned, when, by whom and with what.
  private var describingWords: [String] {
    let stated = description
    return [
      ("--subject", stated.subject), ("--session", stated.session), ("--date", stated.date),
      ("--operator", stated.operator), ("--device", stated.device),
    ].compactMap { option, text in text.map { "\(option)=\($0)" } }
  }

  /// The z-scores of norms need age and sex, and one alone is refused; intervals allow for the hair.
  private var numberWords: [String] {
    let stated = description
    var words: [String] = []
    if let age = stated.ageMonths, let sex = stated.sex { words += ["--age-months=\(age)", "--sex=\(sex)"] }
    if let hair = stated.hairMm { words.append("--hair-mm=\(hair)") }
    return words
  }
}
