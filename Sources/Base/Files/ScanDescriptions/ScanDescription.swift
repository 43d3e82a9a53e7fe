public import Diagnostics

/// Who was scanned, when, by whom and with what, as far as somebody has stated it: all that is known of a scan beside what
/// was measured.
public struct ScanDescription: Codable, Sendable, Equatable {
  /// The code of the child, never a name; and the visit's.
  public var subject, session: String?
  /// The day of the scan as `YYYY-MM-DD`.
  public var date: String?
  /// Who scanned, and with what.
  public var `operator`, device: String?
  /// A name for the recording.
  public var recording: String?
  /// The child's age in months on that day, and `male` or `female`.
  public var ageMonths: Double?
  /// `male` or `female`.
  public var sex: String?
  /// The weeks of pregnancy at the child's birth.
  public var gestationWeeks: Double?
  /// How thick the hair under the cap is at most, pressed flat, in millimetres.
  public var hairMm: Double?

  /// Nothing is stated.
  public init() {}

  /// True where nothing is stated.
  public var isEmpty: Bool { self == ScanDescription() }

  /// The description with what another one states where this one is silent. Age, sex and weeks of pregnancy count as one statement.
  public func completed(by other: ScanDescription) -> ScanDescription {
    var all = self
    for (_, path) in Self.texts { all[keyPath: path] = self[keyPath: path] ?? other[keyPath: path] }
    all.date = date ?? other.date
    all.hairMm = hairMm ?? other.hairMm
    if ageMonths == nil, sex == nil, gestationWeeks == nil {
      (all.ageMonths, all.sex, all.gestationWeeks) = (other.ageMonths, other.sex, other.gestationWeeks)
    }
    return all
  }

  /// What is stated here and not by another one. Age, sex and weeks of pregnancy count as one statement.
  public func beyond(_ other: ScanDescription) -> ScanDescription {
    var rest = self
    for (_, path) in Self.texts where other[keyPath: path] != nil { rest[keyPath: path] = nil }
    if other.date != nil { rest.date = nil }
    if other.hairMm != nil { rest.hairMm = nil }
    if other.ageMonths != nil || other.sex != nil || other.gestationWeeks != nil {
      (rest.ageMonths, rest.sex, rest.gestationWeeks) = (nil, nil, nil)
    }
    return rest
  }

  /// What may be any text, by its key in `scan.json`.
  static var texts: [(key: String, path: WritableKeyPath<ScanDescription, String?>)] {
    [
      ("subject", \.subject), ("session", \.session), ("operator", \.operator), ("device", \.device),
      ("recording", \.recording),
    ]
  }

  /// No text is longer, in bytes of UTF-8.
  public static let longestText = 1 << 14
  /// The ages that a child can have, in months.
  public static let ages = 0.0...240.0
  /// After how many weeks of pregnancy a child can be born.
  public static let gestations = 22.0...44.0
  /// How thick hair can be, pressed flat, in millimetres.
  public static let hairsMm = 0.0...20.0
  /// What may be stated of the sex.
  public static let sexes = ["male", "female"]

  /// True for a text that may be stated: not empty, not blank, not too long.
  public static func isText(_ text: String) -> Bool {
    !text.allSatisfy(\.isWhitespace) && text.utf8.count <= longestText
  }

  /// True for a day of the Gregorian calendar written as `YYYY-MM-DD`.
  public static func isDate(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}

extension ScanDescription {
  /// A field that can't be what it is.
  public struct Fault: Error, Equatable {
    /// The field's key in `scan.json`.
    public let field: String
    /// What may stand there.
    public let expected: FindingValue
    /// What was found.
    public let found: String
  }

  /// The first field that can't be what it is; nil for a description that may be stated.
  public var fault: Fault? {
    for (key, path) in Self.texts {
      if let text = self[keyPath: path], !Self.isText(text) {
        return Fault(field: key, expected: .phrase("text_of_scan"), found: text)
      }
    }
    if let date, !Self.isDate(date) { return Fault(field: "date", expected: .phrase("day"), found: date) }
    if let sex, !Self.sexes.contains(sex) { return Fault(field: "sex", expected: .oneOf(Self.sexes), found: sex) }
    let numbers = [
      ("age_months", ageMonths, Self.ages), ("gestation_weeks", gestationWeeks, Self.gestations),
      ("hair_mm", hairMm, Self.hairsMm),
    ]
    for (key, value, range) in numbers {
      if let value, !range.contains(value) {
        return Fault(field: key, expected: .number(in: range), found: "\(value)")
      }
    }
    return nil
  }
}

extension ScanDescription {
  /// What the names of a path say in the way of BIDS (the Brain Imaging Data Structure): `sub-<label>` and `ses-<label>`, alone
  /// or within a name such as `sub-01_ses-2_run-1`, which then names the recording. The innermost folder counts.
  ///
  /// - Parameter path: the folder of a recording or of a result; labels are letters and digits.
  public init(bidsPath path: String) {
    self.init()
    for component in path.split(separator: "/").reversed() {
      let entities = component.split(separator: "_").compactMap(Self.entity)
      if subject == nil, let label = entities.first(where: { $0.key == "sub" })?.label {
        subject = label
        if entities.count > 1, recording == nil { recording = String(component) }
      }
      session = session ?? entities.first { $0.key == "ses" }?.label
    }
    // A session without a subject is no name of BIDS.
    if subject == nil { session = nil }
  }

  private static func entity(_ part: Substring) -> (key: String, label: String)? {
    let pair = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, !pair[1].isEmpty, pair[1].utf8.count <= 64,
      pair[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    return (String(pair[0]), String(pair[1]))
  }
}
