internal import Analysis

/// What a filter may ask for: a column of the store, or a measure. Nothing else of a filter's text reaches SQL but by
/// binding.
enum FilterField: Equatable {
  /// A column of scans or results with a text in it.
  case text(String)
  /// One with a number.
  case number(String)
  /// A measure by its key.
  case measure(String)

  /// The field of a name; nil where there is none.
  init?(_ name: String) {
    if let column = Self.texts[name] {
      self = .text(column)
    } else if let column = Self.numbers[name] {
      self = .number(column)
    } else if MeasureName(rawValue: name) != nil {
      self = .measure(name)
    } else {
      return nil
    }
  }

  /// The names of all fields.
  static var names: [String] { (Array(texts.keys) + numbers.keys).sorted() + MeasureName.allCases.map(\.rawValue) }

  private static let texts = [
    "scan": "s.scan", "subject": "s.subject", "session": "s.session", "cohort": "s.cohort", "group": "s.cohort",
    "date": "s.date", "operator": "s.operator", "device": "s.device", "sex": "s.sex", "source": "s.source",
    "kind": "s.kind", "status": "(\(ResultStatus.status))", "code": "(\(ResultStatus.code))",
    "landmarks": "s.landmarks", "observer": "s.observer", "version": "s.version", "flattened": "r.flattened",
  ]
  private static let numbers = [
    "age_months": "s.age_months", "frames": "s.frames", "duration_s": "s.duration_s", "coverage": "s.coverage",
    "head_valid_fraction": "s.head_valid_fraction", "closure_mm": "s.closure_mm",
    "reprojection_rms_px": "s.reprojection_rms_px", "seconds": "s.seconds", "peak_memory_mb": "s.peak_memory_mb",
    "level": "r.level", "in_dataset": "s.in_dataset",
  ]
}
