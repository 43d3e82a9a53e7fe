import Diagnostics
import Geometry

/// The measures of volume, with reasons for what can't be given.
struct VolumeMeasures {
  /// Values in the units of ``MeasureName/unit``.
  private(set) var values: [MeasureName: Double] = [:]
  /// The signed values of measures with a ``MeasureName/fold``: positive where the left quadrant is larger.
  private(set) var signed: [MeasureName: Double] = [:]
  private(set) var reasons: [MeasureName: Finding] = [:]

  /// The quadrants' measures, in the order of ``Quadrants``.
  static let quadrants = MeasureName.quadrants
  /// The left and right quadrant of each pair, and the measures computed from them.
  static let pairs: [(left: Int, right: Int, ratio: MeasureName, index: MeasureName)] = [
    (0, 1, .psr, .pcai), (2, 3, .asr, .acai),
  ]

  /// - Parameter volumes: cubic metres.
  init(_ volumes: Quadrants, _ model: VolumeModel) {
    let most = model.hidden.most
    let obstacle = model.obstacle ?? model.hidden.obstacle(volumes.sum(), hiding: most.sum())
    for name in MeasureName.allCases where name.basis == .volume { reasons[name] = obstacle }
    guard obstacle == nil else { return }
    set(.volume, volumes.sum(), nil)
    for (i, name) in Self.quadrants.enumerated() {
      set(name, volumes[i], model.hidden.obstacle(volumes[i], hiding: most[i]))
    }
    for (left, right, ratio, index) in Self.pairs {
      if let reason = reasons[Self.quadrants[left]] ?? reasons[Self.quadrants[right]] {
        (reasons[ratio], reasons[index]) = (reason, reason)
        continue
      }
      let difference = 100 * (volumes[left] - volumes[right]) / max(volumes[left], volumes[right])
      for name in [ratio, index] {
        signed[name] = difference
        values[name] = name.fold!.value(ofSigned: difference)
      }
    }
  }

  private mutating func set(_ name: MeasureName, _ cubicMetres: Double, _ reason: Finding?) {
    if let reason { reasons[name] = reason } else { values[name] = cubicMetres * 1e6 }
  }

  /// The standard deviation of a measure due to the surface's errors and to what holes hide.
  ///
  /// - Parameter radius: the standard deviation of the surface's radius at one place in metres. Places 30° apart are
  ///   independent: 23 of them cover the vault, six a quadrant.
  static func deviation(_ name: MeasureName, _ model: VolumeModel, radius: Double) -> Double {
    let noise = model.area * (radius / 6.0.squareRoot())
    let quadrants = (noise * noise + model.hidden.deviation * model.hidden.deviation).squareRoot()
    if name == .volume {
      let whole = model.area.sum() * radius / 23.0.squareRoot()
      return 1e6 * (whole * whole + (model.hidden.deviation * model.hidden.deviation).sum()).squareRoot()
    }
    if let i = Self.quadrants.firstIndex(of: name) { return 1e6 * quadrants[i] }
    guard let pair = pairs.first(where: { $0.ratio == name || $0.index == name }) else { return 0 }
    let relative = quadrants / model.nominal
    let (left, right) = (relative[pair.left], relative[pair.right])
    return 100 * (left * left + right * right).squareRoot()
  }
}
