import Diagnostics
import Foundation
import Testing

@testable import PointClouds

@Suite struct ObjFileTests {
  @Test func readsEveryFormOfAFace() throws {
    let document = try read(
      """
      # exported by a scanner
      mtllib a.mtl
      v 0 0 0
      v 1 0 0
      v 1 1 0 1.0
      v 0 1 0
      vt 0 0
      vn 0 0 1
      f 1 2 3 4
      f 1/1 2/1 3/1
      f 1//1 2//1 3//1
      f -4/1/-1 -3/1/-1 -1/1/-1
      """)
    #expect(document.triangles == [[0, 1, 2], [0, 2, 3], [0, 1, 2], [0, 1, 2], [0, 1, 3]])
    #expect(document.normals == Array(repeating: [0, 0, 1], count: 4))
    #expect(document.comments == ["exported by a scanner"])
  }

  @Test func remarksNeedNoBlank() throws {
    let document = try read("#made by  hand\n# \n#\n#x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    #expect(document.comments == ["made by hand", "", "", "x"])
  }

  /// A remark that ends with a backslash, such as a path, is not one of them.
  @Test(arguments: ["\n", "\r\n"]) func readsLinesThatGoOnInTheNext(_ end: String) throws {
    let text = ["# C:\\heads\\", "v 0 \\", "0 0", "v 1 0 0", "v 1 1\\", " 0", "f 1 \\", "\\", "2 3", ""]
    let document = try read(text.joined(separator: end))
    #expect(document.positions == [[0, 0, 0], [1, 0, 0], [1, 1, 0]])
    #expect(document.triangles == [[0, 1, 2]])
    let error = #expect(throws: MeshFileError.self) { try read("v 0 0 \\\nx\n") }
    #expect(error == .malformed(file: "a.obj", place: .line(2), expected: .phrase("a_number"), found: .text("\"x\"")))
  }

  @Test func namesADecimalComma() {
    let error = #expect(throws: MeshFileError.self) { try read("v 0,25 0 0\nf 1 1 1") }
    #expect(error?.problem == "expected a number, found \"0,25\", which has a decimal comma")
    // A comma between numbers is none.
    let between = #expect(throws: MeshFileError.self) { try read("v 0.25, 0 0\nf 1 1 1") }
    #expect(between?.problem == "expected a number, found \"0.25,\"")
  }

  @Test func readsTextsOfOtherSystems() throws {
    let text = "v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nf 1 2 3\r\n"
    let old = text.replacingOccurrences(of: "\r\n", with: "\r")
    for data in [Data(("\u{FEFF}" + text).utf8), Data(old.utf8), text.data(using: .utf16)!] {
      #expect(try MeshFile.decode(data, name: "a.obj").positions.count == 3)
    }
  }

  @Test func dropsNormalsThatNotEveryVertexHas() throws {
    let document = try read("v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\nf 1//1 2 3")
    #expect(document.normals.isEmpty)
  }

  @Test(arguments: [
    "v 0 0\nf 1 1 1", "v 0 0 0\nf 1 1 2", "v 0 0 0\nf 0 1 1", "v 0 0 0\nf -2 1 1", "v 0 0 0\nf 1 1", "v 0 0 x\nf 1 1 1",
    "v 0 0 inf\nf 1 1 1", "v 0 0 0\nf 1 1 99999999999", "v 0 0 0\nf 1 1 -9223372036854775808", "", "f 1 2 3",
    "v 0 0 0\nf 1/ 1/ /", "v 1 2 3 4 5 6 7 8\nf 1 1 1",
  ]) func refusesHostileFiles(text: String) {
    let failure = #expect(throws: MeshFileError.self) { try read(text) }
    #expect(failure?.kind == .badData)
  }

  private func read(_ text: String) throws -> MeshDocument { try MeshFile.decode(Data(text.utf8), name: "a.obj") }

  /// Bare shapes are written without normals and colours, and numbered from 1.
  @Test func bareMeshesAreWrittenAsTheyAre() throws {
    let mesh = Mesh(positions: [[0, 0, 0], [0.5, 0, 0], [0, 0.25, 0]], triangles: [[0, 1, 2], [2, 1, 0]])
    let text = String(decoding: MeshFile.encode(mesh, as: .obj, unit: .metres), as: UTF8.self)
    #expect(text == "v 0.0 0.0 0.0\nv 0.5 0.0 0.0\nv 0.0 0.25 0.0\nf 1 2 3\nf 3 2 1\n")
  }

  @Test func saysHowManyNumbersAndWhichWord() {
    let few = #expect(throws: MeshFileError.self) { try read("v 0 0\nf 1 1 1") }
    let range = FindingValue.phrase("numbers", ["low": .count(3), "high": .count(7)])
    #expect(few == .malformed(file: "a.obj", place: .line(1), expected: range, found: .count(2)))
    let word = #expect(throws: MeshFileError.self) { try read("v 0 0 0\nf 1 1 abcdefghijklmnopqrstuvwxyz") }
    let shown = FindingValue.text("\"abcdefghijklmnopqrst\"")
    #expect(word == .malformed(file: "a.obj", place: .line(2), expected: .phrase("an_index"), found: shown))
    let number = #expect(throws: MeshFileError.self) { try read("v 0 0 abcdefghijklmnopqrstuvwxyz") }
    #expect(number == .malformed(file: "a.obj", place: .line(1), expected: .phrase("a_number"), found: shown))
  }

  /// Signs, and a backslash that ends the file or stands in a word.
  @Test func readsSignsAndLoneBackslashes() throws {
    let document = try read("v -12.5 +3 -0.25\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# \\")
    #expect(document.positions[0] == [-12.5, 3, -0.25])
    for end in ["\\", "\\\r", " \\", "\\x"] {
      #expect(throws: MeshFileError.self, "\(end)") { try read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\(end)") }
    }
  }
}
