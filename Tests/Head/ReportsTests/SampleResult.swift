import Analysis
import Foundation
import Geometry
import HeadViews
import Landmarks
import PointClouds
import TestSupport

@testable import Reports

/// A small head with every part of a result filled in.
enum SampleResult {
  /// A closed ellipsoid with a flattened right back; metres, in its head frame.
  static func mesh(without isCut: (Vector3) -> Bool = { _ in false }) -> Mesh {
    var mesh = Mesh.globe(rings: 60, spokes: 120) { direction in
      let fromFlat = (atan2(direction.y, direction.x) + 1.08) / 0.5
      return direction * Vector3(0.06, 0.075, 0.09) * (1 - 0.06 * exp(-fromFlat * fromFlat))
    }
    mesh.triangles.removeAll {
      isCut((mesh.positions[Int($0.x)] + mesh.positions[Int($0.y)] + mesh.positions[Int($0.z)]) / 3)
    }
    return mesh
  }

  static let landmarks = HeadLandmarks(
    [
      .sellion: [0, 0.073, 0], .tragionLeft: [-0.058, 0, 0], .tragionRight: [0.058, 0, 0], .noseTip: [0, 0.08, -0.02],
    ],
    standardDeviation: 0.001)

  /// Measured anew, with triangles cut out.
  static func measured(without isCut: (Vector3) -> Bool = { _ in false }) throws -> HeadMeasures {
    try HeadAnalysis.measure(mesh(without: isCut), landmarks: landmarks)
  }

  private static let whole = Result { try measured() }

  /// The measures of the whole head, taken once for all tests.
  static func measures() throws -> HeadMeasures { try whole.get() }

  static func result(_ measures: HeadMeasures) throws -> ScanResult {
    var result = ScanResult(measures)
    result.recording = .init(format: "TUM RGB-D", frames: 300, durationS: 9.97, width: 640, height: 480)
    result.markers = .init(
      expected: 46, seen: 44, coverage: 0.9565, missing: [5, 11],
      rejected: [.init(id: 7, reason: "seen twice in a frame: a stray print <b>& more</b>")],
      progress: [[0, 9], [0.4, 14], [1.1, 22], [2.3, 30], [4, 36], [6.1, 41], [8.2, 44]])
    result.depth = .init(validFraction: 0.871, headValidFraction: 0.973, markersInvalidFraction: 0.021)
    result.tracking = .init(framesUsed: 298, framesUsedFraction: 0.9933, reprojectionRmsPx: 0.41, closureMm: 0.22)
    result.calibration = .init(
      verdict: "ok", focalScale: .init(0.9985, ci95: 0.996...1.001), depthScale: .init(1.0002, ci95: nil))
    result.calibration?.depthFieldPeakMm = .init(0.91, ci95: nil)
    result.calibration?.depthCorrection = .init(
      depthMm: 262.1, meanMm: .init(-0.43, ci95: -2.1...1.24), addedMm: [[nil, -0.5], [-0.4, -0.4]])
    if let frame = measures.frame {
      let surface = try HeadSurface(mesh())
      result.surface = .init(
        SurfaceCoverage.measure(surface, frame: frame, landmarks: landmarks), holes: Hole.all(of: surface),
        headFromScan: frame.headFromScan, vertices: surface.positions.count, triangles: surface.triangles.count)
    }
    result.timingsS = ["markers": 3.2, "fusion": 2.5]
    result.provenance = .init(version: "0.1.0", inputs: ["cap.yaml": "ab12"], options: ["voxel_mm": "1.5"])
    return result
  }

  /// All that a report is made of; the pictures are no real ones.
  static func content(_ measures: HeadMeasures) throws -> ReportContent {
    var result = try result(measures)
    result.landmarks.points["sellion"]?.clicks = [
      .init(frame: "17.1", pixel: [3, 4], residualMm: 0.4, used: true),
      .init(frame: "17.2", pixel: [3, 4], residualMm: 6.5, used: false),
    ]
    result.pictures = .init(
      frames: .init(
        file: SheetName.frames, cellWidth: 240, cellHeight: 180, columns: 4,
        cells: (0..<6).map { .init(frame: "17.\($0)", timeS: Double($0), markers: 9 - $0, posed: $0 != 3) }),
      clicks: .init(
        file: SheetName.clicks, cellWidth: 144, cellHeight: 144, columns: 2,
        cells: ["17.1", "17.2"].map { .init(frame: $0, timeS: 1.25, landmark: "sellion") }))
    var content = ReportContent(result)
    content.section = SectionFile(measures)
    var head = mesh()
    head.weights = head.positions.map { Float(20 + 1000 * max(0, $0.z)) }
    content.head = try HeadScene.make(head, annotation: HeadAnnotation(measures), maps: [.coverage])
    content.sheets = [SheetName.frames: Data([0xFF, 0xD8, 1]), SheetName.clicks: Data([0xFF, 0xD8, 2])]
    return content
  }
}
