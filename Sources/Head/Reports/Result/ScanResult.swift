import Geometry
import Diagnostics
public import Files

/// The content of `result.json` (schema `calvaria/result/1`). Keys are stable: more may come, none is renamed.
///
/// Property names become keys in snake case (`durationS` → `duration_s`). Parts that a command does not know are left
/// out; a measure that is withheld stays, with a null value and the reason.
public struct ScanResult: Codable, Sendable, Equatable {
  /// Whether the scan is fit to report.
  public enum Status: String, Codable, Sendable {
    /// The CVAI is there.
    case complete
    /// The CVAI is withheld.
    case incomplete
  }

  /// The contract's name and version.
  public var schema = Self.schema
  /// Whether the scan is fit to report.
  public var status: Status
  /// Why measures are withheld: the English texts of those of ``findings``.
  public internal(set) var reasons: [String]
  /// Remarks that withhold nothing: their English texts.
  public internal(set) var notes: [String]
  /// All that is said of the scan, each cause once.
  public var findings: [Finding] { didSet { (reasons, notes) = (findings.reasons, findings.notes) } }
  /// Who was scanned, when, by whom and with what; nil where nothing is stated.
  public var scan: ScanDescription?
  /// What was recorded.
  public var recording: Recording?
  /// The cap's markers.
  public var markers: Markers?
  /// How valid the depth was.
  public var depth: Depth?
  /// How well the head was tracked.
  public var tracking: Tracking?
  /// How far the poses that the recorder wrote down are from those that were found; nil where it wrote none.
  public var recordedPoses: RecordedPoses?
  /// Where up is, a unit vector in the frame of the mesh, by the recorder's sense of gravity; nil where it has none.
  public var up: [Double]?
  /// By what the recorder knew that: `recorded_poses`, `device_motion` or `accelerometer`; nil where it did not.
  public var upSource: String?
  /// What lies under the cap, by a recording without it; nil without one.
  public var capGap: CapGapPart?
  /// What the scan says about the sensor.
  public var calibration: Calibration?
  /// How much of the head was covered.
  public var surface: Surface?
  /// Where the section lies; nil where there is none.
  public var section: SectionPlace?
  /// The landmarks.
  public var landmarks: Landmarks
  /// The midline by the symmetry of the face; nil where the protocol has none.
  public var midline: Midline?
  /// What the sheets of pictures beside the result show; nil where there are none.
  public var pictures: Pictures?
  /// The protocol.
  public var `protocol`: ProtocolChoices
  /// Every measure by its key.
  public var measures: [String: Measure]
  /// The protocol's index with the midline by the symmetry of the face; nil where that is the protocol's own midline, and
  /// without intervals.
  public var bySymmetry: IndexBySymmetry?
  /// The grade by the first scale, or nil where its measure is withheld.
  public var severity: SeverityGrade?
  /// The grades by all scales that were asked for; a scale whose measure is withheld is missing.
  public var severities: [ScaleGrade]
  /// Where the head stands among others of its age and sex, where that was asked for.
  public var norm: Norm?
  /// What publications tell of other children's heads at this age, as far as that was asked for; nil where nothing was.
  public var references: [Reference]?
  /// Seconds that each stage took.
  public var timingsS: [String: Double]?
  /// What the result was made from.
  public var provenance: Provenance?
  /// True where the file that this was read from was changed after it was written.
  public var wasChanged = false
}

/// What was measured, and by which choices.
extension ScanResult {
  /// A measure as written: the value in its unit, the 95 % interval, and the reason where it is withheld.
  public struct Measure: Codable, Sendable, Equatable {
    /// The value, or nil where it is withheld.
    @Nullable public var value: Double?
    /// `mm`, `ml`, `%` or `°`.
    public var unit: String
    /// The 95 % interval for another operator, another day and another phone of the kind, lower and upper end.
    @Nullable public var ci95: [Double]?
    /// The 95 % interval for the same operator, cap and phone once more; nil in results of earlier versions.
    public var repeatability: [Double]?
    /// What ``ci95`` is made of; nil where that is not known, and in results of earlier versions.
    public var budget: [BudgetLine]?
    /// Why it is withheld, and the kind of the first finding that withholds it.
    public var reason, code: String?
    /// The value over the cap, where the one above is that of the head under it.
    public var overCap: Double?
    /// The asymmetry with its side, of a measure that has lost it: 0 is symmetry, positive where the left is larger.
    public var signed: Estimate?
  }

  /// A source of a measure's uncertainty.
  public struct BudgetLine: Codable, Sendable, Equatable {
    /// The key of the source.
    public var source: String
    /// `A`: from this scan; `B`: from elsewhere.
    public var kind: String
    /// The standard deviation of the source in ``unit``.
    public var sd: Double
    /// `mm`, `%` or `ml`.
    public var unit: String
    /// The change of the measure for each unit of the source; nil where the source has no deviation of its own.
    public var sensitivity: Double?
    /// The share of the measure's variance, 0 to 1.
    public var contribution: Double
  }

  /// The grade of a measure, by default the CVAI.
  public struct SeverityGrade: Codable, Sendable, Equatable {
    /// The scale's name.
    public var scale: String
    /// The level of the value.
    public var level: Int
    /// The probability of each level.
    public var probabilities: [String: Double]
    /// `left-posterior`, `right-posterior`, `none`, or `unknown` where a large difference can't be excluded.
    public var flattened: String
  }

  /// The choices of the protocol, each by its name.
  public struct ProtocolChoices: Codable, Sendable, Equatable {
    /// Name and version.
    public var name, version: String
    /// What it is, and where it comes from.
    public var title, source: String
    /// The landmarks of the base plane.
    public var landmarks: [String]
    /// The forward axis.
    public var apAxis: String
    /// The rule of the section's height.
    public var level: String
    /// The share of the vertex height, where that is the rule.
    public var levelFraction: Double?
    /// The diagonals' centre.
    public var centre: String
    /// The diagonals' angle.
    public var diagonalAngleDegrees: Double
    /// What the protocol's index is a share of, and the key of that index.
    public var denominator, index: String
    /// Whether ears count in the width, and the cap in everything.
    public var ears, capThickness: String
    /// What is divided by: the names of measures and their denominators.
    public var denominators: [String: String]
    /// The widest gap bridged.
    public var bridgedGapMm: Double
  }

  /// Where the section lies, which is parallel to the base plane.
  public struct SectionPlace: Codable, Sendable, Equatable {
    /// The heights of the section and of the vertex over the base plane.
    public var heightMm, vertexHeightMm: Double
  }

  /// What lies between skin and surface, by a recording without the cap.
  public struct CapGapPart: Codable, Sendable, Equatable {
    /// How thick it is, the standard deviation of that, and that from place to place.
    public var thicknessMm, sdMm, scatterMm: Double
    /// The root mean square distance of the skin of both scans.
    public var skinRmsMm: Double
    /// Lengths of the recording without the cap over those of the other.
    public var scale: Double

    /// A part from its values.
    public init(thicknessMm: Double, sdMm: Double, scatterMm: Double, skinRmsMm: Double, scale: Double) {
      (self.thicknessMm, self.sdMm, self.scatterMm) = (thicknessMm, sdMm, scatterMm)
      (self.skinRmsMm, self.scale) = (skinRmsMm, scale)
    }
  }

  /// The plane of symmetry of the face and the base of the skull, in the frame of the landmarks.
  public struct Midline: Codable, Sendable, Equatable {
    /// The unit normal, to the subject's right, and the distance of the plane from the origin along it.
    public var normal: [Double]
    public var offsetMm: Double
    /// The standard deviations of the midline's angle about the upright axis, and of the plane's place between the ears.
    public var angleSdDegrees, offsetSdMm: Double
    /// The angle about the upright axis from the axis through the picked sellion to the midline, positive to the left.
    public var angleFromLandmarksDegrees: Double
    /// By how many mm a point of the face lies farther forward, and higher, than its mirror image, for each mm between them
    /// from left to right.
    public var slantForward, slantUp: Double
    /// How many places of the surface have a counterpart, and the share of the region that they are.
    public var points: Int
    public var matchedFraction: Double
    /// The root mean square distance of the face from its mirror image.
    public var residualRmsMm: Double
    /// How far the sellion was moved to the deepest point of the nasal root; nil where there is none near the click.
    public var sellionMovedMm: Double?
  }

  /// A landmark as written.
  public struct LandmarkEntry: Codable, Sendable, Equatable {
    /// The position in the frame of the mesh.
    public var mm: [Double]
    /// The standard deviation along each axis.
    public var sdMm: Double
    /// How many observations agree.
    public var evidence: Int?
    /// `picked`, `cap` or `automatic`.
    public var source: String?
    /// Why it was not used, and the kind of finding that this is.
    public var reason, code: String?
    /// The clicks that it was made of; nil where it was not clicked, and in results of earlier versions.
    public var clicks: [LandmarkClick]?
  }

  /// What `result.json` says of a ``ReportedClick``.
  public struct LandmarkClick: Codable, Sendable, Equatable {
    /// The frame's name.
    public var frame: String
    /// The pixel; centres at integers.
    public var pixel: [Double]
    /// How far from the landmark it lies; nil in a frame without a pose.
    public var residualMm: Double?
    /// Whether the landmark was made of it.
    public var used: Bool

    /// A click from its parts.
    public init(frame: String, pixel: [Double], residualMm: Double?, used: Bool) {
      (self.frame, self.pixel, self.residualMm, self.used) = (frame, pixel, residualMm, used)
    }
  }

  /// The landmarks: where they come from, and each by its name.
  public struct Landmarks: Codable, Sendable, Equatable {
    /// `picked`, `cap` or `automatic`: the least trusted source of those that make the head frame; nil where there are none.
    public var source: String?
    /// Who picked them, where their file says so.
    public var observer: String?
    /// The landmarks by their key.
    public var points: [String: LandmarkEntry]

    init(source: String?, points: [String: LandmarkEntry]) { (self.source, self.points) = (source, points) }
  }

  /// The grade by one scale, with what the scale is.
  public struct ScaleGrade: Codable, Sendable, Equatable {
    /// The border between two levels, and to which of them it belongs itself.
    public struct Border: Codable, Sendable, Equatable {
      /// The value, and `lower` or `upper`.
      public var value: Double
      /// `lower` or `upper`.
      public var level: String
    }

    /// The scale's name and version, and where it was published.
    public var scale, version, source: String
    /// The measure that is graded, its value and unit.
    public var measure: String
    /// The value that is graded.
    public var value: Double
    /// `mm` or `%`.
    public var unit: String
    /// The level of the value, and how many there are.
    public var level, levels: Int
    /// The names of the levels where the scale's source names them; nil elsewhere.
    public var names: [String]?
    /// What the scale's source advises at this level; nil where it advises nothing, where the level is not certain, and in results
    /// of earlier versions.
    public var advice: String?
    /// The probability of each level.
    public var probabilities: [String: Double]
    /// True where the 95 % interval holds values of more than one level.
    public var crossesBorder: Bool
    /// The borders in ascending order.
    public var borders: [Border]
  }

  /// Where a measure stands among children of the same age and sex.
  public struct Norm: Codable, Sendable, Equatable {
    /// The table's name, version and source.
    public var table, version, source: String
    /// The measure.
    public var measure: String
    /// The child's age since birth.
    public var ageMonths: Double
    /// The age as if the child had been born at term, at which the table was read; nil where that is the age since birth.
    public var correctedAgeMonths: Double?
    /// `male` or `female`.
    public var sex: String
    /// The z-score, its 95 % interval and the percentile; nil where they are withheld.
    @Nullable public var z: Double?
    /// The interval of the z-score.
    @Nullable public var ci95: [Double]?
    /// The percentile, 0 to 100.
    @Nullable public var percentile: Double?
    /// By how much z would be lower by a tape, with which the table was made; nil where it was not.
    public var tapeShift: Double?
    /// Why it is withheld, and the kind of the first finding that withholds it.
    public var reason, code: String?
    /// The findings that withhold it; nil where none does, and in results of earlier versions.
    var findings: [Finding]?
  }

  /// What a publication tells of a measure of a group of children: context, from which no percentile follows.
  public struct Reference: Codable, Sendable, Equatable {
    /// The group's name and version, and where it was published.
    public var group, version, source: String
    /// Who the children were, and how many there were in all.
    public var population: String
    /// How many there were, of all ages.
    public var children: Int
    /// How they were measured, and at which angle their diagonals lay (degrees, or `not_stated`); nil for a measure of none.
    public var method: String, diagonals: String?
    /// The measure and its unit.
    public var measure, unit: String
    /// The ages of the children, from and to.
    public var ageMonths: [Double]
    /// `mean` or `median`.
    public var statistic: String
    /// The mean or median.
    public var value: Double
    /// The standard deviation; nil where it is not published.
    public var sd: Double?
    /// The least and the greatest value; nil where they are not published.
    public var range: [Double]?
  }

  /// A measure with the midline by the symmetry of the face.
  public struct IndexBySymmetry: Codable, Sendable, Equatable {
    /// Its key among the quantities of a study.
    public static let quantity = "index_by_symmetry"

    /// The measure.
    public var measure: String
    /// The value, or nil where it is withheld.
    @Nullable public var value: Double?
    /// `%`.
    public var unit: String
    /// The 95 % intervals as those of ``Measure``.
    @Nullable public var ci95: [Double]?
    public var repeatability: [Double]?
    /// Why it is withheld, and the kind of the first finding that withholds it.
    public var reason, code: String?
    /// The findings that withhold it; nil where none does.
    var findings: [Finding]?
  }

  /// What a result was made from.
  public struct Provenance: Codable, Sendable, Equatable {
    /// The program's version.
    public var version: String
    /// The SHA-256 of each input file, by its name.
    public var inputs: [String: String]
    /// The options in effect.
    public var options: [String: String]
    /// The SHA-256 of files that were written beside the result and are read with it; nil in results of earlier versions.
    public var outputs: [String: String]?
    /// The SHA-256 of the result's own file, taken with zeros in its place; nil in results of earlier versions.
    public internal(set) var digest: String?

    /// The provenance from its values.
    public init(
      version: String, inputs: [String: String] = [:], options: [String: String] = [:],
      outputs: [String: String]? = nil
    ) {
      (self.version, self.inputs, self.options, self.outputs) = (version, inputs, options, outputs)
    }
  }
}
