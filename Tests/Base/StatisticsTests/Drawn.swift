import Foundation
import Statistics

/// Numbers for property tests, the same for one seed (SplitMix64; Steele, Lea & Flood 2014).
struct Drawn: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func normal(_ mean: Double = 0, _ deviation: Double = 1) -> Double {
    let (u, v) = (Double.random(in: 1e-12..<1, using: &self), Double.random(in: 0..<1, using: &self))
    return mean + deviation * (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }

  mutating func normals(_ count: Int, _ mean: Double = 0, _ deviation: Double = 1) -> [Double] {
    (0..<count).map { _ in normal(mean, deviation) }
  }

  /// What two methods read of the same subjects.
  mutating func pairs(_ count: Int) -> (first: [Double], second: [Double]) {
    let actual = normals(count, 80, 4)
    return (actual.map { $0 + normal(0, 0.8) }, actual.map { 1.05 * $0 - 5 + normal(0, 0.8) })
  }

  /// Readings of subjects, from one to five of each, three of the first.
  mutating func repeats(_ subjects: Int) -> [[Double]] {
    (0..<subjects).map { subject in
      let level = normal(80, 4)
      return normals(subject == 0 ? 3 : Int.random(in: 1...5, using: &self), level, 0.7)
    }
  }

  /// Visits of subjects: response, time, group and subject of each.
  mutating func visits(_ subjects: Int, slope: Double = 0.5) -> Visits {
    var visits = Visits()
    for subject in 0..<subjects {
      let (level, growth) = (normal(80, 2), normal(0.6, slope))
      for visit in 0..<Int.random(in: 3...6, using: &self) {
        let time = Double(visit) + Double.random(in: 0..<0.5, using: &self)
        visits.time.append(time)
        visits.group.append(Double(subject % 2))
        visits.subjects.append(subject)
        visits.response.append(level + growth * time + 1.5 * Double(subject % 2) + normal(0, 0.4))
      }
    }
    return visits
  }
}

/// A table of visits.
struct Visits {
  var response: [Double] = []
  var time: [Double] = []
  var group: [Double] = []
  var subjects: [Int] = []

  var columns: [Column] { [Column("time", time), Column("group", group)] }
}

/// Whether two numbers agree, relative to what is larger than 1.
func near(_ a: Double?, _ b: Double?, _ tolerance: Double = 1e-8) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) <= tolerance * max(1, abs(b))
}
