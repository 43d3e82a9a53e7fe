import Foundation
import Geometry
import Testing

@testable import Statistics

/// Every statistic against SciPy, statsmodels, pingouin or a plain implementation from its paper, to 1e-6.
@Suite struct ReferenceTests {
  @Test(arguments: ReferenceCase.of("summary"))
  func summary(_ reference: ReferenceCase) throws {
    let found = try Summary(reference.input.values!)
    reference.expect(
      named("mean", found.mean) + [
        "sd": found.standardDeviation, "min": found.minimum, "q1": found.lowerQuartile, "median": found.median,
        "q3": found.upperQuartile, "max": found.maximum,
      ])
  }

  @Test(arguments: ReferenceCase.of("repeatability"))
  func repeatability(_ reference: ReferenceCase) throws {
    let found = try Repeatability(reference.input.fullTable)
    var values =
      named("within", found.withinSubject) + named("relative", found.relativeError)
      + named("change", found.smallestDetectableChange) + [
        "freedom": Double(found.freedom), "mean": found.mean, "between": found.betweenSubjects,
      ]
    if reference.expected["technical"] != nil { values["technical"] = found.technicalError.value }
    reference.expect(values)
  }

  @Test(arguments: ReferenceCase.of("icc"))
  func intraclassCorrelation(_ reference: ReferenceCase) throws {
    let found = try IntraclassCorrelation(reference.input.table!)
    reference.expect(
      named("icc11", found.oneWay) + named("icc21", found.twoWayRandom) + named("icc31", found.twoWayMixed))
    #expect(found.leftOut == (reference.name == "icc one missing" ? [4] : []))
  }

  @Test(arguments: ReferenceCase.of("bland_altman"))
  func blandAltman(_ reference: ReferenceCase) throws {
    let found = try BlandAltman(reference.input.first!, reference.input.second!)
    reference.expect(
      named("bias", found.bias) + named("lower", found.lower) + named("upper", found.upper)
        + named("slope", found.slope) + ["sd": found.standardDeviation])
  }

  @Test(arguments: ReferenceCase.of("repeated_limits"))
  func repeatedBlandAltman(_ reference: ReferenceCase) throws {
    let found = try RepeatedBlandAltman(differences: reference.input.fullTable)
    reference.expect(
      named("bias", found.bias) + named("lower", found.lower) + named("upper", found.upper) + [
        "sd": found.standardDeviation, "within": found.withinSubjects, "between": found.betweenSubjects,
      ])
  }

  @Test(arguments: ReferenceCase.of("deming"))
  func deming(_ reference: ReferenceCase) throws {
    let found = try DemingRegression(
      reference.input.first!, reference.input.second!, varianceRatio: reference.input.ratio!)
    reference.expect(named("slope", found.slope) + named("intercept", found.intercept))
  }

  @Test(arguments: ReferenceCase.of("passing_bablok"))
  func passingBablok(_ reference: ReferenceCase) throws {
    let found = try PassingBablok(reference.input.first!, reference.input.second!)
    reference.expect(
      named("slope", found.slope) + named("intercept", found.intercept) + [
        "cusum": found.linearity.statistic, "linearity": found.linearity.probability,
      ])
  }

  @Test(arguments: ReferenceCase.of("concordance"))
  func concordance(_ reference: ReferenceCase) throws {
    let found = try ConcordanceCorrelation(reference.input.first!, reference.input.second!)
    reference.expect(named("ccc", found.value) + ["precision": found.precision, "accuracy": found.accuracy])
  }

  @Test(arguments: ReferenceCase.of("kappa"))
  func kappa(_ reference: ReferenceCase) throws {
    let weights = try #require(Kappa.Weights(rawValue: reference.input.weights!))
    let found = try Kappa(table: reference.input.counts!, weights: weights)
    var values = named("kappa", found.value) + ["agreement": found.agreement]
    for (i, share) in found.firstShares.enumerated() { values["first_\(i)"] = share }
    for (i, share) in found.secondShares.enumerated() { values["second_\(i)"] = share }
    reference.expect(values)
  }

  @Test(arguments: ReferenceCase.of("clustered_kappa"))
  func clusteredKappa(_ reference: ReferenceCase) throws {
    let input = reference.input
    let (first, second) = (input.first!.map { Int($0) }, input.second!.map { Int($0) })
    let weights = try #require(Kappa.Weights(rawValue: input.weights!))
    let found = try Kappa(
      first, second, of: input.subjects!.map(String.init), categories: (first + second).max()! + 1, weights: weights)
    reference.expect(named("kappa", found.value))
  }

  @Test(arguments: ReferenceCase.of("mixed"))
  func mixedModel(_ reference: ReferenceCase) throws {
    let (input, kind) = (reference.input, reference.input.kind!)
    let time = kind == "intercept" ? nil : input.columns!["time"]
    let found = try MixedModel(input.y!, input.named, subjects: input.subjects!, time: time)
    let expected: [String: MixedModel.RandomPart] = [
      "both": .interceptAndSlope, "intercept": .intercept(.notAsked), "no variance": .intercept(.noOwnVariance),
      "too few": .intercept(.tooFewRepeats),
    ]
    #expect(found.randomPart == expected[kind])
    var values: [String: Double?] = [
      "log_likelihood": found.logLikelihood, "residual": found.residualVariance,
      "intercept_variance": found.interceptVariance, "covariance": found.covariance,
      "slope_variance": found.slopeVariance,
    ]
    for (effect, plain) in zip(found.fixed, found.plainErrors) {
      values[effect.name] = effect.value
      values["\(effect.name)_plain"] = plain
      values["\(effect.name)_se"] = effect.standardError
      values["\(effect.name)_freedom"] = effect.freedom
      values["\(effect.name)_low"] = effect.estimate.ci95?.lowerBound
      values["\(effect.name)_high"] = effect.estimate.ci95?.upperBound
    }
    for (i, effect) in found.effects.enumerated() {
      values["effect_\(i)"] = effect.intercept
      if let slope = effect.slope { values["effect_\(i)_slope"] = slope }
    }
    reference.expect(values)
  }

  @Test(arguments: ReferenceCase.of("difference"))
  func groupDifference(_ reference: ReferenceCase) throws {
    let found = try GroupDifference(reference.input.first!, reference.input.second!)
    reference.expect(
      named("difference", found.difference) + named("g", found.effect) + [
        "freedom": found.freedom, "probability": found.probability, "d_times_j": found.effect.value,
      ])
  }

  @Test(arguments: ReferenceCase.of("linear"))
  func linearModel(_ reference: ReferenceCase) throws {
    let found = try LinearModel(reference.input.y!, reference.input.named)
    var values: [String: Double?] = [
      "r2": found.explained, "adjusted": found.adjustedExplained, "residual": found.residualDeviation,
    ]
    for effect in found.coefficients {
      values[effect.name] = effect.value
      values["\(effect.name)_se"] = effect.standardError
      values["\(effect.name)_low"] = effect.estimate.ci95?.lowerBound
      values["\(effect.name)_high"] = effect.estimate.ci95?.upperBound
      if effect.name != Coefficient.intercept { values["\(effect.name)_p"] = effect.probability }
    }
    reference.expect(values)
  }

  @Test(arguments: ReferenceCase.of("spearman"))
  func rankCorrelation(_ reference: ReferenceCase) throws {
    let found = try RankCorrelation(reference.input.first!, reference.input.second!)
    reference.expect(named("rho", found.value) + ["probability": found.probability])
  }

  @Test(arguments: ReferenceCase.of("kruskal"))
  func kruskalWallis(_ reference: ReferenceCase) throws {
    let found = try KruskalWallis(reference.input.fullTable)
    reference.expect(["statistic": found.statistic, "probability": found.probability])
  }

  @Test(arguments: ReferenceCase.of("holm"))
  func holm(_ reference: ReferenceCase) throws {
    let found = try HolmCorrection.corrected(reference.input.values!)
    reference.expect(Dictionary(uniqueKeysWithValues: found.enumerated().map { ("p\($0.offset)", $0.element) }))
  }

  @Test(arguments: ReferenceCase.of("size"))
  func sampleSize(_ reference: ReferenceCase) throws {
    let input = reference.input
    let half = input.half!
    let found =
      switch input.kind! {
      case "mean": try SampleSize.mean(deviation: input.sd!, halfWidth: half)
      case "difference": try SampleSize.difference(deviation: input.sd!, halfWidth: half)
      case "limits": try SampleSize.limitsOfAgreement(deviation: input.sd!, halfWidth: half)
      case "within": try SampleSize.withinSubject(deviation: input.sd!, repeats: input.repeats!, halfWidth: half)
      default: try SampleSize.intraclassCorrelation(input.rho!, readings: input.repeats!, halfWidth: half)
      }
    var values: [String: Double?] = ["count": Double(found.count)]
    if reference.expected["half"] != nil { values["half"] = found.halfWidth }
    reference.expect(values)
  }

  @Test(arguments: ReferenceCase.of("noncentral_t"))
  func noncentralT(_ reference: ReferenceCase) throws {
    let distribution = NoncentralT(freedom: reference.input.freedom!, shift: reference.input.shift!)
    reference.expect(try quantiles(reference) { try distribution.quantile($0) })
  }

  @Test(arguments: ReferenceCase.of("chi_squared"))
  func chiSquared(_ reference: ReferenceCase) throws {
    let distribution = ChiSquared(freedom: reference.input.freedom!)
    var values = quantiles(reference) { distribution.quantile($0) }
    for key in reference.expected.keys where key.hasPrefix("tail") {
      values[key] = distribution.probability(above: Double(key.dropFirst(4))!)
    }
    reference.expect(values)
  }

  @Test(arguments: ReferenceCase.of("f"))
  func fisherF(_ reference: ReferenceCase) throws {
    let distribution = FisherF(numerator: reference.input.numerator!, denominator: reference.input.denominator!)
    reference.expect(try quantiles(reference) { try #require(distribution.quantile($0)) })
  }

  /// The quantiles that a case asks for: "q0.975".
  private func quantiles(_ reference: ReferenceCase, _ quantile: (Double) throws -> Double) rethrows -> [String:
    Double?]
  {
    var values: [String: Double?] = [:]
    for key in reference.expected.keys where key.hasPrefix("q") {
      values[key] = try quantile(Double(key.dropFirst())!)
    }
    return values
  }
}

/// What other programs make of the same numbers: Scripts/statistics/reference.py.
struct ReferenceCase: Decodable, Sendable, CustomTestStringConvertible {
  /// The data that a case gives; each statistic takes its own part of them.
  struct Input: Decodable, Sendable {
    var values: [Double]?
    var table: [[Double?]]?
    var first, second: [Double]?
    var ratio: Double?
    var counts: [[Int]]?
    var weights: String?
    var y: [Double]?
    var columns: [String: [Double]]?
    var subjects: [Int]?
    var kind: String?
    var sd, half, rho: Double?
    var repeats: Int?
    var freedom, shift, numerator, denominator: Double?

    var fullTable: [[Double]] { table!.map { $0.map { $0! } } }
    /// In the order of their names.
    var named: [Column] { columns!.sorted { $0.key < $1.key }.map { Column($0.key, $0.value) } }
  }

  let name, statistic: String
  let input: Input
  let expected: [String: Double?]

  var testDescription: String { name }

  private struct File: Decodable { let cases: [ReferenceCase] }

  private static let all: [ReferenceCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/reference.json")
    return try! JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
  }()

  static func of(_ statistic: String) -> [ReferenceCase] { all.filter { $0.statistic == statistic } }

  /// Every expected value must be there and agree to 1e-6, relative to what is larger than 1; what is withheld must be nil.
  func expect(_ found: [String: Double?], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Set(found.keys) == Set(expected.keys), "\(name)", sourceLocation: sourceLocation)
    for (key, value) in expected {
      let own = found[key] ?? nil
      guard let value, let own else {
        #expect(
          value == nil, "\(name): \(key) is \(own as Any), expected \(value as Any)", sourceLocation: sourceLocation)
        #expect(
          own == nil, "\(name): \(key) is \(own as Any), expected \(value as Any)", sourceLocation: sourceLocation)
        continue
      }
      let apart = abs(own - value) / max(1, abs(value))
      #expect(apart <= 1e-6, "\(name): \(key) is \(own), expected \(value)", sourceLocation: sourceLocation)
    }
  }
}

/// Value and bounds of an estimate under their names.
func named(_ name: String, _ estimate: Estimate?) -> [String: Double?] {
  [name: estimate?.value, "\(name)_low": estimate?.ci95?.lowerBound, "\(name)_high": estimate?.ci95?.upperBound]
}

func + (a: [String: Double?], b: [String: Double?]) -> [String: Double?] { a.merging(b) { $1 } }
