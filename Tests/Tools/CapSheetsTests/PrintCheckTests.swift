import Foundation
import Geometry
import Images
import Markers
import TestSupport
import Testing

@testable import CapSheets

/// Photos with known truth: the size of a print, and its bad markers.
@Suite struct PrintCheckTests {
  private static let dictionary = MarkerDictionary(name: "DICT_4X4_100")!
  private static let cap = Cap(dictionary: dictionary, markerSize: 0.016, ids: Set(0..<46))
  private static let places: [PhotographedSheet.Place] = [
    .init(), .init(distance: 330, tilt: 30, side: 20), .init(distance: 330, tilt: 28, side: 140),
    .init(distance: 330, tilt: 32, side: 260),
  ]

  private func sheet(_ change: (inout PhotographedSheet) -> Void = { _ in }) throws -> PhotographedSheet {
    var sheet = PhotographedSheet(sheets: try CapSheets(of: Array(0..<46), on: Self.cap, paper: .a4))
    change(&sheet)
    return sheet
  }

  private func check(
    _ sheet: PhotographedSheet, from places: [PhotographedSheet.Place] = places, knownMm: Double? = nil
  ) throws -> PrintCheck {
    let photos = try places.enumerated().map { index, place in
      try SheetPhoto(sheet.photo(place, seed: UInt64(index + 1)), name: "photo \(index)", cap: Self.dictionary)
    }
    return try PrintCheck(photos, of: Self.cap, knownMm: knownMm ?? 180 * sheet.scale.x)
  }

  @Test(arguments: [0.0, -0.06]) func theSizeOfAPrintIsFoundWithin2PerMille(distortion: Double) throws {
    let sheet = try sheet {
      ($0.scale, $0.distortion) = ([1.005, 1.005], distortion)
    }
    let found = try check(sheet)
    #expect(abs(found.error.value - 0.005) < 0.002, "\(found.error)")
    #expect(abs(found.error.value - 0.005) < found.error.halfWidth, "\(found.error)")
    #expect(found.error.halfWidth < 0.002, "\(found.error) \(found.reasons)")
    #expect(found.reasons.isEmpty, "\(found.error) \(found.reasons)")
    #expect(abs(found.stretch.value) < 0.0005, "\(found.stretch)")
    #expect(found.stretch.halfWidth < 0.004, "\(found.stretch)")
    #expect(found.markers.count == 46, "\(found.rmsPixels)")
    #expect(found.missing.isEmpty, "\(found.rmsPixels)")
    #expect(found.rmsPixels < 0.3, "\(found.rmsPixels)")
  }

  @Test func badMarkersAreNamedAndNoOthers() throws {
    let found = try check(
      try sheet {
        $0.curved = [10: 40]
        $0.distorted = [20: [1.01, 0.99], 33: [0.98, 0.98]]
      })
    let faults = Dictionary(uniqueKeysWithValues: found.markers.map { ($0.id, $0.faults) }).filter { !$0.value.isEmpty }
    #expect(faults[10]?.contains(.notFlat) == true, "\(faults)")
    #expect(faults[20] == [.notSquare], "\(faults)")
    #expect(faults[33] == [.otherSize], "\(faults)")
    #expect(faults.count == 3, "\(faults)")
    #expect(abs(found.error.value) < 0.002, "\(found.error)")
    #expect(found.reasons == [.markers], "\(found.error)")
    // A sagitta of R (1 − cos(w / 2R)).
    let bend = try #require(found.markers.first { $0.id == 10 }?.bend)
    #expect(abs(bend.value - 40 * (1 - cos(0.2))) < 0.35, "\(bend)")
  }

  @Test func aPrintThatIsLongerDownThanAcrossIsNotSquare() throws {
    let found = try check(try sheet { $0.scale = [1, 1.02] })
    #expect(abs(found.stretch.value - 0.02) < found.stretch.halfWidth, "\(found.stretch)")
    #expect(found.stretch.halfWidth < 0.004, "\(found.stretch)")
    #expect(found.markers.allSatisfy { $0.faults.contains(.notSquare) }, "\(found.stretch)")
  }

  @Test func aPhotoFromAboveAloneFindsTheSizeAndACurvedSide() throws {
    let found = try check(try sheet { $0.scale = [0.98, 0.98] }, from: [.init()])
    #expect(abs(found.error.value + 0.02) < 0.002, "\(found.error)")
    #expect(found.reasons.contains(.size), "\(found.error)")
    #expect(found.markers.allSatisfy { $0.bend == nil })
    let curved = try check(try sheet { $0.curved = [10: 30] }, from: [.init(distance: 330, tilt: 30, side: 90)])
    #expect(curved.markers.filter { !$0.faults.isEmpty }.map(\.id) == [10])
  }

  /// Two photos from different sides show how far a marker bulges.
  @Test func twoPhotosShowABend() throws {
    let found = try check(try sheet { $0.curved = [10: 40] }, from: [Self.places[1], Self.places[2]])
    let bends = found.markers.filter { $0.bend != nil }
    #expect(bends.count == found.markers.count)
    let bend = try #require(found.markers.first { $0.id == 10 }?.bend)
    #expect(abs(bend.value - 40 * (1 - cos(0.2))) < 0.35, "\(bend)")
  }

  @Test func aFileThatIsNoPhotoIsRefused() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.png")
    #expect(throws: CapCheckError.unreadable(file: file.relativePath, found: .phrase("none"))) {
      try SheetPhoto.bytes(file)
    }
    try Data([3, 1, 4]).write(to: file)
    #expect(try SheetPhoto.bytes(file) == [3, 1, 4])
    let path = folder.url.relativePath
    #expect(throws: CapCheckError.noPhoto(file: path, found: .phrase("folder"), limitMiB: 64)) {
      try SheetPhoto.bytes(folder.url)
    }
  }

  @Test func aPhotoWithoutASheetIsRefused() throws {
    let blank = GrayImage(width: 640, height: 480, pixels: [UInt8](repeating: 200, count: 640 * 480))
    #expect(throws: CapCheckError.noMarks(file: "a.png", found: 0)) {
      try SheetPhoto(blank, name: "a.png", cap: Self.dictionary)
    }
    // Half as large: a cell of a mark is 4 pixels wide.
    let small = { (sheet: PhotographedSheet) -> GrayImage in
      var sheet = sheet
      (sheet.width, sheet.height, sheet.focal) = (750, 1000, 825)
      return sheet.photo(seed: 1)
    }
    let photo = try SheetPhoto(small(try sheet()), name: "b.png", cap: Self.dictionary)
    #expect(throws: CapCheckError.wrongLength(foundMm: 150, expectedMm: 180)) {
      try PrintCheck([photo], of: Self.cap, knownMm: 150)
    }
    let other = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: [90])
    #expect(throws: CapCheckError.noMarkers(dictionary: "DICT_4X4_100")) {
      try PrintCheck([photo], of: other, knownMm: 180)
    }
    let letter = try CapSheets(of: [1], on: Self.cap, paper: .letter)
    let second = try SheetPhoto(small(PhotographedSheet(sheets: letter)), name: "c.png", cap: Self.dictionary)
    #expect(throws: CapCheckError.otherPaper(file: "c.png", .letter, first: .a4)) {
      try PrintCheck([photo, second], of: Self.cap, knownMm: 180)
    }
  }
}

/// A printed sheet on a table and a camera above it: photos with known truth, rendered by casting rays.
struct PhotographedSheet {
  let sheets: CapSheets
  var number = 0
  /// What the printer did to all lengths, across and down.
  var scale = Vector2(1, 1)
  /// What it did to single markers, by their ids: width and height over the nominal ones.
  var distorted: [Int: Vector2] = [:]
  /// Markers that bulge towards the camera, by their ids: the radius of the cylinder in millimetres, its axis down the
  /// sheet.
  var curved: [Int: Double] = [:]
  /// The camera: its image, focal length (pixels) and radial distortion.
  var width = 1500, height = 2000
  var focal = 1650.0, distortion = 0.0
  /// The standard deviation of the image's noise in grey levels.
  var noise = 2.0

  /// Where the camera stands: how far from the sheet's middle (mm), how far aslant and from which side (degrees).
  struct Place {
    var distance = 290.0, tilt = 0.0, side = 0.0
  }

  private struct Print {
    let centre: Vector2, side: Double, bits: [[Bool]], factor: Vector2, radius: Double?
  }

  /// The squares of a sheet, found by their places.
  private struct Page {
    let prints: [Print], middle: Vector2
    private let columns: Int, rows: Int
    private var near: [[Int]]
    private static let cell = 10.0

    init(_ prints: [Print], middle: Vector2) {
      (self.prints, self.middle) = (prints, middle)
      (columns, rows) = (Int(2 * middle.x / Self.cell) + 1, Int(2 * middle.y / Self.cell) + 1)
      near = [[Int]](repeating: [], count: columns * rows)
      for (index, print) in prints.enumerated() {
        let reach = 0.75 * print.side
        let (low, high) = ((print.centre - reach) / Self.cell, (print.centre + reach) / Self.cell)
        for y in max(Int(low.y), 0)...min(Int(high.y), rows - 1) {
          for x in max(Int(low.x), 0)...min(Int(high.x), columns - 1) { near[y * columns + x].append(index) }
        }
      }
    }

    /// What may be printed at a place; nil beside the paper.
    func prints(near place: Vector2) -> [Int]? {
      guard place.x >= 0, place.y >= 0, place.x < 2 * middle.x, place.y < 2 * middle.y else { return nil }
      return near[Int(place.y / Self.cell) * columns + Int(place.x / Self.cell)]
    }
  }

  /// All squares on the sheet: those of the marks and those of the markers.
  private var prints: [Print] {
    let paper = sheets.paper
    let marks = ReferenceMarks(beside: sheets.cap.dictionary)
    let own = zip(marks.ids(of: paper, sheet: number), ReferenceMarks.origins(on: paper)).map { id, origin in
      Print(
        centre: origin + ReferenceMarks.side / 2, side: ReferenceMarks.side, bits: marks.dictionary.bits(of: id)!,
        factor: [1, 1], radius: nil)
    }
    let side = 1000 * sheets.cap.markerSize
    return own
      + sheets.sheets[number].pieces.flatMap(\.markers).map { marker in
        Print(
          centre: marker.origin + side / 2, side: side, bits: sheets.cap.dictionary.bits(of: marker.id)!,
          factor: distorted[marker.id] ?? [1, 1], radius: curved[marker.id])
      }
  }

  /// The grey image from a place; its noise follows the seed.
  func photo(_ place: Place = Place(), seed: UInt64) -> GrayImage {
    let page = Page(prints, middle: sheets.paper.sizeMm / 2)
    let (tilt, side) = (place.tilt * .pi / 180, place.side * .pi / 180)
    let sheetFromCamera = (Matrix3.rotation([0, 0, 0.05]) * .rotation(Vector3(cos(side), sin(side), 0) * tilt))
      .transpose
    let origin = -(sheetFromCamera * Vector3(0, 0, place.distance))
    let centre = Vector2(Double(width - 1), Double(height - 1)) / 2
    func light(_ place: Vector2) -> Double {
      let seen = (place - centre) / focal
      var flat = seen
      if distortion != 0 { for _ in 0..<6 { flat = seen / (1 + distortion * flat.dot(flat)) } }
      return self.light(origin, sheetFromCamera * Vector3(flat.x, flat.y, 1), page)
    }
    let middles = (0..<(width * height)).map { light(Vector2(Double($0 % width), Double($0 / width))) }
    var generator = SeededGenerator(seed: seed)
    var pixels = [UInt8](repeating: 0, count: width * height)
    for v in 0..<height {
      for u in 0..<width {
        // A pixel's light by 3 × 3 rays. Nothing on a sheet is as small as a pixel: between equal neighbours all of them are
        // equal.
        let own = middles[v * width + u]
        let isEven = (max(v - 1, 0)...min(v + 1, height - 1)).allSatisfy { y in
          middles[(y * width + max(u - 1, 0))...(y * width + min(u + 1, width - 1))].allSatisfy { $0 == own }
        }
        var mean = own
        if !isEven {
          var sum = 0.0
          for k in 0..<9 {
            let offset = (Vector2(Double(k % 3), Double(k / 3)) - 1) / 3
            sum += light(Vector2(Double(u), Double(v)) + offset)
          }
          mean = sum / 9
        }
        let level = 255 * pow(mean, 1 / 2.2) + noise * generator.normal()
        pixels[v * width + u] = UInt8(min(max(level, 0), 255))
      }
    }
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// The light of a ray's end: table, paper or ink.
  private func light(
    _ origin: Vector3, _ ray: Vector3, _ page: Page
  ) -> Double {
    let t = -origin.z / ray.z
    let hit = Vector2(origin.x + t * ray.x, origin.y + t * ray.y)
    guard let near = page.prints(near: hit / scale + page.middle) else { return 0.2 }
    for index in near {
      let print = page.prints[index]
      var from = hit - (print.centre - page.middle) * scale
      if let radius = print.radius { from = onCylinder(origin, ray, print, radius, from) ?? [1e9, 0] }
      let p = from / scale / print.factor / print.side + 0.5
      let cells = Double(print.bits.count + 2)
      guard p.x >= 0, p.y >= 0, p.x < 1, p.y < 1 else { continue }
      let (column, row) = (Int(p.x * cells) - 1, Int(p.y * cells) - 1)
      let isInner = print.bits.indices.contains(column) && print.bits.indices.contains(row)
      return isInner && print.bits[row][column] ? 0.8 : 0.05
    }
    return 0.8
  }

  /// The place in a print that lies on a cylinder, by its arc; nil where the ray misses the bulge.
  private func onCylinder(
    _ origin: Vector3, _ ray: Vector3, _ print: Print, _ radius: Double, _ flat: Vector2
  ) -> Vector2? {
    let edge = radius * sin(print.side / 2 / radius)
    let base = (radius * radius - edge * edge).squareRoot()
    var from = flat
    for _ in 0..<12 {
      guard abs(from.x) < radius else { return nil }
      let height = max((radius * radius - from.x * from.x).squareRoot() - base, 0)
      // Towards the camera is against z.
      let rise = Vector2(ray.x, ray.y) / ray.z * -height
      from = flat + rise
    }
    return [radius * asin(min(max(from.x / radius, -1), 1)), from.y]
  }
}
