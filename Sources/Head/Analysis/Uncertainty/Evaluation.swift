import Diagnostics

/// What errors act on.
enum Quantity: Hashable {
  case measure(MeasureName)
  /// A radius of the outline in mm, by its place among ``OutlineRadii/degrees``.
  case radius(Int)

  /// The measure; nil for a radius.
  var measure: MeasureName? { if case .measure(let name) = self { name } else { nil } }

  /// The measure whose stated errors are its own: those of the length for a radius, which has one end of its two.
  var errors: MeasureName { measure ?? .length }

  /// How it changes with the size of the head: in proportion to this power of it.
  var power: Double { measure?.power ?? 1 }
}

/// One evaluation of the protocol: its measures, in their units, with reasons for what is missing.
struct Evaluation {
  var section: SectionMeasures?
  var values: [MeasureName: Double]
  var reasons: [MeasureName: Finding]
  /// The values of the section and of volumes, also of measures that are withheld since: errors of others are told by them.
  let measured: [MeasureName: Double]
  /// The signed values of measures with a ``MeasureName/fold``.
  private var folded: [MeasureName: Double]

  init(section: SectionMeasures, volume: VolumeMeasures) {
    self.section = section
    values = section.values.merging(volume.values) { $1 }
    measured = values
    reasons = section.reasons.merging(volume.reasons) { $1 }
    folded = section.signed.merging(volume.signed) { $1 }
  }

  /// Withholds measures of the section; the section with them where none of it is left.
  mutating func withhold(_ names: [MeasureName], because reason: Finding) {
    for name in names {
      values[name] = nil
      reasons[name] = reason
    }
    if !MeasureName.allCases.contains(where: { $0.basis == .section && values[$0] != nil }) { section = nil }
  }

  /// A quantity without its side; nil where it is not known.
  subscript(quantity: Quantity) -> Double? {
    switch quantity {
    case .measure(let name): values[name]
    case .radius(let index): section.flatMap { $0.radii.isEmpty ? nil : $0.radii[index] }
    }
  }

  /// All that is known.
  var quantities: [Quantity: Double] {
    let known = OutlineRadii.degrees.indices.map(Quantity.radius) + values.keys.map(Quantity.measure)
    return known.reduce(into: [:]) { $0[$1] = self[$1] }
  }

  /// A quantity as errors act on it; see ``signed(_:nominal:)-(MeasureName,_)``.
  func signed(_ quantity: Quantity, nominal: Evaluation) -> Double? {
    quantity.measure.map { signed($0, nominal: nominal) } ?? self[quantity]
  }

  /// A measure as errors act on it: with the side of its asymmetry (``MeasureName/fold``).
  ///
  /// The radial symmetry index is a sum of absolute values; each difference counts with the sign that it has in
  /// `nominal`, otherwise the noise of small ones could only add to it.
  func signed(_ name: MeasureName, nominal: Evaluation) -> Double? {
    guard values[name] != nil else { return nil }
    if name.fold != nil { return folded[name] }
    guard name == .rsi else { return values[name] }
    guard let own = section?.radialDifferences, let signs = nominal.section?.radialDifferences,
      own.count == signs.count
    else { return nil }
    return zip(own, signs).reduce(0.0) { $0 + ($1.1 < 0 ? -$1.0 : $1.0) }
  }
}
