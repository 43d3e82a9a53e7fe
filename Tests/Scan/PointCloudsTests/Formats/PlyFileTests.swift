import Diagnostics
import Foundation
import Geometry
import Testing

@testable import PointClouds

@Suite struct PlyFileTests {
  static let square = """
    ply
    format ascii 1.0
    comment made by hand
    obj_info scanner 7
    element material 1
    property list uchar int tags
    element vertex 4
    property uchar red
    property double z
    property list uchar short ids
    property float x
    property uchar green
    property int y
    property uchar blue
    property float confidence
    element face 1
    property uchar flags
    property list uchar uint vertex_index
    end_header
    2 5 6
    10 0.5 1 9 0 20 0 30 1.5
    10 0.5 0 1 20 0 30 1.5
    10 0.5 0 1e0 20 1 30 1.5
    10 0.5 0 0 20 1 30 2.5
    7 4 0 1 2 3

    """

  /// Every other triangle of a strip winds the other way round; −1 ends one.
  @Test func readsStrips() throws {
    let document = try read(
      """
      ply
      format ascii 1.0
      element vertex 5
      property float x
      property float y
      property float z
      element tristrips 1
      property list int int vertex_indices
      end_header
      0 0 0
      1 0 0
      0 1 0
      1 1 0
      2 2 2
      9 0 1 2 3 -1 4 3 2 -1

      """)
    #expect(document.triangles == [[0, 1, 2], [2, 1, 3], [4, 3, 2]])
    let area = document.triangles.map { t in
      let p = document.positions
      return (p[Int(t.y)] - p[Int(t.x)]).cross(p[Int(t.z)] - p[Int(t.x)]).z
    }
    #expect(area[0] > 0)
    #expect(area[1] > 0)
  }

  @Test func namesADecimalComma() {
    let comma = Self.square.replacingOccurrences(of: "10 0.5 1 9", with: "10 0,5 1 9")
    let error = #expect(throws: MeshFileError.self) { try read(comma) }
    #expect(error?.problem == "expected a number, found \"0,5\", which has a decimal comma")
  }

  /// It keeps its number, so that those behind it keep theirs.
  @Test func countsVerticesThatAreNotFiniteWhereNoFaceUsesThem() throws {
    let unused = Self.square.replacingOccurrences(of: "7 4 0 1 2 3", with: "7 3 0 1 3")
      .replacingOccurrences(of: "10 0.5 0 1e0 20 1 30 1.5", with: "10 nan 0 1e0 20 inf 30 1.5")
      .replacingOccurrences(of: "property int y", with: "property float y")
    let document = try read(unused)
    #expect(document.strangeVertices == 1)
    #expect(document.positions.count == 4)
    #expect(document.triangles == [[0, 1, 3]])
    let used = unused.replacingOccurrences(of: "7 3 0 1 3", with: "7 3 0 1 2")
    #expect(throws: MeshFileError.notFinite(file: "a.ply", vertex: 2)) { try read(used) }
    let cloud = unused.replacingOccurrences(of: "element face 1", with: "element face 0")
      .replacingOccurrences(of: "7 3 0 1 3", with: "")
    #expect(throws: MeshFileError.notFinite(file: "a.ply", vertex: 2)) { try read(cloud) }
  }

  /// A count that is too small leaves the last records unread.
  @Test(arguments: ["element face 1", "element vertex 4", "element material 1"]) func refusesWhatNoRecordClaims(
    _ line: String
  ) {
    let fewer = line.dropLast() + "\(Int(String(line.last!))! - 1)"
    #expect(throws: MeshFileError.self) { try read(Self.square.replacingOccurrences(of: line, with: fewer)) }
  }

  @Test func refusesNumbersBehindTheLastRecord() throws {
    #expect(throws: MeshFileError.self) { try read(Self.square + "3 0 1 2\n") }
    _ = try read(Self.square + " \t\r\n\n")
    let binary = MeshFile.encode(SampleMesh.attributed, as: .ply, unit: .millimetres)
    _ = try MeshFile.decode(binary + Data(" \r\n".utf8), name: "a.ply")
    #expect(throws: MeshFileError.self) { try MeshFile.decode(binary + Data([0]), name: "a.ply") }
    let header = try #require(binary.firstRange(of: Data("element face 4".utf8)))
    var fewer = binary
    fewer[header.upperBound - 1] = UInt8(ascii: "3")
    #expect(throws: MeshFileError.self) { try MeshFile.decode(fewer, name: "a.ply") }
  }

  /// A zero byte ends a string of C: what stands behind it would be lost.
  @Test(arguments: ["0.5\0", "0.5\u{0}8", "\u{0}0.5", "0\u{0}.5"]) func refusesZeroBytesInNumbers(_ number: String) {
    #expect(throws: MeshFileError.self) {
      try read(Self.square.replacingOccurrences(of: "10 0.5 1 9", with: "10 \(number) 1 9"))
    }
  }

  @Test func readsAnyOrderAndSplitsPolygons() throws {
    let document = try read(Self.square)
    #expect(document.comments == ["made by hand", "scanner 7"])
    #expect(document.positions == [[0, 0, 0.5], [1, 0, 0.5], [1, 1, 0.5], [0, 1, 0.5]])
    #expect(document.triangles == [[0, 1, 2], [0, 2, 3]])
    #expect(document.colors.first == [10, 20, 30])
    #expect(document.weights == [1.5, 1.5, 1.5, 2.5])
    #expect(document.normals.isEmpty)
  }

  @Test func readsLineEndsAndTextsOfOtherSystems() throws {
    let texts = ["\r\n", "\r"].map { Data(Self.square.replacingOccurrences(of: "\n", with: $0).utf8) }
    for data in texts + [Self.square.data(using: .utf16)!] {
      #expect(try MeshFile.decode(data, name: "a.ply").triangles == [[0, 1, 2], [0, 2, 3]])
    }
  }

  @Test(arguments: [true, false]) func readsBothByteOrders(bigEndian: Bool) throws {
    func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      withUnsafeBytes(of: bigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
    }
    var data = Data(
      """
      ply
      format \(bigEndian ? "binary_big_endian" : "binary_little_endian") 1.0
      element vertex 3
      property double x
      property short y
      property float z
      element face 1
      property list ushort uchar vertex_indices
      end_header

      """.utf8)
    for i in 0..<3 {
      data += bytes((Double(i) + 0.1).bitPattern) + bytes(Int16(-300 * i)) + bytes(Float(2.5).bitPattern)
    }
    data += bytes(UInt16(3)) + [0, 1, 2]
    let document = try MeshFile.decode(data, name: "a.ply")
    #expect(document.positions == [[0.1, 0, 2.5], [1.1, -300, 2.5], [2.1, -600, 2.5]])
    #expect(document.triangles == [[0, 1, 2]])
  }

  /// Lines of old Macs end with a byte that numbers may hold, too: read as a text, they would become others.
  @Test func refusesBinaryNumbersBehindLinesOfOldMacs() throws {
    let header = [
      "ply", "format binary_little_endian 1.0", "element vertex 30", "property float x", "property float y",
      "property float z", "end_header", "",
    ]
    // Bytes of 0x0D, and none of 0x0A.
    let body = Data((0..<30).flatMap { _ in [13, 13, 13, 65, 0, 0, 128, 63, 13, 0, 0, 64] as [UInt8] })
    let new = Data(header.joined(separator: "\n").utf8) + body
    #expect(try MeshFile.decode(new, name: "a.ply").positions[29].x == Double(Float(bitPattern: 0x410D_0D0D)))
    let old = Data(header.joined(separator: "\r").utf8) + body
    #expect(throws: MeshFileError.self) { try MeshFile.decode(old, name: "a.ply") }
  }

  @Test(arguments: [
    ("4\nproperty uchar red", "4000000\nproperty uchar red"),
    ("4\nproperty uchar red", "99999999999\nproperty uchar red"),
    ("element vertex 4", "element vertex -4"), ("4 0 1 2 3", "4 0 1 2 4"), ("4 0 1 2 3", "4 0 1 2 -1"),
    ("4 0 1 2 3", "2 0 1"), ("4 0 1 2 3", "250 0 1"), ("4 0 1 2 3", "-1"), ("4 0 1 2 3", "3 0 1 1.5"),
    ("4 0 1 2 3", "4 0 1"), ("10 0.5 0 0 20", "10 nan 0 0 20"), ("10 0.5 0 0 20", "10 inf 0 0 20"),
    ("10 0.5 0 0 20", "10 left 0 0 20"), ("property double z", "property double w"),
    ("property double z", "property half z"),
    ("format ascii 1.0\n", ""), ("format ascii", "format binary"), ("end_header", "end"),
    ("element vertex 4", "vertex 4"),
    ("ascii", "binary_big_endian"), ("element material 1\nproperty list uchar int tags", "element material 1"),
  ]) func refusesHostileFiles(original: String, hostile: String) throws {
    try #require(Self.square.contains(original))
    let failure = #expect(throws: MeshFileError.self) {
      try read(Self.square.replacingOccurrences(of: original, with: hostile))
    }
    #expect(failure?.kind == .badData)
  }

  @Test func refusesEveryTruncation() {
    let data = MeshFile.encode(SampleMesh.attributed, as: .ply, unit: .millimetres)
    for length in 4..<data.count {
      #expect(throws: MeshFileError.self) { try MeshFile.decode(data.prefix(length), name: "a.ply") }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func survivesDamagedBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var data = MeshFile.encode(SampleMesh.attributed, as: .ply, unit: .millimetres)
    for _ in 0..<4 { data[Int.random(in: 4..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
    guard let document = try? MeshFile.decode(data, name: "a.ply") else { return }
    let isFinite = document.positions.allSatisfy { $0.isFinite }
    let isInRange = document.triangles.allSatisfy { $0.max() < document.positions.count && $0.min() >= 0 }
    #expect(isFinite)
    #expect(isInRange)
  }

  @Test func refusesNoVertices() {
    let text =
      "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
    #expect(throws: MeshFileError.noVertices(file: "a.ply")) { try read(text) }
  }

  private func read(_ text: String) throws -> MeshDocument { try MeshFile.decode(Data(text.utf8), name: "a.ply") }

  /// Three points of three numbers take 17 characters without a line end behind the last, or nine bytes; with one less they
  /// can't be there.
  @Test func countsAreComparedWithTheBytesThatFollow() throws {
    let header = { (format: String, type: String) in
      "ply\nformat \(format) 1.0\nelement vertex 3\nproperty \(type) x\nproperty \(type) y\nproperty \(type) z\nend_header\n"
    }
    let text = header("ascii", "float") + "0 0 0 1 0 0 0 1 0"
    #expect(try read(text).positions == [[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    let binary = Data(header("binary_little_endian", "uchar").utf8) + Data([0, 0, 0, 1, 0, 0, 0, 1, 0])
    #expect(try MeshFile.decode(binary, name: "a.ply").positions == [[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    let records = FindingValue.phrase("records", ["count": .count(3), "element": .text("vertex")])
    for (data, left) in [(Data(text.utf8), 16), (binary, 8)] {
      #expect(
        throws: MeshFileError.truncated(
          file: "a.ply", expected: records, found: .phrase("bytes_in_all", ["count": .count(left)]))
      ) { try MeshFile.decode(data.dropLast(), name: "a.ply") }
    }
  }

  /// Lines of Windows before binary numbers, and the mark of UTF-8 before all.
  @Test func readsBinaryNumbersBehindLinesOfWindows() throws {
    let header = [
      "ply", "format binary_little_endian 1.0", "comment made by hand", "element vertex 1", "property uchar x",
      "property uchar y", "property uchar z", "end_header", "",
    ]
    for end in ["\n", "\r\n"] {
      for mark in ["", "\u{FEFF}"] {
        let data = Data((mark + header.joined(separator: end)).utf8) + Data([13, 10, 7])
        let document = try MeshFile.decode(data, name: "a.ply")
        #expect(document.positions == [[13, 10, 7]])
        #expect(document.comments == ["made by hand"])
      }
    }
  }

  /// The first face that is wrong, and the number that is.
  @Test(arguments: [("3 0 1 9", 9), ("3 -1 1 2", -1), ("3 0 1 4", 4)]) func namesTheIndexThatIsOutOfRange(
    _ face: String, _ index: Int
  ) throws {
    let signed = Self.square.replacingOccurrences(
      of: "list uchar uint vertex_index", with: "list uchar int vertex_index")
    let error = #expect(throws: MeshFileError.self) {
      try read(signed.replacingOccurrences(of: "7 4 0 1 2 3", with: "7 " + face))
    }
    #expect(error == .indexOutOfRange(file: "a.ply", face: 0, index: index, vertices: 4))
    #expect(error?.message.problem.text().contains("3") == true)
  }

  /// A line that is no header's is shown up to its eightieth character.
  @Test func aLongLineIsCutWhereItIsShown() {
    let line = "strange " + String(repeating: "x", count: 80) + "yyyy"
    let error = #expect(throws: MeshFileError.self) { try read("ply\nformat ascii 1.0\n" + line + "\n") }
    guard case .malformed(_, _, _, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == .text("\"strange " + String(repeating: "x", count: 72) + "\""))
  }
}
