internal import Analysis
internal import Statistics
internal import Studies

/// A measure over all scans, and why some have none.
struct MeasureSummary: Encodable, Sendable {
  /// How many scans have no value for one reason.
  struct Missing: Encodable, Sendable, Equatable {
    /// The kind of finding or error; nil where the scan was not measured by this protocol.
    let code: String?
    let scans: Int
  }

  /// A sample in a few numbers, in the measure's unit.
  struct Sample: Encodable, Sendable {
    let mean: Double, sd: Double?
    let minimum, lowerQuartile, median, upperQuartile, maximum: Double

    init(_ values: [Double]) throws(StatisticsError) {
      let summary = try Summary(values)
      (mean, sd) = (summary.mean.value, summary.standardDeviation)
      (minimum, lowerQuartile, median) = (summary.minimum, summary.lowerQuartile, summary.median)
      (upperQuartile, maximum) = (summary.upperQuartile, summary.maximum)
    }
  }

  let measure, unit: String
  let scans: Int
  let missing: [Missing]
  let sample: Carried<Sample>

  init(_ name: MeasureName, _ records: [StudyRecord]) {
    (measure, unit) = (name.rawValue, name.unit)
    let readings = records.map { ($0, $0.measures[name.rawValue]) }
    let values = readings.compactMap { $0.1?.value }
    scans = values.count
    let reasons = readings.filter { $0.1?.value == nil }.map { record, reading in reading?.code ?? record.code }
    missing = Dictionary(grouping: reasons) { $0 }.map { Missing(code: $0, scans: $1.count) }
      .sorted { (-$0.scans, $0.code ?? "") < (-$1.scans, $1.code ?? "") }
    sample = Carried { () throws(StatisticsError) in try Sample(values) }
  }
}
