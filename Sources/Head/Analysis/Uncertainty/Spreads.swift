import Geometry
import Landmarks

/// How far a measure may be off: when the scan is repeated, or by whatever source there is.
enum IntervalKind {
  /// The same operator, head, cap and phone once more.
  case repeatability
  /// Another operator, another day, another phone of the kind.
  case whole
}

/// The spread of every measure: the landmarks' errors as draws, those of surface and camera as standard deviations.
struct Spreads {
  let nominal: Evaluation
  /// Draws of the landmarks by their own scatter, of the midline by the asymmetry of the face too, and of the landmarks by
  /// the scatter of observers too; the second is nil where no budget is asked for.
  let own: [Evaluation], face: [Evaluation]?, whole: [Evaluation]
  /// The measures with each harmonic of an error of the surface as a whole, up and down.
  let bent: [BentMeasures]
  /// The measures with each harmonic of the hair under a cap; empty without one.
  let lifted: [BentMeasures]
  let options: UncertaintyOptions
  let volumes: VolumeModel
  let profile: Profile
  /// The deviations of the landmarks that were drawn.
  let landmarks: LandmarkErrors
  /// The standard deviation of the midline's angle in ``face``, degrees; 0 where landmarks alone make the head frame.
  let midlineDegrees: Double
  /// What the cap does; nil without one.
  let cap: CapEffect?

  /// The spread of a measure by all sources, or nil where too many of the draws lose it.
  subscript(name: MeasureName) -> MeasureSpread? { spread(.measure(name), .whole) }

  /// The 95 % interval of a measure; nil where it is lost or has no finite bounds.
  func interval(_ name: MeasureName, _ kind: IntervalKind = .whole) -> ClosedRange<Double>? {
    guard let interval = signedInterval(name, kind) else { return nil }
    if name == .rsi { return ClosedRange(finite: max(0, interval.lowerBound), interval.upperBound) }
    return name.fold?.interval(ofSigned: interval) ?? interval
  }

  /// The 95 % interval of the measure with its side.
  func signedInterval(_ name: MeasureName, _ kind: IntervalKind = .whole) -> ClosedRange<Double>? {
    interval(.measure(name), kind)
  }

  /// The 95 % interval of a quantity as errors act on it.
  func interval(_ quantity: Quantity, _ kind: IntervalKind) -> ClosedRange<Double>? {
    guard let spread = spread(quantity, kind), let signed = nominal.signed(quantity, nominal: nominal) else {
      return nil
    }
    return spread.interval(about: signed)
  }

  /// The lines of a measure's budget that are not zero, the largest first; empty where the measure is exact or lost, or no
  /// budget is asked for.
  func budget(_ measure: MeasureName) -> [UncertaintyComponent] {
    let quantity = Quantity.measure(measure)
    guard let face, let own = samples(quantity, own), let face = samples(quantity, face),
      let whole = samples(quantity, whole)
    else { return [] }
    var effects = effects(on: quantity)
    let (scatter, turned, total) = (Self.variance(own), Self.variance(face), Self.variance(whole))
    effects[.landmarks] = scatter.squareRoot()
    effects[.midline] = max(0, turned - scatter).squareRoot()
    effects[.observer] = max(0, total - turned).squareRoot()
    effects[.stretch] = abs(nominal[quantity] ?? .nan) * quantity.power * stretchDeviation
    let slope = abs(cap?.slopes[quantity] ?? 0)
    effects[.standOff] = Self.root(slope * standOffDeviation, effects[.standOff] ?? 0)
    effects[.hair] = Self.root(slope * hairDeviation, effects[.hair] ?? 0)
    let variance = effects.variance { _ in true }
    guard variance > 0, variance.isFinite else { return [] }
    return UncertaintySource.allCases.compactMap { source -> UncertaintyComponent? in
      guard let effect = effects[source], effect > 0 else { return nil }
      let (deviation, unit) = deviation(of: source, on: measure)
      return UncertaintyComponent(
        source: source, kind: options.isAssumed(source) ? .b : .a, deviation: deviation, unit: unit,
        effect: effect, contribution: effect * effect / variance)
    }.sorted { $0.contribution > $1.contribution }
  }

  // MARK: Draws

  private func spread(_ quantity: Quantity, _ kind: IntervalKind) -> MeasureSpread? {
    guard let samples = samples(quantity, kind == .whole ? whole : own) else { return nil }
    let normal = effects(on: quantity).variance { kind == .whole || options.variesOnRepeat($0) }.squareRoot()
    var spread = MeasureSpread(samples: samples, surface: normal)
    guard kind == .whole else { return spread }
    // Each evenly spread between nothing and the most, and one pair after the other far apart (Weyl's sequence of the powers
    // of 1.3247, the root of x³ = x + 1), so that no draw of the landmarks is favoured.
    let plastic = 1.324_717_957_244_746
    let place = { (index: Int, step: Double) in (step * (Double(index) + 0.5)).truncatingRemainder(dividingBy: 1) }
    if let slope = cap?.slopes[quantity], options.intervals.standOff + options.intervals.hair > 0 {
      spread.tight = samples
      spread.samples = samples.enumerated().map { index, sample in
        let gap =
          options.intervals.standOff * place(index, 1 / plastic) + options.intervals.hair
          * place(index, 1 / (plastic * plastic))
        return sample + slope * gap
      }
    }
    if let signed = nominal.signed(quantity, nominal: nominal), options.surface.stretch * quantity.power > 0 {
      spread.stretched = samples.enumerated().map { index, sample in
        sample + signed * quantity.power * options.surface.stretch * place(index, 1 / plastic)
      }
    }
    return spread
  }

  /// The least share of the draws that must give a measure; with fewer it has no interval. Assumed.
  private static let keptDraws = 0.8

  /// The signed values of a quantity in some draws; nil where too many lose it.
  private func samples(_ quantity: Quantity, _ draws: [Evaluation]) -> [Double]? {
    let samples = draws.compactMap { $0.signed(quantity, nominal: nominal) }.filter(\.isFinite)
    guard nominal[quantity] != nil, Double(samples.count) >= Self.keptDraws * Double(options.intervals.draws),
      !samples.isEmpty
    else { return nil }
    return samples
  }

  private static func variance(_ samples: [Double]) -> Double {
    let mean = samples.reduce(0, +) / Double(samples.count)
    return samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)
  }

  // MARK: Sources

  /// The standard deviation of a quantity by each source that is carried to it linearly and is normal.
  private func effects(on name: Quantity) -> [UncertaintySource: Double] {
    let value = abs(nominal[name] ?? .nan) * name.power
    let bend = perMetre(name, bent)
    let (scaled, lens) = (value * options.surface.lens, bend * options.surface.lensBending * meanRadius)
    let linear: [UncertaintySource: Double] = [
      .surface: noise(name), .hidden: hidden(name), .bending: bend * options.surface.bending,
      .depth: value * options.surface.depth, .focal: value * options.surface.focal,
      .print: value * options.surface.print, .lens: Self.root(scaled, lens),
      .capThickness: cap?.thickness[name] ?? 0, .capEdge: cap?.edge[name] ?? 0,
      .hair: perMetre(name, lifted) * options.intervals.hairScatter,
      .standOff: perMetre(name, lifted) * options.intervals.standOffScatter,
      .depthFilter: options.surface.depthFilter?[name.errors] ?? 0,
      .horizontal: name == .measure(.vnoAngle) ? profile.tiltEffect : 0,
    ]
    return linear.merging(options.sources.compactMapValues { $0[name.errors] }, uniquingKeysWith: Self.root)
  }

  private func noise(_ quantity: Quantity) -> Double {
    let radius = options.surface.noise
    guard let name = quantity.measure else { return 1000 * radius }
    if name.basis == .profile { return profile.perMetre * radius }
    guard name.basis == .volume else {
      return name.traits.deviation(MeasureName.Noise(mm: 1000 * radius, values: nominal.measured))
    }
    let (both, hidden) = (VolumeMeasures.deviation(name, volumes, radius: radius), hidden(quantity))
    return max(0, both * both - hidden * hidden).squareRoot()
  }

  private func hidden(_ quantity: Quantity) -> Double {
    guard let name = quantity.measure, name.basis == .volume else { return 0 }
    return VolumeMeasures.deviation(name, volumes, radius: 0)
  }

  /// The standard deviation of a quantity, in its unit, for each metre of a smooth error at each place.
  private func perMetre(_ quantity: Quantity, _ modes: [BentMeasures]) -> Double {
    let slopes = modes.map { mode -> Double in
      guard let up = mode.up?.signed(quantity, nominal: nominal),
        let down = mode.down?.signed(quantity, nominal: nominal)
      else { return 0 }
      return (up - down) / (2 * BentMeasures.amplitude)
    }
    return slopes.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// Half the mean of length and width in metres.
  private var meanRadius: Double {
    let extents = [MeasureName.length, .width].compactMap { nominal.measured[$0] }
    return extents.isEmpty ? 0 : extents.reduce(0, +) / Double(extents.count) / 2000
  }

  private var stretchDeviation: Double { options.surface.stretch / 12.0.squareRoot() }
  private var standOffDeviation: Double { options.intervals.standOff / 12.0.squareRoot() }
  private var hairDeviation: Double { options.intervals.hair / 12.0.squareRoot() }

  private static func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  /// The standard deviation of a source, in millimetres, per cent, millilitres or the unit of a measure.
  private func deviation(of source: UncertaintySource, on name: MeasureName) -> (Double, unit: String) {
    switch source {
    case .landmarks: (1000 * landmarks.scatter, "mm")
    case .observer: (1000 * options.intervals.observer.alongSkin, "mm")
    case .midline: (midlineDegrees, "°")
    case .surface: (1000 * options.surface.noise, "mm")
    case .bending: (1000 * options.surface.bending, "mm")
    case .depth: (100 * options.surface.depth, "%")
    case .focal: (100 * options.surface.focal, "%")
    case .lens: (100 * Self.root(options.surface.lens, options.surface.lensBending), "%")
    case .print: (100 * options.surface.print, "%")
    case .stretch: (100 * stretchDeviation, "%")
    case .depthFilter: (options.surface.depthFilter?[name] ?? 0, name.unit)
    case .capThickness: (1000 * (cap?.thicknessDeviation ?? 0), "mm")
    case .capEdge: (1000 * (cap?.edgeDeviation ?? 0), "mm")
    case .standOff: (1000 * Self.root(standOffDeviation, options.intervals.standOffScatter), "mm")
    case .horizontal: (Profile.tiltDeviation, "°")
    case .hair: (1000 * Self.root(hairDeviation, options.intervals.hairScatter), "mm")
    case .hidden:
      name.basis == .volume ? (hidden(.measure(.volume)), "ml") : (options.sources[.hidden]?[name] ?? 0, name.unit)
    }
  }
}

extension [UncertaintySource: Double] {
  /// The variance of those sources that count, summed in their own order: the same bytes in every run.
  fileprivate func variance(of counts: (UncertaintySource) -> Bool) -> Double {
    UncertaintySource.allCases.filter(counts).reduce(0) { $0 + (self[$1] ?? 0) * (self[$1] ?? 0) }
  }
}
