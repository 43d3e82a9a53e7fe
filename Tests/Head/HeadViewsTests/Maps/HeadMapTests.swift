import Diagnostics
import Geometry
import Platform
import PointClouds
import TestSupport
import Testing

@testable import HeadViews

@Suite struct HeadMapTests {
  @Test func aSymmetricHeadHasNoLeftRightDifference() throws {
    for seed in UInt64(1)...3 {
      var random = SeededGenerator(seed: seed)
      let headFromMesh = RigidTransform(
        rotation: .rotation(random.direction() * random.uniform()), translation: random.normal3() * 0.1)
      let map = try #require(try TestHead.scene(headFromMesh: headFromMesh)[.asymmetry])
      let known = map.values.filter(\.isFinite)
      // Rims have no counterpart.
      #expect(known.count >= map.values.count - 2 * TestHead.spokes, "seed \(seed)")
      #expect(known.allSatisfy { abs($0) < 1e-6 }, "seed \(seed)")
    }
  }

  @Test func aLargeMeshIsComparedWithItsReducedImage() throws {
    let mesh = TestHead.mesh(rings: 400)
    #expect(mesh.triangles.count > 120_000)
    let values = HeadMap.asymmetry(of: mesh, headFromMesh: .identity).values
    let known = values.filter { $0.isFinite }
    #expect(known.count >= values.count - 3 * TestHead.spokes)
    #expect(known.allSatisfy { abs($0) < 0.1 })
    // To its whole image a symmetric head has no distance at all.
    #expect(known.contains { abs($0) > 1e-4 })
    #expect((50_000...60_000).contains(HeadMap.mirrored(mesh).triangles.count))
    let small = TestHead.mesh(rings: 60)
    #expect(HeadMap.mirrored(small).triangles.count == small.triangles.count)
  }

  /// Both ends must be a range, and positive where the scale is logarithmic.
  @Test func aScaleWithoutEndsIsNoMap() async {
    #expect(HeadMap(.coverage, values: [], range: 0.5...1).range == 0.5...1)
    #expect(HeadMap(.distance, values: [], range: -2...1).range == -2...1)
    await #expect(processExitsWith: .failure) { _ = HeadMap(.distance, values: [], range: 1...1) }
    await #expect(processExitsWith: .failure) { _ = HeadMap(.coverage, values: [], range: 0...1) }
  }

  /// A ball beside the plane: each point lies |q − c| − r outside the ball, q being its mirror image; what lies farther off
  /// than 25 mm is not the same part of the head.
  @Test func whatLiesFarFromTheMirrorImageIsNotKnown() throws {
    let (centre, radius) = (Vector3(0.02, 0, 0), 0.03)
    let mesh = Mesh.globe(rings: 60, spokes: 120) { centre + $0 * radius }
    let map = HeadMap.asymmetry(of: mesh, headFromMesh: .identity)
    #expect(map.values.count == mesh.positions.count && map.range == -6...6)
    var (known, unknown) = (0, 0)
    for (position, value) in zip(mesh.positions, map.values) {
      let from = Vector3(-position.x, position.y, position.z) - centre
      let outside = 1000 * (from.length - radius)
      // At the poles triangles have no area.
      if abs(from.z) > 0.9 * from.length || abs(outside - 25) < 0.1 { continue }
      if outside > 25 {
        #expect(value.isNaN)
        unknown += 1
      } else {
        // Facets of 1.6 mm lie up to 2 · e² / 8 r, 0.02 mm, within the ball.
        #expect(abs(Double(value) - outside) < 0.04)
        known += 1
      }
    }
    #expect(known > 1000 && unknown > 1000)
  }

  @Test func uncertaintyIsNoiseOverWeightAndWhatLasts() throws {
    var mesh = Mesh(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    #expect(HeadMap.uncertainty(of: mesh) == nil)
    mesh.weights = [4, 1, 0, 9]
    #expect(HeadMap.uncertainty(of: mesh) == nil)
    mesh.deviations = [0.001, 0.0002, 0.001]
    #expect(HeadMap.uncertainty(of: mesh) == nil)
    mesh.deviations.append(0)
    let map = try #require(HeadMap.uncertainty(of: mesh))
    #expect(map.kind == .uncertainty && map.range == 0...0.5)
    // √(0.4175² / 4 + 0.3²), √(0.4175² + 0.06²), and a third of 0.4175.
    for (vertex, expected) in [(0, 0.365481), (1, 0.421789), (3, 0.139167)] as [(Int, Float)] {
      #expect(abs(map.values[vertex] - expected) < 1e-5)
    }
    #expect(map.values[2].isNaN)
    mesh.weights = []
    #expect(HeadMap.uncertainty(of: mesh) == nil)
  }

  @Test func coverageNeedsAWeightForEachVertex() throws {
    var mesh = Mesh(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    mesh.weights = [0, 0, 0]
    #expect(HeadMap.coverage(of: mesh) == nil)
    mesh.weights = [1, 2]
    #expect(HeadMap.coverage(of: mesh) == nil)
    mesh.weights = [-1, 0, 0.5]
    let values = try #require(HeadMap.coverage(of: mesh)).values
    #expect(values[0].isNaN && values[1] == 0 && values[2] == 0.5)
  }

  @Test func distancesAreMillimetres() {
    let map = HeadMap.distance([0.0015, .nan, -0.003], limit: 0.004)
    #expect(map.values[0] == 1.5 && map.values[1].isNaN && map.values[2] == -3)
    #expect(map.range == -4...4 && map.name == nil)
    #expect(map.position(of: -3) == 0.125 && map.position(of: -5) == 0 && map.position(of: 4.5) == 1)
  }

  @Test(arguments: [0.001, 0.003, 0.005]) func aBumpShowsItsHeightOnItsOwnSide(_ height: Double) throws {
    let mesh = TestHead.mesh(bump: height)
    let map = HeadMap.asymmetry(of: mesh, headFromMesh: .identity)
    let side = { (sign: Double) in
      mesh.positions.indices.filter { sign * mesh.positions[$0].x > 0.03 && map.values[$0].isFinite }
        .map { map.values[$0] }
    }
    // Facets of 2 mm lie up to e² / 8 r, 0.01 mm, within the ellipsoid.
    #expect(abs(Double(try #require(side(-1).max())) - 1000 * height) < 0.02)
    #expect(try #require(side(-1).min()) > -0.02)
    #expect(abs(Double(try #require(side(1).min())) + 1000 * height) < 0.02)
    #expect(try #require(side(1).max()) < 0.02)
  }

  @Test func theSidesOfADifferenceCancel() throws {
    // Mirroring the head swaps the sides of the map.
    let mesh = TestHead.mesh(bump: 0.004)
    var mirrored = mesh
    mirrored.positions = mesh.positions.map { [-$0.x, $0.y, $0.z] }
    mirrored.triangles = mesh.triangles.map { [$0.x, $0.z, $0.y] }
    let (a, b) = (
      HeadMap.asymmetry(of: mesh, headFromMesh: .identity), HeadMap.asymmetry(of: mirrored, headFromMesh: .identity)
    )
    for (x, y) in zip(a.values, b.values) where x.isFinite { #expect(abs(x - y) < 1e-6) }
  }

  @Test func coverageIsTheWeightOnALogarithmicScale() throws {
    let mesh = TestHead.mesh()
    let map = try #require(HeadMap.coverage(of: mesh))
    #expect(map.values == mesh.weights)
    #expect(map.range == 3...300)
    #expect(map.kind.isLogarithmic)
    #expect(abs(try #require(map.position(of: 30)) - 0.5) < 1e-12)
    #expect(map.position(of: 1) == 0)
    #expect(map.position(of: 1e9) == 1)
    #expect(map.position(of: .nan) == nil)
    #expect(HeadMap.coverage(of: Mesh(positions: mesh.positions, triangles: mesh.triangles)) == nil)
  }

  @Test func everyMapHasAName() {
    for kind in HeadMap.Kind.allCases {
      for language in Language.allCases {
        let map = HeadMap(kind, values: [], range: 1...2)
        #expect(!map.title(language).hasPrefix("head."))
        #expect(!kind.note(language).hasPrefix("head."))
      }
    }
    #expect(HeadMap.distance([], limit: 0.001, name: "B − A").title(.german) == "B − A")
  }

  @Test func ticksAreRound() {
    let ticks = { (kind: HeadMap.Kind, range: ClosedRange<Double>, language: Language) in
      HeadMap(kind, values: [], range: range).ticks(language)
    }
    #expect(ticks(.asymmetry, -6...6, .english).map(\.text) == ["≤ −6", "−3", "0", "+3", "≥ +6"])
    #expect(ticks(.distance, -5...5, .german).map(\.text) == ["≤ −5,0", "−2,5", "0", "+2,5", "≥ +5,0"])
    #expect(ticks(.uncertainty, 0...0.5, .german).map(\.text) == ["0", "0,1", "0,2", "0,3", "0,4", "≥ 0,5"])
    let coverage = ticks(.coverage, 3...300, .english)
    #expect(coverage.map(\.text) == ["≤ 3", "10", "30", "100", "≥ 300"])
    #expect(abs(coverage[2].place - 0.5) < 1e-9)
    #expect(coverage[0].place == 0)
    #expect(coverage[4].place == 1)
    // Ends that are no round numbers have no figure, steps of quarters and sixths no place with two decimals.
    #expect(ticks(.coverage, 2...500, .english).map(\.text) == ["3", "10", "30", "100", "300"])
    #expect(ticks(.coverage, 1...100, .english).map(\.text) == ["≤ 1", "3", "10", "30", "≥ 100"])
    #expect(ticks(.coverage, 0.5...20, .english).map(\.text) == ["1", "3", "10"])
    #expect(
      ticks(.asymmetry, -0.9...0.9, .english).map(\.text) == ["≤ −0.9", "−0.6", "−0.3", "0", "+0.3", "+0.6", "≥ +0.9"])
    #expect(ticks(.distance, -0.05...0.05, .english).map(\.text) == ["≤ −0.05", "0", "≥ +0.05"])
    #expect(ticks(.uncertainty, 0...1.6, .english).map(\.text) == ["0", "0.4", "0.8", "1.2", "≥ 1.6"])
  }

  /// Relative luminance of sRGB (IEC 61966-2-1).
  private func luminance(_ color: SIMD3<UInt8>) -> Double {
    let linear = (0..<3).map { k -> Double in
      let c = Double(color[k]) / 255
      return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test func colorsAreToldApartInGrey() {
    let values = { (scale: ColorScale) in
      stride(from: 0.0, through: 1, by: 0.02).map { self.luminance(scale.color(at: $0)) }
    }
    let sequential = values(.sequential)
    #expect(zip(sequential, sequential.dropFirst()).allSatisfy { $0 < $1 })
    let diverging = values(.diverging)
    #expect(zip(diverging[0...25], diverging[1...25]).allSatisfy { $0 < $1 })
    #expect(zip(diverging[25...], diverging[26...]).allSatisfy { $0 > $1 })
    #expect(ColorScale.diverging.color(at: 0.5) == [247, 247, 247])
    #expect(ColorScale.sequential.color(at: -1) == [0, 32, 76])
    #expect(ColorScale.sequential.color(at: 2) == [255, 233, 69])
    // Four tenths of the way between the first two of eleven colours.
    #expect(ColorScale.diverging.color(at: 0.04) == [16, 70, 127])
  }
}
