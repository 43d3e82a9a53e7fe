internal import CatalogueTexts

/// A language of texts for people.
public enum Language: String, Sendable, CaseIterable, Codable {
  case english = "en"
  case german = "de"

  /// The language of a locale's name, such as `de_DE.UTF-8`: German for German ones, otherwise English.
  public init(locale: String) {
    self = locale.lowercased().prefix { $0.isLetter } == "de" ? .german : .english
  }

  /// Its texts, read when the first of them is wanted.
  public var catalogue: Catalogue {
    switch self {
    case .english: Self.englishCatalogue
    case .german: Self.germanCatalogue
    }
  }

  private static let englishCatalogue = Catalogue(bytes(catalogueEnglish()))
  private static let germanCatalogue = Catalogue(bytes(catalogueGerman()))

  private static func bytes(_ text: CatalogueText) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: text.bytes, count: text.count))
  }

  /// A number with a fixed count of decimals, a minus sign and the language's decimal sign; `–` where it is not finite.
  public func number(_ value: Double, digits: Int) -> String {
    NumberText.number(value, digits: digits, decimalSign: self == .english ? "." : catalogue.decimalSign)
  }

  /// A word or a sentence of reports and tables, by its key.
  ///
  /// - Parameter values: what stands for `{name}` in it.
  public func callAsFunction(_ key: String, _ values: [String: FindingValue] = [:]) -> String {
    catalogue.word(key, values)
  }

  /// A word of a kind, such as the name of a place.
  ///
  /// - Parameter values: what stands for `{name}` in it.
  public func term(_ key: String, of kind: String, _ values: [String: FindingValue] = [:]) -> String {
    catalogue.term(key, of: kind, values)
  }
}
