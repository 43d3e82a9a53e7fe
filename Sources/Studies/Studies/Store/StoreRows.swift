internal import GRDB
internal import Reports

/// A row of a table of the store: each property is the column of that name in snake case.
protocol StoreRow: Codable, FetchableRecord, PersistableRecord {}

extension StoreRow {
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { .convertFromSnakeCase }
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
}

/// A scan: what became of it, and what tells how good it is.
struct ScanRow: StoreRow {
  static let databaseTableName = "scans"

  let scan: String, subject, session, cohort, date, `operator`, device: String?
  let ageMonths: Double?, sex: String?
  let source: String, inDataset: Bool, content: String?
  let kind: DatasetScan.Kind, status: ScanOutcome.Status, code, reason: String?
  let exitCode, signal: Int32?, seconds, peakMemoryMb: Double?
  let landmarks, observer: String?
  let frames: Int?, durationS: Double?, markersSeen, markersExpected: Int?
  let coverage, headValidFraction, closureMm, reprojectionRmsPx: Double?
  let version, key, digest: String

  /// - Parameters:
  ///   - result: what the batch measured.
  ///   - digest: that of all files that the scan's rows are made of.
  init(_ outcome: ScanOutcome, _ result: ScanResult?, digest: String) {
    let stated = outcome.stated
    (scan, subject, session, cohort) = (outcome.scan, stated.subject, stated.session, outcome.cohort)
    (date, self.operator, device) = (stated.date, stated.operator, stated.device)
    (ageMonths, sex) = (stated.ageMonths, stated.sex)
    (source, inDataset, content) = (outcome.source, outcome.hasLeft != true, outcome.content)
    (kind, status, code, reason) = (outcome.kind, outcome.status, outcome.code, outcome.reason)
    (exitCode, signal) = (outcome.exitCode, outcome.signal)
    (seconds, peakMemoryMb) = (outcome.seconds, outcome.peakMemoryMb)
    (landmarks, observer) = (result?.landmarks.source, result?.landmarks.observer)
    (frames, durationS) = (result?.recording?.frames, result?.recording?.durationS)
    (markersSeen, markersExpected) = (result?.markers?.seen, result?.markers?.expected)
    (coverage, headValidFraction) = (result?.surface?.coverage, result?.depth?.headValidFraction)
    (closureMm, reprojectionRmsPx) = (result?.tracking?.closureMm, result?.tracking?.reprojectionRmsPx)
    (version, key, self.digest) = (outcome.version, outcome.key, digest)
  }
}

/// The result of a scan by one protocol.
struct ResultRow: StoreRow {
  static let databaseTableName = "results"

  let scan, `protocol`, origin, status: String
  let code: String?, level: Int?, scale, flattened: String?
  let version: String
}

/// A measure in the result of a scan.
struct MeasurementRow: StoreRow {
  static let databaseTableName = "measurements"

  let scan, `protocol`, origin, quantity: String
  let value: Double?, unit: String, ciLow, ciHigh: Double?
  let status: String, code: String?

  // Spelt out: a study has a million of these rows, and putting names into snake case would take most of the time.
  enum CodingKeys: String, CodingKey {
    case scan, `protocol`, origin, quantity, value, unit, status, code
    case ciLow = "ci_low"
    case ciHigh = "ci_high"
  }
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { .useDefaultKeys }
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .useDefaultKeys }
}

/// An answer of the operator on a scan.
struct RatingRow: StoreRow {
  static let databaseTableName = "ratings"

  let scan, field, answer: String
}

/// A range of motion.
struct MotionRow: StoreRow {
  static let databaseTableName = "motions"

  let motion: String, subject, session, date, `operator`, device: String?
  let ageMonths: Double?, sex: String?
  let joint: String, side: String?, movement: String, view, reference: String?, dimensions: Int?
  let status: String, code, neutralZero, neutralZeroOrder: String?
  let repeats: Int?, supportsChange: Bool?, frames, validFrames: Int?, durationS: Double?
  let `protocol`, version, digest: String
  let effort, neutral: String?
}

/// A value of a range of motion.
struct MotionMeasurementRow: StoreRow {
  static let databaseTableName = "motion_measurements"

  let motion, quantity: String
  let value: Double?, unit: String, ciLow, ciHigh: Double?
  let status: String, code: String?
}
