import Foundation
import Geometry
import Images
import Markers
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

  @Test func aPhotoWithoutASheetIsRefused() throws {
    let blank = GrayImage(width: 640, height: 480, pixels: [UInt8](repeating: 200, count: 640 * 480))
    #expect(throws: CapCheckError.noMarks(file: "a.png", found: 0)) {
      try SheetPhoto(blank, name: "a.png", cap: Self.dictionary)
    }
    let photo = try SheetPhoto(try sheet().photo(seed: 1), name: "b.png", cap: Self.dictionary)
    #expect(throws: CapCheckError.wrongLength(foundMm: 150, expectedMm: 180)) {
      try PrintCheck([photo], of: Self.cap, knownMm: 150)
    }
    let other = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: [90])
    #expect(throws: CapCheckError.noMarkers(dictionary: "DICT_4X4_100")) {
      try PrintCheck([photo], of: other, knownMm: 180)
    }
    let letter = try CapSheets(of: [1], on: Self.cap, paper: .letter)
    let second = try SheetPhoto(PhotographedSheet(sheets: letter).photo(seed: 1), name: "c.png", cap: Self.dictionary)
    #expect(throws: CapCheckError.otherPaper(file: "c.png", .letter, first: .a4)) {
      try PrintCheck([photo, second], of: Self.cap, knownMm: 180)
    }
  }
}
