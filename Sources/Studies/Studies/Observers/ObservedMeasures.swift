internal import Analysis
internal import Diagnostics
internal import Landmarks

/// What observers' landmarks gave, as their files have it.
struct ObservedMeasures {
  /// The measures that at least two files of a scan have.
  let agreements: [MeasureAgreement]
  /// Why there are none.
  let findings: [Finding]

  /// The measures that are compared.
  static let compared: [MeasureName] = [.cvai, .cva, .cranialIndex, .length, .width, .circumference]

  /// The measures of readings whose landmarks are all the observer's own.
  init(_ readings: [ObserverReading], _ scans: [ObservedScan], _ observers: [String]) {
    let own = readings.filter { reading in Landmark.required.allSatisfy { reading.ownPosition(of: $0) != nil } }
    let protocols = Set(own.compactMap(\.landmarks.measures?.protocolName)).sorted()
    guard protocols.count < 2 else {
      (agreements, findings) = ([], [Finding(.observersProtocols, ["protocols": .names(protocols)])])
      return
    }
    agreements = Self.compared.compactMap { measure in
      let read = own.compactMap { reading -> Reading? in
        guard let value = reading.landmarks.measures.flatMap({ Self.signed(measure, $0) }) else { return nil }
        return Reading(
          scan: scans.firstIndex(of: reading.scan)!, observer: observers.firstIndex(of: reading.observer)!,
          value: [value])
      }
      let counts = Dictionary(grouping: read, by: \.scan).mapValues(\.count)
      let used = read.filter { counts[$0.scan]! > 1 }
      return used.isEmpty ? nil : .init(measure: measure, agreement: Agreement(used))
    }
    findings = []
  }

  /// A measure as errors act on it: CVAI and CVA with the sign of the diagonals' difference where the file has these.
  private static func signed(_ measure: MeasureName, _ measures: RecordedMeasures) -> Double? {
    guard let value = measures.values[measure.rawValue] else { return nil }
    guard measure == .cvai || measure == .cva,
      let left = measures.values[MeasureName.diagonalLeftFront.rawValue],
      let right = measures.values[MeasureName.diagonalRightFront.rawValue]
    else { return value }
    return left < right ? -value : value
  }
}
