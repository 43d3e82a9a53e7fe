import Diagnostics

/// What each measure can be on a human head, from a preterm newborn's to that of an adult with hydrocephalus: a number
/// outside is a fault of mesh, unit or landmarks. Docs/methods/measures.md says where the ends come from.
enum PlausibleRange {
  /// The range of a measure in its unit.
  static func of(_ name: MeasureName) -> ClosedRange<Double> {
    switch name {
    case .length: 60...350
    case .width: 45...300
    case .cranialIndex: 45...135
    case .circumference: 180...1050
    case .perimeter: 180...1150
    case .diagonalLeftFront, .diagonalRightFront: 50...350
    case .cva: 0...80
    case .cvai: 0...35
    case .cvaiShorter: 0...54
    case .oddi, .oclr: 100...154
    case .rsi: 0...400
    case .volume: 50...8000
    case .volumeLeftFront, .volumeRightFront, .volumeLeftBack, .volumeRightBack: 5...3500
    case .asr, .psr: 25...100
    case .acai, .pcai: 0...75
    case .earShift: -60...60
    case .axisDifference: -15...15
    }
  }

  /// What a measure is computed from: where one of these is impossible, so is the measure.
  ///
  /// The diagonals' centre lies half-way along the length.
  static func sources(_ name: MeasureName) -> [MeasureName] {
    switch name {
    case .cranialIndex: [.length, .width]
    case .diagonalLeftFront, .diagonalRightFront, .oclr, .rsi: [.length]
    case .cva, .cvai, .cvaiShorter, .oddi: [.length, .diagonalLeftFront, .diagonalRightFront]
    case .volume: MeasureName.quadrants
    case .asr, .acai: [.volumeLeftFront, .volumeRightFront]
    case .psr, .pcai: [.volumeLeftBack, .volumeRightBack]
    default: []
    }
  }

  /// Why a measure is withheld by these values; nil where it and all that it is computed from can be a head's.
  static func reason(_ name: MeasureName, _ values: [MeasureName: Double]) -> Finding? {
    for source in sources(name) + [name] {
      guard let value = values[source], !of(source).contains(value) else { continue }
      let range = of(source)
      return Finding(
        .measureImplausible,
        [
          "measure": .term(source.rawValue, of: "measure"), "low": .number(range.lowerBound, decimals: 0),
          "high": .number(range.upperBound, decimals: 0), "value": .number(value, decimals: 1),
          "unit": .text(source.unit),
        ])
    }
    return nil
  }
}
