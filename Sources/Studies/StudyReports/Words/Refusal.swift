internal import Diagnostics
internal import Statistics

/// Why a study's scans can't carry a statistic, in words.
struct Refusal: Sendable, Equatable {
  let error: StatisticsError

  /// The kind of reason, for files.
  var code: String {
    switch error {
    case .tooFew: "too_few"
    case .tooMany: "too_many"
    case .noSpread: "no_spread"
    case .collinear: "collinear"
    case .notComputed: "not_computed"
    case .notFinite, .tooLarge, .differentLengths, .outOfRange: "bad_values"
    }
  }

  private var values: [String: FindingValue] {
    switch error {
    case .tooFew(let what, let found, let needed):
      // Two values for three coefficients are one too few, and none beyond them.
      ["what": .term(what.rawValue, of: "counted"), "found": .count(max(0, found)), "needed": .count(needed)]
    case .tooMany(let what, let found, let most):
      ["what": .term(what.rawValue, of: "counted"), "found": .count(found), "most": .count(most)]
    case .noSpread(let what): ["what": .term(what.rawValue, of: "varying")]
    case .collinear(let column): ["column": .text(column)]
    default: [:]
    }
  }

  /// The reason as a sentence.
  func text(_ language: Language) -> String {
    language("study.refused", ["reason": .term(code, of: "refusal", values)])
  }
}

extension Refusal: Encodable {
  private struct File: Encodable { let code, text: String }

  func encode(to encoder: any Encoder) throws { try File(code: code, text: text(.english)).encode(to: encoder) }
}
