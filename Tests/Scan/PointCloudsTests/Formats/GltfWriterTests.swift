import Foundation
import Geometry
import Testing

@testable import PointClouds

@Suite struct GltfWriterTests {
  private let data = try! MeshFile.glb(SampleMesh.attributed, comments: ["unit m", "Kopf"])

  /// The text of the file, and the numbers behind it.
  private func parts() throws -> (root: [String: Any], numbers: Data) {
    func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(data[at + $1]) << (8 * $1) } }
    #expect(data.prefix(4) == Data("glTF".utf8) && word(4) == 2 && word(8) == data.count)
    let length = word(12)
    #expect(length % 4 == 0 && data[16..<20] == Data("JSON".utf8))
    let root = try JSONSerialization.jsonObject(with: data[20..<(20 + length)]) as? [String: Any]
    #expect(word(20 + length) == data.count - 28 - length)
    return (try #require(root), data.dropFirst(28 + length))
  }

  @Test func theReaderHasTheSameSurface() throws {
    let mesh = SampleMesh.attributed
    let document = try MeshFile.decode(data, name: "a.glb")
    #expect(document.positions == mesh.positions)
    #expect(document.triangles == mesh.triangles)
    #expect(document.prescribedUnit == .metres)
  }

  @Test func positionsAreRoundedToSinglePrecision() throws {
    var mesh = SampleMesh.attributed
    mesh.positions = mesh.positions.map { $0 / 3 + 0.1 }
    let document = try MeshFile.decode(try MeshFile.glb(mesh), name: "a.glb")
    #expect(document.positions == mesh.positions.map { Vector3(SIMD3<Float>($0)) })
  }

  /// The format demands the bounds of positions, and that each begins at a multiple of four.
  @Test func theTextTellsTheNumbers() throws {
    let (root, numbers) = try parts()
    let accessors = try #require(root["accessors"] as? [[String: Any]])
    #expect(accessors[0]["min"] as? [Double] == [0, -0.125, -0.75])
    #expect(accessors[0]["max"] as? [Double] == [0.5, 0.25, 0])
    #expect(accessors.map { $0["count"] as? Int } == [4, 4, 4, 12])
    let views = try #require(root["bufferViews"] as? [[String: Any]])
    #expect(views.allSatisfy { ($0["byteOffset"] as? Int ?? 1) % 4 == 0 })
    #expect(views.compactMap { $0["byteLength"] as? Int }.reduce(0, +) == numbers.count)
    let asset = try #require(root["asset"] as? [String: Any])
    #expect((asset["extras"] as? [String: Any])?["comments"] as? [String] == ["unit m", "Kopf"])
  }

  /// Light by sRGB's formula: 128 is 0.21586, 255 is all, 7 lies on the straight part.
  @Test func coloursAreLinear() throws {
    let (_, numbers) = try parts()
    let start = numbers.startIndex + 4 * 12 + 4 * 12
    func light(_ vertex: Int, _ channel: Int) -> Int {
      let at = start + 8 * vertex + 2 * channel
      return Int(numbers[at]) | Int(numbers[at + 1]) << 8
    }
    #expect((0..<4).map { light(0, $0) } == [65535, 0, 139, 65535])
    #expect(abs(Double(light(2, 0)) / 65535 - 0.2158605) < 1e-5)
  }

  @Test func whatIsNotKnownIsNotWritten() throws {
    let mesh = Mesh(positions: SampleMesh.attributed.positions, triangles: SampleMesh.attributed.triangles)
    let text = String(decoding: try MeshFile.glb(mesh), as: UTF8.self)
    #expect(!text.contains("NORMAL") && !text.contains("COLOR_0"))
    #expect(throws: EncodingError.self) { try MeshFile.glb(Mesh()) }
  }

  @Test func normalsAreUnitVectors() throws {
    var mesh = SampleMesh.attributed
    mesh.normals[0] = .zero
    mesh.normals[1] = [0, 1.25, 0]
    mesh.normals[2] = [1.5, -2, 6]
    mesh.normals[3] = [0.1, 0.2, -0.2]
    let file = try MeshFile.glb(mesh)
    let numbers = file.suffix(4 * (12 + 12 + 8) + 48)
    let normals = (0..<4).map { vertex in
      (0..<3).map { axis in
        let at = numbers.startIndex + 48 + 12 * vertex + 4 * axis
        return Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(numbers[at + $1]) << UInt32(8 * $1) })
      }
    }
    // The third is 6.5 long, the last 0.3: that is none.
    let expected: [[Float]] = [[0, 1, 0], [0, 1, 0], [1.5 / 6.5, -2 / 6.5, 6 / 6.5], [0, 1, 0]]
    #expect(normals == expected)
  }

  /// No more blanks fill the text up to a multiple of four bytes than it takes.
  @Test func theTextIsFilledWithUpToThreeBlanks() throws {
    for length in 0..<4 {
      let file = try MeshFile.glb(SampleMesh.attributed, comments: [String(repeating: "x", count: length)])
      let text = (0..<4).reduce(0) { (sum: Int, k: Int) in sum | Int(file[12 + k]) << (8 * k) }
      #expect(text % 4 == 0)
      #expect(file[(20 + text - 4)..<(20 + text)].contains { $0 != 32 }, "\(length)")
    }
  }
}
