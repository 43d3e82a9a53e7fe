import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// A shared scan with the true surface and what an independent program (trimesh, SciPy's running means and hull) measures
/// on it.
struct TruthScan: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: [MeasureName: Double]
  let flattened: FlattenedSide

  var testDescription: String { name }

  static let all = [
    TruthScan(
      name: "practice_a",
      expected: [
        .length: 146.8567, .width: 120.3427, .cranialIndex: 81.9457, .circumference: 428.9762, .perimeter: 429.0015,
        .diagonalLeftFront: 139.3404, .diagonalRightFront: 146.8726, .cva: 7.5322, .cvai: 5.1284, .cvaiShorter: 5.4056,
        .earShift: -3.2649, .axisDifference: -1.7554,
      ], flattened: .rightPosterior),
    TruthScan(
      name: "practice_b",
      expected: [
        .length: 150.0584, .width: 122.3695, .cranialIndex: 81.5479, .circumference: 435.7264, .perimeter: 435.7482,
        .diagonalLeftFront: 151.3832, .diagonalRightFront: 138.8781, .cva: 12.5051, .cvai: 8.2606, .cvaiShorter: 9.0044,
        .earShift: 5.0107, .axisDifference: 2.6825,
      ], flattened: .leftPosterior),
  ]

  private struct Truth: Decodable { let landmarksMm: [String: [Double]] }

  /// The true surface and landmarks, in metres.
  func load() throws -> (Mesh, HeadLandmarks) {
    let folder = SharedMaterial.folder.appendingPathComponent("scans/\(name)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let truth = try decoder.decode(Truth.self, from: Data(contentsOf: folder.appendingPathComponent("truth.json")))
    let points = truth.landmarksMm.map { (Landmark(rawValue: $0)!, Vector3($1[0], $1[1], $1[2]) / 1000) }
    let mesh = try MeshFile.read(folder.appendingPathComponent("truth_surface.ply")).mesh(unit: .millimetres)
    return (
      mesh, HeadLandmarks(Dictionary(uniqueKeysWithValues: points), standardDeviation: 0.0015)
    )
  }
}
