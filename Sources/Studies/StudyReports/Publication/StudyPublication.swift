internal import Analysis
public import Diagnostics
internal import Files
public import Platform
public import Reports
import ScanPipeline
public import Studies

/// A study for others, as a BIDS derivative: tables with a data dictionary each, figures, and how they were made. Pictures,
/// surfaces, paths and dates of scans stay behind.
public struct StudyPublication {
  /// What it is called.
  public var name: String
  /// The call that made it, as a shell takes it.
  public var call: String
  /// Whose figures these are.
  public var summary: StudySummary
  /// The scans whose measures are in the table.
  public var selection: StudySelection

  /// - Parameters:
  ///   - name: what it is called.
  ///   - call: the call that made it, as a shell takes it.
  public init(name: String, call: String, summary: StudySummary, selection: StudySelection) {
    (self.name, self.call, self.summary, self.selection) = (name, call, summary, selection)
  }

  /// The folders of ``files(of:_:_:)``.
  public static let folders = ["tables", "figures", "code"]

  /// Its files, by their paths.
  ///
  /// - Throws: ``StudyError``, ``ExternalToolError``.
  public func files(
    of store: StudyStore, _ language: Language, _ pictures: PictureConverter
  ) throws -> [(name: String, content: Data)] {
    let figures = summary.figures(language)
    let drawn = try figures.flatMap { figure in
      try [
        ("figures/\(figure.name).pdf", pictures.pdf(figure.svg)),
        ("figures/\(figure.name).png", pictures.png(figure.svg, dotsPerInch: 600)),
      ]
    }
    return try [
      ("dataset_description.json", JSONText.encode(Description(name: name))),
      ("README.md", Data(readMe.utf8)),
      ("CITATION.cff", Data(PackageResources.CITATION_cff)),
      // BIDS has no place for a table of many rows a child, nor for figures.
      (".bidsignore", Data("tables\nfigures\n".utf8)),
      ("tables/measurements.tsv", MeasurementsTable.published.content(of: store, selection)),
      ("tables/measurements.json", Self.dictionary),
      ("figures/figures.json", FigureFile.list(figures)),
      ("code/publish.sh", Data("#!/bin/sh\n# Calvaria \(CalvariaVersion.current)\n\(call)\n".utf8)),
    ] + drawn
  }

  // MARK: Files

  /// `dataset_description.json` (BIDS 1.10.0, derivatives).
  private struct Description: Encodable {
    struct Maker: Encodable {
      let name = "Calvaria", version = CalvariaVersion.current

      enum CodingKeys: String, CodingKey {
        case name = "Name"
        case version = "Version"
      }
    }

    let name: String
    let version = "1.10.0", kind = "derivative", makers = [Maker()]

    enum CodingKeys: String, CodingKey {
      case name = "Name"
      case version = "BIDSVersion"
      case kind = "DatasetType"
      case makers = "GeneratedBy"
    }
  }

  private var readMe: String {
    [
      "name": name, "scans": "\(summary.data.distinct.count)", "subjects": "\(summary.subjects)",
      "version": CalvariaVersion.current,
    ].reduce(String(decoding: PackageResources.README_md, as: UTF8.self)) { text, value in
      text.replacing("{\(value.key)}", with: value.value)
    }
  }

  // MARK: Data dictionary

  /// What a column means.
  private struct Column: Encodable {
    var description: String
    var units: String?
    var levels: [String: String]?

    enum CodingKeys: String, CodingKey {
      case description = "Description"
      case units = "Units"
      case levels = "Levels"
    }
  }

  private static var dictionary: Data { get throws { try JSONText.encode(meanings) } }

  private static let meanings: [String: Column] = [
    "participant_id": Column(description: "The child's code"),
    "session_id": Column(description: "The session: a visit"),
    "scan": Column(description: "The scan or range of motion, by its name in the study"),
    "cohort": Column(description: "The group that was stated"),
    "operator": Column(description: "Who scanned, by code"),
    "device": Column(description: "What was scanned with"),
    "age_months": Column(description: "Age on the day of the scan", units: "month"),
    "sex": Column(description: "Sex of the child", levels: ["female": "female", "male": "male"]),
    "quantity": Column(
      description: "What was measured; of a range of motion joint, side, movement and position", levels: quantities),
    "value": Column(description: "The value, in the unit beside it; n/a where it is withheld"),
    "unit": Column(description: "The unit of value, ci_low and ci_high"),
    "ci_low": Column(description: "The lower end of the 95 % interval"),
    "ci_high": Column(description: "The upper end of the 95 % interval"),
    "status": Column(
      description: "Whether there is a value",
      levels: [
        "measured": "measured", "withheld": "not measured, for the reason in code", "failed": "the scan failed",
        "not_measured": "the protocol has no such quantity",
      ]),
    "code": Column(description: "Why there is no value: a code of Docs/generated/findings.md or errors.md"),
    "level": Column(description: "The level of severity of the whole scan, from 1, on the scale beside it"),
    "scale": Column(description: "The scale of severity (Docs/methods/severity.md)"),
    "protocol": Column(description: "Name and version of the measurement protocol"),
    "version": Column(description: "The version of Calvaria that measured"),
  ]

  private static var quantities: [String: String] {
    let english = Language.english
    let measures = MeasureName.allCases.map(\.rawValue).map { key in
      (key, english.term(key, of: "measure") + ": " + english.term(key, of: "definition"))
    }
    return Dictionary(
      uniqueKeysWithValues: measures + [
        (ScanResult.IndexBySymmetry.quantity, "CVAI with the midline by the symmetry of the face")
      ])
  }
}
