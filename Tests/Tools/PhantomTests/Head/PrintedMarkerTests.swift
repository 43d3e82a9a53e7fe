import Geometry
import Platform
import Testing

@testable import Phantom

@Suite struct PrintedMarkerTests {
  /// The ink by the exact place in the print, at points on and near the tangent plane, edges of cells among them.
  @Test(arguments: [4, 6, 7]) func theInkIsThatOfItsPlace(cells: Int) {
    let seed: UInt64 = 51
    var generator = SeededGenerator(seed: seed)
    let bits = (0..<cells).map { _ in (0..<cells).map { _ in generator.uniform() < 0.5 } }
    let pose = RigidTransform(rotation: .rotation(generator.normal3()), translation: [0.03, -0.05, 0.02])
    let marker = PrintedMarker(id: 0, size: 0.016, bits: bits, pose: pose)
    #expect(abs(marker.quietZone - 0.016 / Double(cells + 2)) < 1e-15)
    var seen: [PrintedMarker.Ink?: Int] = [:]
    for k in 0..<40_000 {
      var place = Vector2(generator.uniform() - 0.5, generator.uniform() - 0.5) * 0.030
      let cell = 0.016 / Double(cells + 2)
      if k % 3 == 0 { place.x = (place.x / cell).rounded() * cell + (generator.uniform() - 0.5) * 1e-8 }
      let depth = -(generator.uniform() - 0.1) * place.length * (k % 5 == 0 ? 2 : 0.3)
      let point = pose * Vector3(place.x, place.y, depth)
      let ink = marker.ink(at: point)
      #expect(ink == Self.ink(of: marker, at: point), "seed \(seed), point \(point)")
      seen[ink, default: 0] += 1
    }
    #expect(seen.count == 3 && seen.values.allSatisfy { $0 > 3000 })
  }

  private static func ink(of marker: PrintedMarker, at point: Vector3) -> PrintedMarker.Ink? {
    let offset = point - marker.pose.translation
    guard offset.dot(offset) < marker.size * marker.size else { return nil }
    let place = marker.place(of: point) / marker.size + 0.5
    let cells = Double(marker.bits.count + 2)
    let column = (place.x * cells).rounded(.down)
    let row = ((1 - place.y) * cells).rounded(.down)
    guard column >= -1, row >= -1, column <= cells, row <= cells else { return nil }
    guard column >= 0, row >= 0, column < cells, row < cells else { return .white }
    let inner = marker.bits.indices
    guard inner.contains(Int(row) - 1), inner.contains(Int(column) - 1) else { return .black }
    return marker.bits[Int(row) - 1][Int(column) - 1] ? .white : .black
  }
}
