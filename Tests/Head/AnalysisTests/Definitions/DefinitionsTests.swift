import Diagnostics
import Files
import Foundation
import Landmarks
import TestSupport
import Testing

@testable import Analysis

/// Protocols, scales and norms: the files of Datasets, and files that are wrong.
@Suite struct DefinitionsTests {
  static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets")

  func texts(_ kind: String) throws -> [String: String] {
    let folder = Self.folder.appendingPathComponent(kind)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        (String($0.dropLast(5)), try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
      })
  }

  @Test func everyFileOfTheDatasetsIsBuiltInUnderItsName() throws {
    let protocols = try texts("protocols")
    #expect(Set(protocols.keys) == Set(MeasurementProtocol.builtIn.map(\.name)))
    for known in MeasurementProtocol.builtIn {
      #expect(try MeasurementProtocol.parse(#require(protocols[known.name]), file: known.name) == known)
    }
    let scales = try texts("scales")
    #expect(Set(scales.keys) == Set(SeverityScale.builtIn.map(\.name)))
    for known in SeverityScale.builtIn {
      #expect(try SeverityScale.parse(#require(scales[known.name]), file: known.name) == known)
    }
    let norms = try texts("norms")
    #expect(Set(norms.keys) == Set(NormTable.builtIn.map(\.name)))
    for known in NormTable.builtIn {
      #expect(try NormTable.parse(#require(norms[known.name]), file: known.name) == known)
    }
    let references = try texts("references")
    #expect(Set(references.keys) == Set(ReferenceGroup.builtIn.map(\.name)))
    for known in ReferenceGroup.builtIn {
      #expect(try ReferenceGroup.parse(#require(references[known.name]), file: known.name) == known)
    }
  }

  @Test func theVariantsInUseAreThere() throws {
    let standard = MeasurementProtocol.standard
    #expect(standard.name == "calvaria-default")
    #expect(standard.apAxis == .sellion)
    #expect(standard.level == .fraction(0.3))
    #expect(standard.centre == .midlineHalfLength)
    #expect(standard.diagonalAngleDegrees == 30)
    #expect(standard.denominator == .longer)
    #expect(standard.index == .cvai)
    #expect(standard.capThickness == .compensated)
    let find = MeasurementProtocol.find
    #expect(try find("ear-line-axis").apAxis == .earLine)
    #expect(try find("face-symmetry").apAxis == .faceSymmetry)
    #expect(try find("longest-section").level == .longestSection)
    #expect(try find("greatest-circumference").level == .greatestCircumference)
    #expect(try find("bounding-box-centre").centre == .boundingBox)
    #expect(try find("diagonals-at-40").diagonalAngleDegrees == 40)
    #expect(try find("shorter-denominator").index == .cvaiShorter)
    #expect(try find("cap-included").capThickness == .included)
  }

  static let good = """
    schema: calvaria/protocol/1
    name: mine
    version: "1"
    title: "Mine"
    source: "me"
    landmarks: [sellion, tragion_left, tragion_right]
    ap_axis: sellion
    level: {rule: fraction_of_vertex_height, fraction: 0.3}
    centre: midline_half_length
    diagonal_angle_degrees: 30
    denominator: longer_diagonal
    ears: excluded
    cap_thickness: compensated
    bridged_gap_mm: 3

    """

  @Test func aFileOfTheUsersIsRead() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("mine.yaml")
    try Data(Self.good.replacingOccurrences(of: "0.3}", with: "0.4}").utf8).write(to: file)
    #expect(try MeasurementProtocol.find(file.path).level == .fraction(0.4))
    let height = Self.good.replacingOccurrences(
      of: "{rule: fraction_of_vertex_height, fraction: 0.3}", with: "{rule: height, height_mm: 35}")
    #expect(try MeasurementProtocol.parse(height, file: "f").level == .height(0.035))
    #expect(throws: FileError.self) { try MeasurementProtocol.find("/no/such.yaml") }
    #expect(throws: FileError.self) { try MeasurementProtocol.find(folder.url.path) }
  }

  @Test(arguments: [
    ("ap_axis: sellion", "ap_axis: nose", "line 7, `ap_axis`", "sellion, ear_line"),
    ("ap_axis: sellion", "axis: sellion", "`axis`", "the key `ap_axis`"),
    ("ap_axis: sellion\n", "", "line 1, top", "the key `ap_axis`"),
    ("ap_axis: sellion", "ap_axis: sellion\nap_axis: sellion", "text", "YAML"),
    ("fraction: 0.3}", "fraction: 1.2}", "`level.fraction`", "0.02 to 0.95"),
    ("fraction: 0.3}", "fraction: .nan}", "`level.fraction`", "0.02 to 0.95"),
    ("fraction: 0.3}", "fraction: \"0.3\"}", "`level.fraction`", "a number"),
    ("fraction: 0.3}", "height_mm: 30}", "`level.height_mm`", "no `height_mm`"),
    ("{rule: fraction_of_vertex_height, fraction: 0.3}", "{rule: longest_section, fraction: 0.3}", "fraction", "no"),
    ("{rule: fraction_of_vertex_height, fraction: 0.3}", "{rule: height}", "`level`", "the key `height_mm`"),
    ("{rule: fraction_of_vertex_height, fraction: 0.3}", "0.3", "`level`", "the keys rule"),
    ("diagonal_angle_degrees: 30", "diagonal_angle_degrees: [30]", "line 10", "5 to 85"),
    ("diagonal_angle_degrees: 30", "diagonal_angle_degrees: 90", "line 10", "5 to 85"),
    ("[sellion, tragion_left, tragion_right]", "[]", "`landmarks`", "at least one"),
    ("[sellion, tragion_left, tragion_right]", "[sellion, tragion_left]", "`landmarks`", "all of"),
    ("[sellion, tragion_left, tragion_right]", "[glabella]", "`landmarks[0]`", "one of sellion"),
    ("calvaria/protocol/1", "calvaria/protocol/9", "`schema`", "calvaria/protocol/1"),
    ("name: mine", "name: [mine]", "`name`", "a text"),
  ])
  func aWrongProtocolIsExplained(_ part: String, _ wrong: String, _ place: String, _ says: String) throws {
    let text = Self.good.replacingOccurrences(of: part, with: wrong)
    #expect(text != Self.good)
    let error = #expect(throws: FileError.self) { try MeasurementProtocol.parse(text, file: "mine.yaml") }
    let message = "\(try #require(error))"
    #expect(message.hasPrefix("mine.yaml, "), "\(message)")
    #expect(message.contains(place), "\(message)")
    #expect(message.contains(says), "\(message)")
    #expect(error?.kind == .badConfiguration)
  }

  @Test(arguments: ["", "- a list\n", "[", "just words\n", "3\n"]) func whatIsNoMappingIsRefused(text: String) {
    #expect(throws: FileError.self) { try MeasurementProtocol.parse(text, file: "f") }
    #expect(throws: FileError.self) { try SeverityScale.parse(text, file: "f") }
    #expect(throws: FileError.self) { try NormTable.parse(text, file: "f") }
  }

  @Test(arguments: [
    ("[]", "`levels`", "at least one"), ("[{above: 3}]", "`levels`", "at least two"),
    ("[{below: 3}, {below: 3}, {above: 3}]", "`levels[1].below`", "above 3"),
    ("[{below: 6}, {below: 3}, {above: 3}]", "`levels[1].below`", "above 6"),
    ("[{below: 6}, {above: 5}]", "`levels[1].above`", "6, where the level before ends"),
    ("[{below: 6, up_to: 6}, {above: 6}]", "`levels[0]`", "either"), ("[{}, {above: 6}]", "`levels[0]`", "either"),
    ("[{below: .nan}, {above: 6}]", "`levels[0].below`", "a number"),
    ("[{below: 6}, {below: 7}]", "`levels[1].below`", "`levels[1]"), ("3", "`levels`", "a list"),
  ])
  func aWrongScaleIsExplained(_ levels: String, _ place: String, _ says: String) throws {
    let text = """
      schema: calvaria/scale/2
      name: mine
      version: "1"
      title: "Mine"
      source: "me"
      measure: cva
      unit: mm
      diagonals: 30
      method: surface
      levels: \(levels)
      """
    let error = #expect(throws: FileError.self) { try SeverityScale.parse(text, file: "mine.yaml") }
    let message = "\(try #require(error))"
    #expect(message.contains(place), "\(message)")
    #expect(message.contains(says), "\(message)")
    #expect(throws: FileError.self) {
      try SeverityScale.parse(text.replacingOccurrences(of: "unit: mm", with: "unit: inch"), file: "f")
    }
  }
}

/// What a scale says of the diagonals that it is for.
@Suite struct ScaleDiagonalsTests {
  private func parse(_ lines: String, measure: String = "cva", unit: String = "mm") throws -> SeverityScale {
    try SeverityScale.parse(
      """
      schema: calvaria/scale/2
      name: mine
      version: "1"
      title: "Mine"
      source: "me"
      measure: \(measure)
      unit: "\(unit)"
      method: calliper
      \(lines)
      levels: [{below: 3, advice: wait}, {above: 3}]
      """, file: "mine.yaml")
  }

  @Test func theDiagonalsOfAFile() throws {
    #expect(try parse("diagonals: 30").diagonals == .angle(30))
    #expect(try parse("diagonals: not_stated").diagonals == .notStated)
    for points in ["brow to nape", "left eurion"] {
      #expect(try parse("diagonals: \"\(points)\"").diagonals == .points(points))
    }
    #expect(try parse("", measure: "width").diagonals == nil)
    #expect(try parse("diagonals: 30").method == .calliper && parse("diagonals: 30").advice == [1: "wait"])
  }

  @Test(arguments: [
    ("", "cva", "`diagonals`"), ("diagonals: 3", "cva", "from 5 to 85"), ("diagonals: 86", "cva", "from 5 to 85"),
    ("diagonals: .nan", "cva", "from 5 to 85"), ("diagonals: [30]", "cva", "from 5 to 85"),
    ("diagonals: \"\"", "cva", "`diagonals`"),
    ("diagonals: 30 degrees", "cva", "from 5 to 85"), ("diagonals: \"  \"", "cva", "from 5 to 85"),
    ("diagonals: 30", "width", "no `diagonals`"),
  ]) func wrongDiagonalsAreExplained(_ line: String, _ measure: String, _ says: String) throws {
    let error = #expect(throws: FileError.self) { try parse(line, measure: measure) }
    let message = "\(try #require(error))"
    #expect(message.contains(says), "\(message)")
  }

  /// A file of before says nothing of diagonals, and is not guessed at.
  @Test func aScaleOfBeforeIsRefused() throws {
    let choa = SharedMaterial.packageRoot.appendingPathComponent("Datasets/scales/choa.yaml")
    let text = try String(contentsOf: choa, encoding: .utf8).replacingOccurrences(of: "scale/2", with: "scale/1")
    #expect(throws: FileError.self) { try SeverityScale.parse(text, file: "old.yaml") }
  }
}

/// Names that the catalogues have to know, in every language.
@Suite struct MeasureWordsTests {
  @Test(arguments: Language.allCases) func everyNameHasItsWords(_ language: Language) {
    let terms = language.catalogue.terms
    for name in MeasureName.allCases {
      #expect(terms["measure"]?[name.rawValue] != nil, "\(name)")
      #expect(terms["definition"]?[name.rawValue] != nil, "\(name)")
    }
    for landmark in Landmark.allCases { #expect(terms["landmark"]?[landmark.rawValue] != nil) }
    for landmark in Landmark.required {
      let finding = Finding(.landmarksNoFace).about([landmark])
      #expect(!finding.remedy(language).contains("{"), "\(landmark)")
    }
    for side in [FlattenedSide.none, .unknown, .leftPosterior, .rightPosterior] {
      #expect(terms["flattened"]?[side.rawValue] != nil)
    }
    for region in HeadRegion.allCases { #expect(terms["place"]?[region.rawValue] != nil) }
    for region in VaultRegion.allCases { #expect(terms["place"]?[region.rawValue] != nil) }
    for sex in Sex.allCases { #expect(terms["sex"]?[sex.rawValue] != nil) }
    for advice in SeverityScale.builtIn.flatMap(\.advice.values) {
      #expect(terms["level_advice"]?[advice] != nil)
    }
    for group in ReferenceGroup.builtIn { #expect(terms["population"]?[group.population] != nil) }
    for method in MeasuringMethod.allCases { #expect(terms["method"]?[method.rawValue] != nil) }
    for statistic in ReferenceGroup.Statistic.allCases { #expect(terms["statistic"]?[statistic.rawValue] != nil) }
    for method in RegistrationMethod.allCases { #expect(terms["registration"]?[method.rawValue] != nil) }
    for distance in [HeadFrameError.Distance.tragions, .sellion] {
      #expect(terms["distance"]?[distance.rawValue] != nil)
    }
    for centre in MeasurementProtocol.Centre.allCases { #expect(terms["centre"]?[centre.rawValue] != nil) }
    for axis in MeasurementProtocol.APAxis.allCases { #expect(terms["axis"]?[axis.rawValue] != nil) }
    for z in [-1.0, 0, 2] {
      for x in [-1.0, 0, 1] {
        for y in [-1.0, 0.01, 1] { #expect(terms["place"]?[PlaceText.place([x, y, z])] != nil) }
      }
    }
  }
}
