import Foundation
import TestSupport
import Testing

@testable import PointClouds

@Suite struct StlFileTests {
  static let text = """
    solid head of a phantom
      facet normal 0 0 1
        outer loop
          vertex 0 0 0
          vertex 1.5 0 0
          vertex 0 2e1 0
        endloop
      endfacet
      facet normal 0 0 1
        outer loop
          vertex 0 2e1 0
          vertex 1.5 0 -0.0
          vertex 3 3 3
        endloop
      endfacet
    endsolid
    """

  @Test func readsText() throws {
    let document = try MeshFile.decode(Data(Self.text.utf8), name: "a.stl")
    #expect(document.positions == [[0, 0, 0], [1.5, 0, 0], [0, 20, 0], [3, 3, 3]])
    #expect(document.triangles == [[0, 1, 2], [2, 1, 3]])
    #expect(document.comments == ["head of a phantom"])
  }

  /// Remarks or nothing before the first `solid`, the line ends of old Macs, and Windows' UTF-16.
  @Test(arguments: [
    Data(("# exported on a Monday\n" + text).utf8),
    Data(text.split(separator: "\n").dropFirst().joined(separator: "\n").utf8),
    Data(text.replacingOccurrences(of: "\n", with: "\r").utf8), text.data(using: .utf16)!,
  ])
  func readsTextOfOtherSystems(data: Data) throws {
    let document = try MeshFile.decode(data, name: "a.stl")
    #expect(document.positions == [[0, 0, 0], [1.5, 0, 0], [0, 20, 0], [3, 3, 3]])
    #expect(document.triangles.count == 2)
  }

  @Test func readsEverySolidOfAFile() throws {
    let other = Self.text.uppercased().replacingOccurrences(of: "VERTEX 3 3 3", with: "VERTEX 9 9 9")
    let document = try MeshFile.decode(Data((other + "\n" + Self.text).utf8), name: "a.stl")
    #expect(document.triangles.count == 4)
    #expect(document.positions.count == 5)
    #expect(!document.numbersVertices)
  }

  @Test(arguments: [
    ("vertex 3 3 3", "vertex 3 3"), ("vertex 3 3 3", ""), ("vertex 3 3 3", "vertex 3 3 nan"), ("endsolid", ""),
    ("vertex 3 3 3", "vertex 3 3 x"), ("solid head", "\u{0}olid head"),
  ]) func refusesHostileText(original: String, hostile: String) {
    #expect(throws: MeshFileError.self) {
      try MeshFile.decode(Data(Self.text.replacingOccurrences(of: original, with: hostile).utf8), name: "a.stl")
    }
  }

  @Test func readsBinaryThatBeginsWithSolid() throws {
    var data = MeshFile.encode(SampleMesh.attributed, as: .stl, unit: .millimetres)
    data.replaceSubrange(0..<5, with: Data("solid".utf8))
    let document = try MeshFile.decode(data, name: "a.stl")
    #expect(document.triangles.count == 4)
  }

  /// NaN equals nothing: merged by hash, each such corner would be compared with all those before it.
  @Test(.timeLimit(.minutes(1)), arguments: [Float.nan, .infinity]) func refusesCoordinatesThatAreNoNumbers(
    _ bad: Float
  ) {
    let count = 100_000
    var bytes = LittleEndianBytes()
    bytes.append([UInt8](repeating: 32, count: 80))
    bytes.append(UInt32(count))
    for _ in 0..<count {
      for _ in 0..<4 { bytes.append(SIMD3<Float>(repeating: bad)) }
      bytes.append([0, 0])
    }
    let start = processorSeconds()
    #expect(throws: MeshFileError.notFinite(file: "a.stl", vertex: 0)) {
      try MeshFile.decode(Data(bytes.bytes), name: "a.stl")
    }
    #expect(processorSeconds() - start < 2)
  }

  /// Blanks, a line without anything or the mark of UTF-8 before the text.
  @Test(arguments: ["\n", "\r\n  ", "\u{FEFF}"]) func readsTextThatBeginsLater(_ start: String) throws {
    #expect(try MeshFile.decode(Data((start + Self.text).utf8), name: "a.stl").triangles == [[0, 1, 2], [2, 1, 3]])
  }

  @Test(arguments: ["", "solid"], [1, 49, 92, 100]) func passesOverBytesBehindTheLastTriangle(
    _ title: String, _ count: Int
  ) throws {
    var data = MeshFile.encode(SampleMesh.attributed, as: .stl, unit: .millimetres)
    data.replaceSubrange(0..<title.utf8.count, with: Data(title.utf8))
    let document = try MeshFile.decode(data + Data(repeating: 65, count: count), name: "a.stl")
    #expect(document.triangles.count == 4)
  }

  @Test(arguments: [0, 255] as [UInt8], [0, 1, 49, 100]) func countsWhereTheProgramThatWroteItDidNot(
    _ byte: UInt8, _ more: Int
  ) throws {
    var data = MeshFile.encode(SampleMesh.attributed, as: .stl, unit: .millimetres)
    data.replaceSubrange(80..<84, with: [byte, byte, byte, byte])
    let document = try MeshFile.decode(data + Data(repeating: 65, count: more), name: "a.stl")
    #expect(document.triangles.count == 4)
  }

  /// A count that is too small would lose triangles.
  @Test func refusesTrianglesThatNoCountClaims() throws {
    var data = MeshFile.encode(SampleMesh.attributed, as: .stl, unit: .millimetres)
    data[80] = 3
    let error = #expect(throws: MeshFileError.self) { try MeshFile.decode(data, name: "a.stl") }
    #expect(error?.problem == "expected 234 bytes for 3 triangles, found 284 bytes for 4 triangles")
  }

  @Test func theHeaderHoldsWhatHasRoomOfComments() throws {
    let long = String(repeating: "x", count: 100)
    let data = MeshFile.encode(
      SampleMesh.attributed, as: .stl, unit: .millimetres, comments: ["SPACE=LPS", "Maß\n", long])
    #expect(data.starts(with: "SPACE=LPS; Ma   ; xxx".utf8))
    #expect(data.count == 284)
    #expect(try MeshFile.decode(data, name: "a.stl").triangles.count == 4)
  }

  /// The normals of faces are unit vectors outwards; a face without area has none.
  @Test func facesAreWrittenWithTheirNormals() throws {
    var mesh = Mesh(positions: [[0, 0, 0], [0.003, 0, 0], [0, 0.002, 0], [0, 0, -0.004]])
    mesh.triangles = [[0, 1, 2], [0, 2, 1], [0, 1, 3], [0, 2, 3], [1, 2, 3], [1, 1, 2]]
    let data = MeshFile.encode(mesh, as: .stl, unit: .millimetres)
    #expect(data.count == 84 + 6 * 50)
    #expect(StlReader.declaredSize([UInt8](data)) == 384)
    #expect(StlReader.declaredSize([UInt8](data.prefix(83))) == nil)
    let number = { (at: Int) -> Float in
      let bits = (0..<4).reduce(UInt32(0)) { (bits: UInt32, k: Int) in bits | UInt32(data[at + k]) << UInt32(8 * k) }
      return Float(bitPattern: bits)
    }
    let normals = (0..<6).map { (face: Int) -> SIMD3<Float> in
      let at = 84 + 50 * face
      return [number(at), number(at + 4), number(at + 8)]
    }
    #expect(normals[0] == [0, 0, 1])
    #expect(normals[1] == [0, 0, -1])
    #expect(normals[2] == [0, 1, 0])
    #expect(normals[3] == [-1, 0, 0])
    // (−3, 2, 0) × (−3, 0, −4) is (−8, −12, 6), of length √244.
    let slanted = SIMD3<Float>(-8, -12, 6) / Float(244).squareRoot()
    #expect((normals[4] - slanted).max() < 1e-6)
    #expect((normals[4] - slanted).min() > -1e-6)
    #expect(normals[5] == .zero)
    // The second corner of the first face.
    #expect([number(108), number(112), number(116)] == [3, 0, 0])
  }

  @Test func namesADecimalComma() {
    let text = Self.text.replacingOccurrences(of: "vertex 1.5", with: "vertex 1,5")
    let error = #expect(throws: MeshFileError.self) { try MeshFile.decode(Data(text.utf8), name: "a.stl") }
    #expect(error?.problem == "expected three coordinates, found \"1,5\", which has a decimal comma")
  }

  @Test func refusesWrongCounts() {
    var data = MeshFile.encode(SampleMesh.attributed, as: .stl, unit: .millimetres)
    #expect(throws: MeshFileError.self) { try MeshFile.decode(data.dropLast(), name: "a.stl") }
    data.replaceSubrange(80..<84, with: [255, 255, 255, 127])
    #expect(throws: MeshFileError.self) { try MeshFile.decode(data, name: "a.stl") }
    #expect(throws: MeshFileError.self) { try MeshFile.decode(Data(), name: "a.stl") }
    let none = MeshFile.encode(Mesh(), as: .stl, unit: .millimetres)
    #expect(throws: MeshFileError.noVertices(file: "a.stl")) { try MeshFile.decode(none, name: "a.stl") }
  }

  /// A face of a quarter of a square unit has a unit normal, too.
  @Test func smallFacesHaveUnitNormals() throws {
    let mesh = Mesh(positions: [[0, 0, 0], [0.0005, 0, 0], [0, 0, 0.0005]], triangles: [[0, 1, 2]])
    let data = MeshFile.encode(mesh, as: .stl, unit: .millimetres)
    // (0.5, 0, 0) × (0, 0, 0.5) is (0, −0.25, 0).
    let number = { (at: Int) -> Float in
      Float(
        bitPattern: (0..<4).reduce(UInt32(0)) { (bits: UInt32, k: Int) in bits | UInt32(data[at + k]) << UInt32(8 * k) }
      )
    }
    #expect([number(84), number(88), number(92)] == [0, -1, 0])
    // One triangle makes a file, of 134 bytes.
    #expect(data.count == 134 && StlReader.declaredSize([UInt8](data)) == 134)
    let document = try MeshFile.decode(data, name: "a.stl")
    #expect(document.positions == [[0, 0, 0], [0.5, 0, 0], [0, 0, 0.5]])
    #expect(document.triangles == [[0, 1, 2]])
  }
}
