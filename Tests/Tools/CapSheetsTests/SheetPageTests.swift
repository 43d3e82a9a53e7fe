import Diagnostics
import Foundation
import Geometry
import Markers
import Testing

@testable import CapSheets

/// A page as its SVG draws it, in millimetres. Cairo rounds to 1/256.
struct DrawnPage {
  /// A line of text: where it begins, where each letter does, and the letters by their glyphs' names.
  struct Line {
    let start: Vector2
    var places: [Double] = []
    var glyphs: [String] = []
    var last: Double { places.last ?? start.x }
  }

  /// Strokes: their points (of curves those on the curve) and width.
  private(set) var strokes: [(points: [Vector2], width: Double)] = []
  /// Filled shapes with their shade, 0 for black; each the rectangles or rings that it is made of.
  private(set) var fills: [(parts: [[Vector2]], isBlack: Bool)] = []
  private(set) var lines: [Line] = []

  init(_ svg: Data) {
    let text = String(decoding: svg, as: UTF8.self)
    let body = text.components(separatedBy: "</defs>").last ?? text
    for element in body.split(separator: "<") {
      if element.hasPrefix("g ") { lines.append(Line(start: .zero)) }
      if element.hasPrefix("use "), let x = Double(Self.value("x", element)), let y = Double(Self.value("y", element)),
        var line = lines.popLast()
      {
        if line.glyphs.isEmpty { line = Line(start: [x, y]) }
        line.places.append(x)
        line.glyphs.append(Self.value("xlink:href", element))
        lines.append(line)
      }
      guard element.hasPrefix("path ") else { continue }
      let parts = Self.parts(Self.value("d", element))
      let style = Self.value("style", element)
      let own = style.components(separatedBy: "stroke-width:").dropFirst().first?.prefix { $0 != ";" }
      if let width = Double(own ?? Substring(Self.value("stroke-width", element))) {
        strokes += parts.map { ($0, width) }
      } else {
        fills.append((parts, (style + Self.value("fill", element)).contains("rgb(0%")))
      }
    }
    lines.removeAll { $0.glyphs.isEmpty }
  }

  /// An attribute of an element; empty where it has none such.
  private static func value(_ key: String, _ element: Substring) -> String {
    guard let start = element.range(of: " \(key)=\"")?.upperBound else { return "" }
    return String(element[start...].prefix { $0 != "\"" })
  }

  /// The parts of a path, of curves the points on them.
  private static func parts(_ path: String) -> [[Vector2]] {
    var (parts, command, numbers) = ([[Vector2]](), "", [Double]())
    for word in path.split(separator: " ") {
      guard let number = Double(word) else {
        (command, numbers) = (String(word), [])
        continue
      }
      numbers.append(number)
      guard numbers.count == (command == "C" ? 6 : 2) else { continue }
      let end = Vector2(numbers[numbers.count - 2], numbers[numbers.count - 1])
      if command == "M" { parts.append([end]) } else { parts[parts.count - 1].append(end) }
      numbers = []
    }
    return parts.filter { $0.count > 1 }
  }

  /// Black squares of a side: their upper left corners, in their order.
  func squares(_ side: Double) -> [Vector2] {
    fills.filter { $0.isBlack && $0.parts.count == 1 && Self.isSquare($0.parts[0], side) }.map { $0.parts[0][0] }
  }

  static func isSquare(_ points: [Vector2], _ side: Double) -> Bool {
    let wanted: [Vector2] = [[0, 0], [side, 0], [side, side], [0, side]]
    return points.count == 4 && zip(points, wanted).allSatisfy { ($0 - points[0] - $1).length < 0.01 }
  }

  /// Strokes of a width between two points.
  func has(line a: Vector2, _ b: Vector2, width: Double) -> Bool {
    strokes.contains {
      abs($0.width - width) < 1e-6 && $0.points.count == 2 && ($0.points[0] - a).length < 0.01
        && ($0.points[1] - b).length < 0.01
    }
  }

  /// Circles: centre, radius and the stroke's width; each is closed.
  var circles: [(centre: Vector2, radius: Double, width: Double)] {
    strokes.compactMap { points, width in
      guard points.count > 4, (points[0] - points[points.count - 1]).length < 0.02 else { return nil }
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      let centre = Vector2((xs.min()! + xs.max()!) / 2, (ys.min()! + ys.max()!) / 2)
      return (centre, (xs.max()! - xs.min()!) / 2, width)
    }
  }
}

/// Reads lines of text: a glyph is always the same letter.
final class GlyphReader {
  private var letters: [String: Character] = [:]
  /// Lines after which a text goes on in the next one, with the word that begins there.
  private var breaks: [(line: DrawnPage.Line, next: Substring)] = []

  /// How far each line that was read would reach with the next word. A number and its unit are one word, so lines before a number
  /// are left out.
  func reaches(on page: DrawnPage) -> [Double] {
    var advances: [Character: Double] = [:]
    for line in page.lines where breaks.contains(where: { $0.line.start == line.start }) {
      for (glyph, ends) in zip(line.glyphs, zip(line.places, line.places.dropFirst())) {
        if let letter = letters[glyph] { advances[letter] = ends.1 - ends.0 }
      }
    }
    return breaks.filter { $0.next.allSatisfy(\.isLetter) }.map { line, next in
      line.last + (line.glyphs.suffix(1).map { letters[$0]! } + " " + next).reduce(0) { $0 + (advances[$1] ?? 0) }
    }
  }

  /// Whether a text, broken into lines, begins at a place; lines are 4.6 mm apart. Its last base line.
  func read(_ text: String, in page: DrawnPage, at place: Vector2) -> Double? {
    var (rest, place, last) = (Substring(text), place, nil as Double?)
    while !rest.isEmpty {
      let line = page.lines.first { ($0.start - place).length < 0.01 }
      guard let line, line.glyphs.count <= rest.count else { return nil }
      for (glyph, character) in zip(line.glyphs, rest) {
        let letter: Character = character.isWhitespace ? " " : character
        guard letters[glyph, default: letter] == letter else { return nil }
        letters[glyph] = letter
      }
      rest = rest.dropFirst(line.glyphs.count)
      if let first = rest.first {
        guard first == " " else { return nil }
        rest = rest.dropFirst()
        breaks.append((line, rest.prefix { !$0.isWhitespace }))
      }
      (last, place.y) = (place.y, place.y + 4.6)
    }
    return last
  }
}

/// What is drawn on the sheets, and where.
@Suite struct SheetPageTests {
  private static let dictionary = MarkerDictionary(name: "DICT_4X4_100")!
  private let english = Language.english

  /// The white cells of a marker, by the rectangles that are filled over its square.
  private func cells(_ parts: [[Vector2]], _ origin: Vector2, _ cell: Double, _ count: Int) -> [[Bool]] {
    (0..<count).map { row in
      (0..<count).map { column in
        let middle = origin + Vector2(Double(column) + 1.5, Double(row) + 1.5) * cell
        return parts.contains { part in
          part.count == 4 && part[0].x < middle.x && part[0].y < middle.y && part[2].x > middle.x
            && part[2].y > middle.y
        }
      }
    }
  }

  private func checkRuler(_ page: DrawnPage, _ paper: Paper) {
    let (left, foot) = ((paper.sizeMm.x - paper.rulerMm) / 2, paper.sizeMm.y - 32)
    let length = Int(paper.rulerMm)
    #expect(page.has(line: [left, foot], [left + paper.rulerMm, foot], width: 0.2))
    for mm in 0...length {
      let isEnd = mm == 0 || mm == length
      let tick = isEnd ? 6.0 : mm % 10 == 0 ? 4 : mm % 5 == 0 ? 3 : 2
      let at = Vector2(left + Double(mm), foot)
      #expect(page.has(line: at, [at.x, foot - tick], width: isEnd ? 0.2 : 0.1), "\(mm)")
      #expect(page.has(line: at, [at.x, foot + 3], width: 0.2) == isEnd, "\(mm)")
      let numbers = page.lines.filter {
        abs($0.start.y - foot + tick + 1.2) < 0.01 && $0.start.x < at.x && $0.last > at.x - 3 && $0.last < at.x + 3
      }
      if mm % 20 == 0 || isEnd {
        #expect(numbers.contains { $0.glyphs.count == "\(mm)".count }, "\(mm)")
      }
    }
  }

  @Test(arguments: Paper.allCases) func aBoardStandsInTheMiddleOfItsSheet(_ paper: Paper) throws {
    let sheet = try BoardSheet(Self.dictionary, paper: paper)
    let page = DrawnPage(try sheet.svg())
    let (side, board) = (sheet.cap.markerSizeMm, try #require(sheet.cap.board))
    let squares = page.squares(side)
    try #require(squares.count == board.count)
    // Eight cells from one to the next, six of them its own; 30 mm above are free and 46 below.
    let step = side * 8 / 6
    let middle = Vector2(paper.sizeMm.x / 2, (30 + paper.sizeMm.y - 46) / 2)
    let first = middle - Vector2(Double(board.columns - 1), Double(board.rows - 1)) * (step / 2) - side / 2
    for (id, square) in squares.enumerated() {
      let wanted = first + Vector2(Double(id % board.columns), Double(id / board.columns)) * step
      #expect((square - wanted).length < 0.02, "\(id)")
    }
    #expect(first.x >= 12 && first.y >= 30)
    #expect(first.x - step / 2 < 12 && first.y - step / 2 < 30, "no other column or row fits")
    // White cells follow their square.
    var id = 0
    for (fill, white) in zip(page.fills, page.fills.dropFirst())
    where fill.isBlack && fill.parts.count == 1 && DrawnPage.isSquare(fill.parts[0], side) {
      #expect(!white.isBlack)
      let origin = fill.parts[0][0]
      let bits = try #require(Self.dictionary.bits(of: id))
      #expect(cells(white.parts, origin, side / 6, 4) == bits, "\(id)")
      // Runs overlap, so that no seam shows: nothing is smaller than a cell or larger than two.
      for part in white.parts {
        let size = (part[2] - part[0]) / (side / 6)
        #expect([1, 2].contains(size.x.rounded()) && [1, 2].contains(size.y.rounded()))
      }
      id += 1
    }
    #expect(id == board.count)
    checkRuler(page, paper)
    let reader = GlyphReader()
    let title = english(
      "board_sheet.title", ["dictionary": .text("DICT_4X4_100"), "side": .exact(side, unit: "mm")])
    #expect(reader.read(title, in: page, at: [29, 13]) == 13)
    #expect(reader.read(english("board_sheet.text"), in: page, at: [29, 18]) != nil)
    let ruler = english("board_sheet.ruler", ["length": .number(paper.rulerMm, decimals: 1, unit: "mm")])
    #expect(reader.read(ruler, in: page, at: [29, paper.sizeMm.y - 24.5]) != nil)
    // Between the marks in the corners, whose room is filled.
    for line in page.lines where abs(line.start.x - 29) < 0.01 { #expect(line.last <= paper.sizeMm.x - 29, "\(line)") }
    let reaches = reader.reaches(on: page)
    #expect(!reaches.isEmpty && reaches.allSatisfy { $0 > paper.sizeMm.x - 29 }, "\(reaches)")
  }

  @Test func aBoardThatDoesNotFitIsRefused() {
    #expect(throws: CapSheetError.tooLarge(sideMm: 150, .a4)) {
      try BoardSheet(Self.dictionary, side: 0.15, paper: .a4)
    }
    // 17 columns of 10.7 mm and 20 rows.
    let expected = CapSheetError.badIDs(
      expected: .phrase("ids_of", ["last": .count(99), "dictionary": .text("DICT_4X4_100")]), found: .count(339))
    #expect(throws: expected) { try BoardSheet(Self.dictionary, side: 0.008, paper: .a4) }
    #expect(
      throws: CapSheetError.badIDs(
        expected: .phrase("ids_of", ["last": .count(99), "dictionary": .text("DICT_4X4_100")]), found: .count(100))
    ) {
      try IDList.parse("98-100", of: Self.dictionary)
    }
  }

  @Test func marksStandInTheCorners() {
    #expect(ReferenceMarks.origins(on: .a4) == [[12, 10], [186, 10], [186, 275], [12, 275]])
    #expect(ReferenceMarks.origins(on: .a3) == [[12, 10], [273, 10], [273, 398], [12, 398]])
  }

  private func planned(_ cut: CutForm, sizeMm: Double = 16) throws -> CapSheets {
    let plan = try CapPlan.fitting(circumference: 0.43, markerSize: sizeMm / 1000, cells: 6, ids: Array(0..<100))
    let cap = Cap(dictionary: Self.dictionary, markerSize: sizeMm / 1000, ids: Set(plan.ids))
    return try CapSheets(of: plan, on: cap, paper: .a4, cut: cut)
  }

  @Test(arguments: CutForm.allCases) func piecesHaveTheirMarksAndNames(_ cut: CutForm) throws {
    let sheets = try planned(cut)
    let pages = try sheets.svg().map(DrawnPage.init)
    for (number, sheet) in sheets.sheets.enumerated() {
      let page = pages[number + 1]
      let reader = GlyphReader()
      let title = english("cap_sheet.title", ["dictionary": .text("DICT_4X4_100"), "side": .exact(16, unit: "mm")])
      #expect(reader.read(title, in: page, at: [29, 15]) == 15)
      let place = english("cap_sheet.sheet", ["number": .count(number + 1), "count": .count(sheets.sheets.count)])
      #expect(reader.read(place + " " + english("cap_sheet.print"), in: page, at: [29, 20.5]) != nil)
      for line in page.lines where abs(line.start.x - 29) < 0.01 { #expect(line.last <= 210 - 29, "\(line)") }
      checkRuler(page, .a4)
      #expect(page.squares(16).count == sheet.pieces.reduce(0) { $0 + $1.markers.count })
      for piece in sheet.pieces {
        let (low, high) = (piece.origin, piece.origin + piece.size)
        for (x, outX) in [(low.x, -1.0), (high.x, 1)] {
          for (y, outY) in [(low.y, -1.0), (high.y, 1)] {
            #expect(page.has(line: [x + 0.3 * outX, y], [x + 1.8 * outX, y], width: 0.1))
            #expect(page.has(line: [x, y + 0.3 * outY], [x, y + 1.8 * outY], width: 0.1))
          }
        }
        for marker in piece.markers {
          #expect(page.squares(16).contains { ($0 - marker.origin).length < 0.01 })
          let name =
            english("cap_sheet.id", ["id": .count(marker.id)])
            + english("cap_sheet.of_ring", ["ring": .count(try #require(piece.ring))])
          let found = page.lines.first { (line: DrawnPage.Line) -> Bool in
            let middle = (line.start.x + line.last) / 2 + 1
            return abs(line.start.y - high.y - 4) < 0.01 && abs(middle - marker.origin.x - 8) < 1
          }
          let start = try #require(found, "\(marker.id)").start
          #expect(reader.read(name, in: page, at: start) != nil, "\(name)")
        }
      }
    }
  }

  /// A narrow piece has no room for its ring: 13.2 mm and a third of it are 17.6, 13.6 mm and a third 18.1.
  @Test(arguments: [(13.2, false), (13.6, true)]) func aNarrowPieceHasItsIDAlone(sizeMm: Double, hasRing: Bool) throws {
    let cap = Cap(dictionary: Self.dictionary, markerSize: sizeMm / 1000, ids: [7])
    let ring = CapPlan.Ring(height: 0.1, spacing: 0.03, ids: [7], directions: [[0, 1, 0]])
    let plan = CapPlan(circumference: 0.43, markerSize: sizeMm / 1000, rim: 0.12, rings: [ring], fewestInView: 1)
    let page = DrawnPage(try CapSheets(of: plan, on: cap, paper: .a4).svg()[1])
    let foot = 30 + sizeMm * 8 / 6 + 4
    let line = try #require(page.lines.first { abs($0.start.y - foot) < 0.01 })
    #expect(line.glyphs.count == (hasRing ? "ID 7 · R1" : "ID 7").count)
  }

  /// Where few lines stand below it, the drawn head is as wide as the paper has room for.
  @Test func aDrawnHeadIsNoWiderThanItsPaper() throws {
    let cap = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: [7])
    let ring = CapPlan.Ring(height: 0.1, spacing: 0.03, ids: [7], directions: [[0, 1, 0]])
    let plan = CapPlan(circumference: 0.43, markerSize: 0.016, rim: 0.12, rings: [ring], fewestInView: 1)
    let page = DrawnPage(try CapSheets(of: plan, on: cap, paper: .a3).svg()[0])
    let head = try #require(page.circles.first { $0.width == 0.3 })
    #expect(abs(head.centre.x - 297 / 2.0) < 0.02 && abs(2 * head.radius - (297 - 2 * 12)) < 0.03, "\(head)")
  }

  /// The first page: steps with their numbers, the head from above, and a line a ring.
  @Test func theFirstPageShowsWhereMarkersGo() throws {
    let sheets = try planned(.patches)
    let plan = try #require(sheets.plan)
    let page = DrawnPage(try sheets.svg()[0])
    let reader = GlyphReader()
    let title = english("cap_sheet.title", ["dictionary": .text("DICT_4X4_100"), "side": .exact(16, unit: "mm")])
    #expect(reader.read(title, in: page, at: [12, 17]) == 17)
    let summary = english(
      "cap_sheet.plan", ["count": .count(plan.ids.count), "circumference": .exact(43, unit: "cm")])
    #expect(reader.read(summary, in: page, at: [12, 24]) == 24)
    let ruler: [String: FindingValue] = [
      "length": .number(180, decimals: 1, unit: "mm"), "least": .number(178.2, decimals: 1, unit: "mm"),
      "most": .number(181.8, decimals: 1, unit: "mm"), "paper": .text("A4"),
    ]
    let steps = ["print", "ruler", "photo", "cut", "rings", "sew", "file"].map {
      english("cap_sheet.step_" + $0, ruler)
    }
    var y = 31.0
    for (index, step) in steps.enumerated() {
      #expect(reader.read("\(index + 1).", in: page, at: [12, y]) != nil, "\(index)")
      let last = reader.read(step, in: page, at: [18, y])
      y = try #require(last, "\(index)") + 4.6 + 1.2
    }
    let reaches = reader.reaches(on: page)
    #expect(!reaches.isEmpty && reaches.allSatisfy { $0 > 210 - 12 }, "\(reaches)")
    // The head, as large as the lines below leave room for.
    let head = try #require(page.circles.first { $0.width == 0.3 })
    #expect(abs(head.centre.x - 105) < 0.02)
    #expect(abs(head.centre.y - head.radius - (y + 2 + 5)) < 0.03)
    let room = 297 - 12 - Double(plan.rings.count + 2) * 4.6 - (y + 2) - 12
    #expect(abs(2 * head.radius - min(room, 186)) < 0.03)
    let top = head.centre - [0, head.radius]
    let nose = page.strokes.first { $0.width == 0.3 && $0.points.count == 3 }?.points ?? []
    let wanted: [Vector2] = [top + [-4, 0.4], top + [0, -1], top + [4, 0.4]]
    #expect(nose.count == 3 && zip(nose, wanted).allSatisfy { ($0 - $1).length < 0.02 })
    let above = page.lines.first { abs($0.start.y - top.y + 1.5) < 0.03 }
    let front = try #require(above)
    #expect(abs((front.start.x + front.last) / 2 - 104.5) < 1)
    #expect(reader.read(english("cap_sheet.front"), in: page, at: front.start) != nil)
    // Rings by their distance from the top along the head; ids where they go, the front above.
    let circles = page.circles
    for ring in plan.rings {
      let reach = head.radius * (1 - ring.height / plan.rim)
      let isDrawn = circles.contains {
        abs($0.width - 0.1) < 1e-6 && abs($0.radius - reach) < 0.02 && ($0.centre - head.centre).length < 0.02
      }
      #expect(isDrawn == (reach > 1))
      for (id, direction) in zip(ring.ids, ring.directions) {
        let turn = atan2(direction.x, direction.y)
        let place = head.centre + (reach > 1 ? Vector2(sin(turn), -cos(turn)) * reach : [0, 0])
        let line = page.lines.first { (line: DrawnPage.Line) -> Bool in
          let middle = (line.start.x + line.last) / 2 + 1
          return abs(line.start.y - place.y - 1.15) < 0.04 && abs(middle - place.x) < 0.5
        }
        let start = try #require(line, "\(id)").start
        #expect(reader.read("\(id)", in: page, at: start) != nil, "\(id)")
      }
    }
    // The lines of the rings.
    let rim = english("cap_sheet.rim", ["rim": .millimetres(plan.rim)])
    let foot = y + 2 + 5 + min(room, 186) + 7
    let rimEnd = reader.read(rim, in: page, at: [12, foot])
    var base = try #require(rimEnd)
    for (index, ring) in plan.rings.enumerated() {
      base += 4.6
      let values: [String: FindingValue] = [
        "ring": .count(index + 1), "ids": .text(ring.ids.runs),
        "height": .number(1000 * ring.height, decimals: 0, unit: "mm"),
        "spacing": .number(1000 * ring.spacing, decimals: 0, unit: "mm"),
      ]
      let key = ring.ids.count == 1 ? "cap_sheet.ring_top" : "cap_sheet.ring_line"
      let text = english(key, values)
      let line = page.lines.first { ($0.start - Vector2(12, base)).length < 0.02 }
      #expect(line?.glyphs.count == text.count, "\(text)")
      #expect(line.map { reader.read(text, in: page, at: $0.start) != nil } ?? false, "\(text)")
    }
  }

  @Test func aListNamesItsIDs() throws {
    let ids = [0, 1, 2, 7] + Array(20..<90)
    let cap = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: Set(ids))
    let page = DrawnPage(try CapSheets(of: ids, on: cap, paper: .a4).svg()[0])
    let reader = GlyphReader()
    #expect(reader.read("74 markers, ids 0–2, 7, 20–89.", in: page, at: [12, 24]) == 24)
    #expect(page.circles.isEmpty)
    // More than 60 letters are cut.
    let odd = Array(stride(from: 1, to: 60, by: 2))
    let many = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: Set(odd))
    let cut = DrawnPage(try CapSheets(of: odd, on: many, paper: .a4).svg()[0])
    let text = odd.map { "\($0)" }.joined(separator: ", ").prefix(59) + "…"
    let line = cut.lines.first { ($0.start - Vector2(12, 24)).length < 0.01 }
    #expect(line?.glyphs.count == "30 markers, ids \(text).".count)
  }

  /// Strips have the distances of their ring, patches one marker a piece.
  @Test func stripsHaveTheDistancesOfTheirRing() throws {
    let sheets = try planned(.strips)
    let plan = try #require(sheets.plan)
    var long = 0
    for piece in sheets.sheets.flatMap(\.pieces) {
      let ring = plan.rings[try #require(piece.ring) - 1]
      let step = max(1000 * ring.spacing, 16 * 8 / 6)
      for (a, b) in zip(piece.markers, piece.markers.dropFirst()) {
        #expect(abs(b.origin.x - a.origin.x - step) < 1e-9 && a.origin.y == b.origin.y)
        long += 1
      }
      #expect(abs(piece.size.x - step * Double(piece.markers.count)) < 1e-9)
      #expect(abs(piece.markers[0].origin.x + 8 - piece.origin.x - step / 2) < 1e-9)
    }
    #expect(long > 10)
    #expect(try planned(.patches).sheets.flatMap(\.pieces).allSatisfy { $0.markers.count == 1 })
    let measures = SheetMeasures(sheets.cap, .a4)
    // 186 mm: six of 31 mm, and five of anything more.
    #expect(measures.mostInRow(spacing: 31) == 6 && measures.mostInRow(spacing: 31.001) == 5)
    // A patch is 16 · 8 / 6 = 21.33 mm wide.
    #expect(measures.mostInRow(spacing: 0) == 8 && measures.mostInRow(spacing: 400) == 1)
    let rows = try planned(.patches).sheets[0].pieces
    #expect(rows[0].origin == [12, 30])
    let second = try #require(rows.first { $0.origin.y > 30 })
    #expect(abs(second.origin.y - 30 - 16 * 8 / 6 - 7.5) < 1e-9 && second.origin.x == 12)
    #expect(abs(rows[1].origin.x - 12 - 16 * 8 / 6 - 4) < 1e-9)
  }
}
