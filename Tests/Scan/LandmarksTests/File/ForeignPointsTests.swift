import Diagnostics
import Files
import Foundation
import Geometry
import PointClouds
import Testing

@testable import Landmarks

/// Landmarks that were picked in 3D Slicer and in MeshLab.
@Suite struct ForeignPointsTests {
  func parse(_ text: String) throws -> LandmarkFile { try LandmarkFile.parse(Data(text.utf8), name: "l.json") }

  static func markups(_ system: String = "LPS", label: String = "Tragion Left", unit: String = "mm") -> String {
    """
    {"@schema": "x", "markups": [{"type": "Fiducial", "coordinateSystem": "\(system)", "coordinateUnits": "\(unit)",
      "controlPoints": [
       {"id": "1", "label": "sellion", "position": [1, 70, 3], "positionStatus": "defined"},
       {"id": "2", "label": "\(label)", "position": [-60, 2, 4]},
       {"id": "3", "label": "vertex", "position": [0, 0, 0], "positionStatus": "undefined"}]}]}
    """
  }

  /// The mesh of a file is LPS to 3D Slicer, unless the file says RAS.
  @Test func readsMarkups() throws {
    let file = try parse(Self.markups())
    #expect(Set(file.entries.keys) == [.sellion, .tragionLeft])
    #expect(try file.points()[.sellion] == [0.001, 0.07, 0.003])
    #expect(try file.points(unit: .metres)[.tragionLeft] == [-0.06, 0.002, 0.004])
    #expect(try file.points(isRAS: true)[.sellion] == [-0.001, -0.07, 0.003])
    let other = try parse(Self.markups("RAS"))
    #expect(try other.points()[.sellion] == [-0.001, -0.07, 0.003])
    #expect(try other.points(isRAS: true)[.sellion] == [0.001, 0.07, 0.003])
  }

  @Test(arguments: [("LPS", 1.0), ("1", 1), ("RAS", -1), ("0", -1)]) func readsLists(_ system: String, sign: Double)
    throws
  {
    let file = try parse(
      """
      # Markups fiducial file version = 4.11
      # CoordinateSystem = \(system)
      # columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID
      vtkMRMLMarkupsFiducialNode_0,1.0,70.0,3.0,0,0,0,1,1,1,0,sellion,,

      vtkMRMLMarkupsFiducialNode_1,-60,2,4,0,0,0,1,1,1,0,tragion_left,,

      """)
    #expect(try file.points()[.sellion] == Vector3(sign * 0.001, sign * 0.07, 0.003))
    #expect(try file.points()[.tragionLeft] == Vector3(sign * -0.06, sign * 0.002, 0.004))
  }

  static func picked(_ points: String) -> String {
    "<!DOCTYPE PickedPoints>\n<PickedPoints>\n <DocumentData/>\n\(points)</PickedPoints>\n"
  }

  /// The numbers are those of the mesh, in its unit.
  @Test func readsPickedPoints() throws {
    let file = try parse(
      Self.picked(
        """
         <point x="1" y="70" z="3e0" name="sellion" active="1"/>
         <point active="1" name="tragion-left" z="4" y="2" x="-60"/>
         <point x="0" y="0" z="0" name="vertex" active="0"/>
         <!-- <point x="0" y="0" z="0" name="nose_tip" active="1"/> -->
        """))
    #expect(Set(file.entries.keys) == [.sellion, .tragionLeft])
    #expect(try file.points()[.sellion] == [0.001, 0.07, 0.003])
    let inches = try #require(file.points(unit: .inches)[.sellion])
    #expect((inches - [0.0254, 1.778, 0.0762]).length < 1e-12)
    #expect(try file.points(unit: .centimetres, isRAS: true)[.tragionLeft] == [-0.6, 0.02, 0.04])
  }

  @Test(arguments: [
    markups("IJK"), markups(unit: "m"), markups(label: "sellion"), markups(label: "F-1"), markups(label: ""),
    markups().replacingOccurrences(of: "[1, 70, 3]", with: "[1, 70]"),
    markups().replacingOccurrences(of: "[1, 70, 3]", with: "[1, 70, \"3\"]"),
    markups().replacingOccurrences(of: "[1, 70, 3]", with: "[1, 70, 1e9]"),
    "# Markups fiducial file version = 4.11\na,1,x,3,0,0,0,1,1,1,0,sellion,,\n",
    "# Markups fiducial file version = 4.11\na,1,nan,3,0,0,0,1,1,1,0,sellion,,\n",
    "# CoordinateSystem = 7\n", "# CoordinateSystem = LPS\n", "<PickedPoint/>", "<PickedPoints></PickedPoints>",
    picked("<point x=\"1\" y=\"2\" name=\"sellion\"/>"),
    picked("<point x=\"1\" y=\"2\" z=\"inf\" name=\"sellion\"/>"), picked("<point x=\"1\" y=\"2\" z=\"3\"/>"),
  ]) func whatIsNoLandmarkIsRefused(_ text: String) {
    let error = #expect(throws: FileError.self) { try parse(text) }
    #expect(error?.kind == .badConfiguration)
  }

  /// As editors and other systems leave them: marks, blanks first, other line ends, UTF-16, other quotes.
  @Test func filesThatWereSavedAgainAreRead() throws {
    let points = Self.picked("<point x='1' y='70' z='3' name='sellion'/>")
    let list =
      "# Markups fiducial file version = 4.11\n# CoordinateSystem = LPS\n1,1,70,3,0,0,0,1,1,1,0,\"sellion\",\"a, b\",\n"
    for text in [points, list] {
      let texts = ["\u{feff}" + text, "\n \n" + text, text.replacingOccurrences(of: "\n", with: "\r")]
      for data in texts.map({ Data($0.utf8) }) + [text.data(using: .utf16)!] {
        let file = try LandmarkFile.parse(data, name: "l.json")
        #expect(try file.points()[.sellion] == [0.001, 0.07, 0.003])
      }
    }
    let bare = Data(list.split(separator: "\n").last!.utf8)
    #expect(try LandmarkFile.parse(bare, name: "F.fcsv").points()[.sellion] == [0.001, 0.07, 0.003])
    // Early lists number the systems.
    let numbered = Self.markups().replacingOccurrences(of: "\"LPS\"", with: "0")
    #expect(try parse(numbered).points()[.sellion] == [-0.001, -0.07, 0.003])
  }

  /// Lines and points are named by where they stand, the first one at 1 and 0.
  @Test(
    arguments: [
      ("# CoordinateSystem = LPS\n# CoordinateSystem = 7\n", "line 2"),
      ("# Markups fiducial file version = 4.11\n\na,1,2,3,0,0,0,1,1,1,0,elbow,,\n", "line 3"),
      (
        picked("<point x=\"1\" y=\"2\" z=\"3\" name=\"sellion\"/><point x=\"1\" y=\"2\" z=\"3\" name=\"elbow\"/>"),
        "point[1]"
      ),
      (markups(label: "elbow"), "markups[0].controlPoints[1]"),
    ])
  func faultsAreNamedByTheirPlace(text: String, place: String) {
    let error = #expect(throws: FileError.self) { try parse(text) }
    #expect(error?.subject.contains(place) == true, "\(error?.description ?? "")")
  }

  /// Without a system, markups are in LPS; without a unit, in millimetres.
  @Test func markupsMayBePlain() throws {
    let text = #"{"markups": [{"controlPoints": [{"label": "sellion", "position": [1, 70, 3]}]}]}"#
    let file = try parse(text)
    #expect(file.numbers == .lps)
    #expect(try file.points()[.sellion] == [0.001, 0.07, 0.003])
    // A list of something else has no points.
    let two = text.replacingOccurrences(of: "{\"markups\": [", with: "{\"markups\": [{\"type\": \"Line\"}, ")
    #expect(try parse(two).points()[.sellion] == [0.001, 0.07, 0.003])
  }

  /// In a list of points of two numbers, no sign is turned before they are refused.
  @Test(arguments: ["LPS", "RAS"]) func twoCoordinatesAreTooFew(system: String) {
    let text = Self.markups(system).replacingOccurrences(of: "[1, 70, 3]", with: "[1, 70]")
    let error = #expect(throws: FileError.self) { try parse(text) }
    #expect(error?.subject.contains("controlPoints[0]") == true, "\(error?.description ?? "")")
  }

  /// Points of another XML are none of MeshLab's, though they look like them.
  @Test func anotherXMLIsRefused() {
    let points = "<point x=\"1\" y=\"70\" z=\"3\" name=\"sellion\"/>"
    for text in ["<svg>\(points)</svg>", points, "<PickedPoint>\(points)</PickedPoint>"] {
      let error = #expect(throws: FileError.self) { try parse(text) }
      #expect(error?.kind == .badConfiguration)
    }
  }

  /// Names have letters of either case, digits and more; values any letters between their quotes, and the first of two counts.
  @Test func tagsHaveNamesAndValues() throws {
    let file = try parse(
      Self.picked(
        "<Point name='sellion' x='9' y='9' z='9'/>"
          + "<point x2='5' X='5' x = '1' y=\"70\" z=3 z='3' name='SELLION' name='vertex'/>"))
    #expect(Set(file.entries.keys) == [.sellion])
    #expect(try file.points()[.sellion] == [0.001, 0.07, 0.003])
  }

  /// Coordinates up to a hundred metres, in millimetres.
  @Test(arguments: [("1e5", true), ("-1e5", true), ("100001", false)]) func coordinatesAreNotEndless(
    z: String, isOne: Bool
  ) {
    let text = Self.picked("<point x=\"1\" y=\"2\" z=\"\(z)\" name=\"sellion\"/>")
    #expect(((try? parse(text)) != nil) == isOne)
  }

  /// A megabyte of unfinished comments or points is looked at once.
  @Test(arguments: ["<!--", "<point ", "<point x=", "<point x='", "<", "<point x=\"1\" "]) func bombsEndSoon(
    _ part: String
  ) {
    let text = "<PickedPoints>" + String(repeating: part, count: 1_000_000 / part.count)
    #expect(throws: FileError.self) { try parse(text) }
  }

  @Test func pointsThatOthersUseNameThoseThatAreNeeded() {
    for text in [
      #"{"landmarks": {"nasion": {"point_mm": [1, 2, 3]}}}"#, Self.markups(label: "Nasion"),
    ] {
      let error = #expect(throws: FileError.self) { try parse(text) }
      #expect(error?.problem.hasPrefix("expected sellion, the deepest point of the skin over the nasal root") == true)
    }
    for text in [
      #"{"landmarks": {"sellion": {"point_mm": [1, 2, 3]}, "tragus_left": {"point_mm": [1, 2, 3]}}}"#,
      Self.markups(label: "left tragus"),
    ] {
      let error = #expect(throws: FileError.self) { try parse(text) }
      #expect(error?.problem.hasPrefix("expected tragion_left and tragion_right") == true)
    }
  }
}
