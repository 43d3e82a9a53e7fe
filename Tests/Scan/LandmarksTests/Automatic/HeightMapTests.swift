import Foundation
import Geometry
import PointClouds
import Testing

@testable import Landmarks

/// Maps of heights, each part against its closed form.
@Suite struct HeightMapTests {
  /// A map of no surface with heights by column and row.
  private static func map(_ columns: Int, _ rows: Int, step: Double = 0.001, _ height: (Int, Int) -> Double)
    -> HeightMap
  {
    let half = Vector2(Double(columns / 2), Double(rows / 2)) * step
    let map = HeightMap(
      HeadSurface(positions: [], triangles: []), origin: .zero, across: [1, 0, 0], along: [0, 1, 0],
      towards: [0, 0, 1], extent: half, step: step)
    return map.with(heights: map.heights.indices.map { height($0 % map.width, $0 / map.width) })
  }

  /// A level rectangle at a height, seen from above.
  private static func sheet(_ low: Vector2, _ high: Vector2, _ height: Double) -> Mesh {
    Mesh(
      positions: [
        [low.x, low.y, height], [high.x, low.y, height], [high.x, high.y, height], [low.x, high.y, height],
      ], triangles: [[0, 1, 2], [0, 2, 3]])
  }

  private static func seen(_ sheets: [Mesh], extent: Vector2 = [0.006, 0.005]) -> HeightMap {
    var all = Mesh()
    for sheet in sheets {
      let first = Int32(all.positions.count)
      all.positions += sheet.positions
      all.triangles += sheet.triangles.map { $0 &+ first }
    }
    return HeightMap(
      HeadSurface(positions: all.positions, triangles: all.triangles), origin: .zero, across: [1, 0, 0],
      along: [0, 1, 0], towards: [0, 0, 1], extent: extent, step: 0.001)
  }

  /// What ends at places of the grid is seen there, and nothing beside it.
  @Test func aSurfaceIsSeenUpToItsRim() {
    let map = Self.seen([Self.sheet([-0.003, -0.002], [0.004, 0.003], 0.002)])
    for row in 0..<map.height {
      for column in 0..<map.width {
        let isSeen = (-3...4).contains(column - 6) && (-2...3).contains(row - 5)
        #expect(map[column, row].isFinite == isSeen, "\(column) \(row)")
        if isSeen { #expect(abs(map[column, row] - 0.002) < 1e-9) }
      }
    }
    // A surface that reaches beyond the map, or lies beside it.
    #expect(Self.seen([Self.sheet([-1, -1], [1, 1], 0.01)]).heights.allSatisfy { abs($0 - 0.01) < 1e-9 })
    #expect(Self.seen([Self.sheet([0.0075, -1], [1, 1], 0.01)]).heights.allSatisfy { $0.isNaN })
  }

  /// Of several surfaces the highest counts, in whatever order they come; not what lies more than 60 mm below, or above where
  /// the look begins, at 120 mm.
  @Test func theOutermostSurfaceIsSeen() {
    let sheets = [
      Self.sheet([-0.01, -0.01], [0.01, 0.01], 0.002), Self.sheet([-0.0025, -0.0025], [0.0025, 0.0025], 0.007),
      Self.sheet([-0.01, -0.01], [0.01, 0.01], -0.03), Self.sheet([-0.01, -0.01], [0.01, 0.01], 0.125),
    ]
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 1, 0, 3]] {
      let map = Self.seen(order.map { sheets[$0] })
      for row in 0..<map.height {
        for column in 0..<map.width {
          let isUpper = abs(column - 6) < 3 && abs(row - 5) < 3
          #expect(abs(map[column, row] - (isUpper ? 0.007 : 0.002)) < 1e-9, "\(order)")
        }
      }
    }
    #expect(Self.seen([Self.sheet([-0.01, -0.01], [0.01, 0.01], -0.059)]).heights.allSatisfy { $0.isFinite })
    #expect(Self.seen([Self.sheet([-0.01, -0.01], [0.01, 0.01], -0.061)]).heights.allSatisfy { $0.isNaN })
  }

  /// Nothing lies beyond the map's sides, and heights between places end there.
  @Test func nothingIsKnownBeyondTheSides() {
    let map = Self.map(9, 7) { Double($0) + 10 * Double($1) }
    #expect(map[8, 6] == 68)
    for (column, row) in [(-1, 3), (9, 3), (4, -1), (4, 7)] { #expect(map[column, row].isNaN, "\(column) \(row)") }
    #expect(abs(map.height(at: [0.004, 0.003]) - 68) < 1e-9)
    #expect(abs(map.height(at: [-0.0015, 0.0022]) - (2.5 + 52)) < 1e-9)
    for place in [Vector2(0.0041, 0), [-0.0041, 0], [0, 0.0031], [0, -0.0031]] {
      #expect(map.height(at: place).isNaN, "\(place)")
    }
    let point = map.point(at: [0.002, -0.001])
    #expect((point - Vector3(0.002, -0.001, 6 + 20)).length < 1e-9)
    #expect((map.point(at: [0.002, -0.001], height: 0.5) - Vector3(0.002, -0.001, 0.5)).length < 1e-12)
  }

  /// What was scanned of a block, and of a disc; outside the map nothing was.
  @Test func whatWasScannedIsCounted() {
    let map = Self.map(9, 7) { column, row in column < 3 || row == 6 ? .nan : 1 }
    #expect(map.scanned(columns: 2...5, rows: 3...6) == 9.0 / 16)
    #expect(map.scanned(columns: 7...10, rows: -1...1) == 4.0 / 12)
    // Discs of a place and its neighbours: with all of them, beside the missing columns, and in the row that is missing.
    #expect(map.coverage(about: [0, 0], radius: 0.0011) == 1)
    #expect(map.coverage(about: [-0.001, 0], radius: 0.0011) == 4.0 / 5)
    #expect(map.coverage(about: [0.003, 0.003], radius: 0.0011) == 1.0 / 4)
    #expect(map.coverage(about: [0.1, 0], radius: 0.0011) == 0)
  }

  /// A single height spreads like a Gaussian along both axes that ends at 2.5 standard deviations; near the sides, what would
  /// lie beyond them is left out of the mean.
  @Test(arguments: [(10, 6), (1, 5), (20, 0), (7, 11)]) func smoothingIsAGaussian(column: Int, row: Int) {
    // 2.5 · 1.3 / 1 = 3.25, so four places to either side.
    let sigma = 0.0013
    let map = Self.map(21, 13) { $0 == column && $1 == row ? 1 : 0 }.smoothed(sigma)
    let weight = { (steps: Int) -> Double in
      abs(steps) > 4 ? 0 : exp(-0.5 * Double(steps * steps) * 1e-6 / (sigma * sigma))
    }
    for y in 0..<13 {
      for x in 0..<21 {
        let across = (0..<21).reduce(0.0) { $0 + weight($1 - x) }
        let along = (0..<13).reduce(0.0) { $0 + weight($1 - y) }
        let expected = weight(column - x) * weight(row - y) / (across * along)
        #expect(abs(map[x, y] - expected) < 1e-12, "\(x) \(y)")
      }
    }
  }

  /// What was not scanned has no part in the mean, and stays so; a place all by itself keeps its height.
  @Test func holesStayHoles() {
    let isSeen = { (column: Int, row: Int) in (column + 2 * row) % 5 != 0 && column < 14 || column == 19 && row == 2 }
    let map = Self.map(21, 13) { isSeen($0, $1) ? ($0 == 19 ? 7 : 3) : .nan }.smoothed(0.001)
    for row in 0..<13 {
      for column in 0..<21 {
        let expected = column == 19 ? 7.0 : 3
        #expect(isSeen(column, row) ? abs(map[column, row] - expected) < 1e-12 : map[column, row].isNaN)
      }
    }
  }

  /// A hole is closed by a membrane: over x² − y², which is one, by that itself.
  @Test func aClosedHoleIsAMembrane() {
    let isHole = { (x: Int, y: Int) in
      (8...11).contains(x) && (5...7).contains(y) && !(x == 8 && y == 5) || x == 3 && y == 9
    }
    let height = { (x: Int, y: Int) -> Double in Double(x * x - y * y + 3 * x + y) }
    let map = Self.map(21, 13) { isHole($0, $1) ? .nan : height($0, $1) }
    let filled = map.filled(upTo: 11.5e-6)
    for y in 0..<13 { for x in 0..<21 { #expect(abs(filled[x, y] - height(x, y)) < 1e-6, "\(x) \(y)") } }
    // 11 places are too many for 10 mm²; one is not. A hole that reaches the rim is none.
    let some = map.filled(upTo: 10e-6)
    #expect(some[9, 6].isNaN)
    #expect(abs(some[3, 9] - height(3, 9)) < 1e-9)
    let open = Self.map(9, 7) { column, row in column == 0 && row == 3 ? .nan : 1 }
    #expect(open.filled(upTo: 1)[0, 3].isNaN)
  }

  /// Places are neighbours where they share a side; a part is all that can be reached over neighbours.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func partsAreConnected(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let map = Self.map(11, 7) { _, _ in 0 }
    for index in map.heights.indices {
      let expected = map.heights.indices.filter {
        abs($0 % 11 - index % 11) + abs($0 / 11 - index / 11) == 1
      }
      #expect(map.neighbours(index).sorted() == expected)
    }
    let isIn = map.heights.indices.map { _ in random.uniform() < 0.55 }
    let parts = map.parts { isIn[$0] }
    #expect(parts.joined().sorted() == isIn.indices.filter { isIn[$0] }, "each place once")
    // By labels that spread until they rest.
    var labels = Array(isIn.indices)
    for _ in 0..<77 {
      for i in labels.indices where isIn[i] {
        for k in map.neighbours(i) where isIn[k] { labels[i] = min(labels[i], labels[k]) }
      }
    }
    #expect(parts.count == Set(isIn.indices.filter { isIn[$0] }.map { labels[$0] }).count, "seed \(seed)")
    for part in parts { #expect(Set(part.map { labels[$0] }).count == 1, "seed \(seed)") }
  }

  /// The side of a head is a polynomial of degree three: over one, only what stands out of it rises, also where the surface has
  /// no part in the fit.
  @Test func onlyWhatStandsOutRises() throws {
    let unit = 0.015
    let smooth = { (p: Vector2) -> Double in
      let (x, y) = (p.x / unit, p.y / unit)
      let low = 0.004 + 0.002 * x - 0.003 * y + 0.005 * x * x - 0.002 * x * y + 0.004 * y * y
      return low + 0.001 * x * x * x - 0.0015 * x * x * y + 0.002 * x * y * y + 0.0012 * y * y * y
    }
    let isEar = { (p: Vector2) in (p - Vector2(0.003, -0.002)).length < 0.0042 }
    let place = { (column: Int, row: Int) in Vector2(Double(column - 15), Double(row - 11)) * 0.001 }
    let map = Self.map(31, 23) { column, row in
      if column == 4 && row == 5 { return .nan }
      let p = place(column, row)
      return smooth(p) + (isEar(p) ? 0.008 : p.y < -0.0095 ? 0.02 : 0)
    }
    // Rows from −9 mm on, less the place that was not scanned.
    let fitted = 31 * 21 - 1
    let look = { (fewest: Int) in
      map.rise(
        unit: unit, overFewest: fewest, within: { $0.y > -0.0095 }, without: { ($0 - [0.003, -0.002]).length < 0.003 })
    }
    let rise = try #require(look(fitted - 1))
    #expect(look(fitted) == nil)
    for row in 0..<23 {
      for column in 0..<31 where column != 4 || row != 5 {
        let p = place(column, row)
        let expected = isEar(p) ? 0.008 : p.y < -0.0095 ? 0.02 : 0
        #expect(abs(rise[column, row] - expected) < 1e-6, "\(column) \(row)")
      }
    }
    #expect(rise[4, 5].isNaN)
    // Where all is left out, nothing can be fitted.
    #expect(map.rise(unit: unit, overFewest: 0, within: { _ in true }, without: { _ in true }) == nil)
  }
}
