import Analysis
import Diagnostics

/// The order in which measures are told: the four that a reader looks for first, the rest by what they are about.
enum MeasureGroup: String, CaseIterable {
  case main, size, asymmetry, volumes, landmarks, research

  /// The measures of the group; each measure is in one.
  var names: [MeasureName] { MeasureName.allCases.filter { Self.group(of: $0) == self }.sorted(by: isBefore) }

  /// The group's name for people.
  func title(_ language: Language) -> String { language("group.\(rawValue)") }

  private static let first: [MeasureName] = [.cvai, .cva, .cranialIndex, .circumference]

  private func isBefore(_ a: MeasureName, _ b: MeasureName) -> Bool {
    let place = { (name: MeasureName) in Self.first.firstIndex(of: name) ?? MeasureName.allCases.firstIndex(of: name)! }
    return place(a) < place(b)
  }

  private static func group(of name: MeasureName) -> MeasureGroup {
    switch name {
    case .cvai, .cva, .cranialIndex, .circumference: .main
    case .length, .width, .perimeter, .volume: .size
    case .diagonalLeftFront, .diagonalRightFront, .cvaiShorter, .oddi, .oclr, .rsi: .asymmetry
    case .volumeLeftFront, .volumeRightFront, .volumeLeftBack, .volumeRightBack, .asr, .psr, .acai, .pcai: .volumes
    case .earShift, .axisDifference: .landmarks
    case .vnoAngle, .frontWidth5, .frontWidth10, .frontWidth20, .frontRadiusDifference, .backRadiusDifference: .research
    }
  }
}

extension MeasureName {
  /// The decimals that a value is told with: two where a tenth of its unit matters.
  var decimals: Int { self == .cvai || self == .cvaiShorter || self == .cva ? 2 : 1 }
}

extension Language {
  /// A value with its unit, which a line break does not part.
  func value(_ value: Double, _ name: MeasureName) -> String {
    number(value, digits: name.decimals) + "\u{A0}" + name.unit
  }

  /// An interval in words; nil for one that is none.
  func interval(_ ends: [Double]?, _ name: MeasureName) -> String? {
    guard let ends, ends.count == 2 else { return nil }
    return self(
      "report.range",
      ["low": .number(ends[0], decimals: name.decimals), "high": .number(ends[1], decimals: name.decimals)])
  }
}
