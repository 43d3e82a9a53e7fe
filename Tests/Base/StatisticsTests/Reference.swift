import Foundation
import Geometry
import Testing

@testable import Statistics

/// What other programs make of the same numbers: Scripts/statistics/reference.py.
struct ReferenceCase: Decodable, Sendable, CustomTestStringConvertible {
  /// What is given; each statistic has its own part of it.
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
