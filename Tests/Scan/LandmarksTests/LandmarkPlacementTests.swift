import Diagnostics
import Geometry
import PointClouds
import Testing

@testable import Landmarks

/// How far off a surface a landmark may lie, by what the mesh explains.
@Suite struct LandmarkPlacementTests {
  /// A square of 40 mm with a hole of 12 mm in its middle, edges of `spacing` along its sides.
  private static func sheet(spacing: Double = 0.001) throws -> HeadSurface {
    let n = Int((0.02 / spacing).rounded())
    var mesh = Mesh()
    for j in -n...n { for i in -n...n { mesh.positions.append([Double(i) * spacing, Double(j) * spacing, 0]) } }
    for j in -n..<n {
      for i in -n..<n where (Vector2(Double(i) + 0.5, Double(j) + 0.5) * spacing).length > 0.006 {
        let a = Int32((j + n) * (2 * n + 1) + i + n)
        mesh.triangles += [[a, a + 1, a + Int32(2 * n + 2)], [a, a + Int32(2 * n + 2), a + Int32(2 * n + 1)]]
      }
    }
    return try HeadSurface(mesh)
  }

  private static func landmarks(
    _ place: Vector3, deviation: Double = 0.001, source: LandmarkSource = .picked
  ) -> HeadLandmarks {
    HeadLandmarks([.sellion: LandmarkEstimate(position: place, standardDeviation: deviation, source: source)])
  }

  @Test func whatTheMeshExplainsPasses() throws {
    let sheet = try Self.sheet()
    let (inside, overTheHole) = (Vector3(0.0135, 0.0003, 0), Vector3(0, 0, 0))
    // Three deviations and the diagonal of a cell: 4.4 mm.
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(inside + [0, 0, 0.004])) }
    let error = #expect(throws: LandmarkPlacementError.self) {
      try sheet.check(Self.landmarks(inside + [0, 0, 0.005]))
    }
    guard case .offSurface(.sellion, let distance, let reach) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(distance - 0.005) < 1e-9)
    #expect(abs(reach - (0.003 + 0.001 * 2.0.squareRoot())) < 1e-9)
    // A landmark that is hardly known, a coarse mesh, a hole below it, and an ear that a program looked below.
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(inside + [0, 0, 0.007], deviation: 0.002)) }
    #expect(throws: Never.self) { try Self.sheet(spacing: 0.004).check(Self.landmarks(inside + [0, 0, 0.008])) }
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(overTheHole + [0, 0, 0.007])) }
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(inside - [0, 0, 0.008], source: .automatic)) }
    // Nothing explains a centimetre.
    for place in [inside, overTheHole] {
      let far = Self.landmarks(place + [0, 0, 0.011], deviation: 0.005, source: .automatic)
      #expect(throws: LandmarkPlacementError.self) { try sheet.check(far) }
    }
  }

  @Test func aLandmarkALittleOffIsMentioned() throws {
    let (sheet, inside) = (try Self.sheet(), Vector3(0.0135, 0.0003, 0))
    #expect(sheet.remarks(on: Self.landmarks(inside + [0, 0, 0.0029])).isEmpty)
    let remarks = sheet.remarks(on: Self.landmarks(inside + [0, 0, 0.0034]))
    #expect(remarks.map(\.code) == [.landmarksBesideSurface] && remarks[0].severity == .note)
    #expect(abs((remarks[0].values["distance_mm"]?.figure ?? 0) - 3.4) < 1e-6)
    #expect(sheet.remarks(on: Self.landmarks(inside + [0, 0, 0.0034], source: .automatic)).isEmpty)
  }
}
