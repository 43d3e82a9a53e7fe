import Geometry
import Platform

/// A small wandering motion that is smooth in time: each of its six components is a sum of sinusoids.
struct SmoothMotion: Sendable {
  private let terms: [Term]

  private struct Term: Sendable {
    let rotation, translation: Vector3
    let angularFrequency, phase: Double
  }

  /// A motion whose components have the given standard deviations over long times.
  ///
  /// - Parameters:
  ///   - rotation: radians about each axis.
  ///   - translation: metres along each axis.
  ///   - frequencies: the band in hertz.
  init(rotation: Double, translation: Double, frequencies: ClosedRange<Double>, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 5
    let share = (2.0 / Double(count)).squareRoot()
    let span = frequencies.upperBound - frequencies.lowerBound
    terms = (0..<count).map { k in
      let place = (Double(k) + generator.uniform()) / Double(count)
      return Term(
        rotation: generator.normal3() * (share * rotation), translation: generator.normal3() * (share * translation),
        angularFrequency: 2 * .pi * (frequencies.lowerBound + span * place), phase: 2 * .pi * generator.uniform())
    }
  }

  /// The motion at a time in seconds.
  func at(_ time: Double) -> RigidTransform {
    var (w, t) = (Vector3.zero, Vector3.zero)
    for term in terms {
      let wave = sin(term.angularFrequency * time + term.phase)
      w += term.rotation * wave
      t += term.translation * wave
    }
    return RigidTransform(rotation: .rotation(w), translation: t)
  }
}
