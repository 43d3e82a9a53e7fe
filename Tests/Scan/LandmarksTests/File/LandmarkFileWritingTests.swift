import Diagnostics
import Files
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Landmarks

@Suite struct LandmarkFileWritingTests {
  private static let digest = String(repeating: "0a", count: 32)

  /// A file of every kind of entry with numbers that have more decimals than a file holds.
  private static func file(_ random: inout SeededGenerator) -> LandmarkFile {
    func number(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
    func point() -> Vector3 { Vector3(number(0.2), number(0.2), number(1e-6)) }
    let clicks = (0..<3).map {
      LandmarkClick(frame: "17000000\($0).5", pixel: [abs(number(640)), abs(number(480))], isProposed: $0 == 1)
    }
    var file = LandmarkFile(
      name: "l.json",
      entries: [
        .sellion: .clicks(clicks), .tragionLeft: .point(point(), standardDeviation: abs(number(0.005)) + 1e-6),
        .tragionRight: .point(point(), standardDeviation: nil), .vertex: .vertex(17, standardDeviation: 0.001),
      ])
    var picking = LandmarkPicking()
    picking.observer = "A \"<script>\" ש"
    picking.time = Date(timeIntervalSince1970: 1_795_000_000 + abs(number(1e6)))
    picking.scan = PickedScan(.recording, name: "/home/someone/practice_a", digest: digest)
    picking.program = "0.14.0"
    picking.proposals = [.tragionRight]
    picking.corrected = [.tragionLeft]
    file.picking = picking
    file.placed = PlacedLandmarks(
      frame: .scan, points: [.sellion: .init(position: point(), standardDeviation: abs(number(0.08)) + 1e-6)])
    file.measures = RecordedMeasures(protocolName: "default", values: ["cvai": number(20), "length": number(200)])
    return file
  }

  /// What is measured before saving is measured after reading: each number is the same to its last bit.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64]) func isReadAsItWasWritten(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = Self.file(&random)
    let bytes = try file.json()
    let read = try LandmarkFile.parse(bytes, name: "l.json")
    #expect(read == file.rounded, "seed \(seed)")
    #expect(read.rounded == read, "seed \(seed)")
    #expect(file.rounded.rounded == file.rounded, "seed \(seed)")
    #expect(try read.json() == bytes, "seed \(seed)")
    #expect(read.picking?.scan?.name == "practice_a")
  }

  @Test func roundsToATenthOfAMicrometreAndAHundredthOfAPixel() {
    let point = LandmarkFile.rounded(point: [0.05317004, -0.00000001, 0.123456789])
    #expect(point == Vector3(53.17, 0, 123.4568) / 1000)
    #expect(point.y.sign == .plus)
    #expect(LandmarkFile.rounded(pixel: [343.8049, -0.001]) == [343.8, 0])
  }

  @Test func aPlainFileHasThePlainKeysOnly() throws {
    let file = LandmarkFile(name: "", entries: [.sellion: .point([0, 0.07, 0], standardDeviation: nil)])
    #expect(
      String(decoding: try file.json(), as: UTF8.self) == """
        {
          "landmarks" : {
            "sellion" : {
              "point_mm" : [
                0,
                70,
                0
              ]
            }
          },
          "source" : "picked"
        }

        """)
  }

  @Test func writesNothingThatTheReaderRefuses() throws {
    var file = LandmarkFile(name: "l.json", entries: [.sellion: .point([.nan, 0, 0], standardDeviation: nil)])
    #expect(throws: (any Error).self) { try file.json() }
    file.entries = [.sellion: .point([0, 0, 200], standardDeviation: nil)]
    #expect(throws: FileError.self) { try file.json() }
    let clicks = (0..<1001).map { LandmarkClick(frame: "\($0)", pixel: .zero) }
    file.entries = [.sellion: .clicks(clicks)]
    #expect(throws: FileError.self) { try file.json() }
    file.entries = [:]
    file.picking = LandmarkPicking()
    file.picking?.observer = String(repeating: "A", count: 10_000)
    #expect(throws: FileError.self) { try file.json() }
  }

  @Test func aNameOfAScanIsMadePlain() {
    #expect(PickedScan(.mesh, name: "a/../b\u{7}.ply").name == "b.ply")
    #expect(PickedScan(.mesh, name: String(repeating: "é", count: 10_000)).name.utf8.count == 256)
    #expect(PickedScan(.recording, name: "/data/scan/").name == "scan")
  }

  /// Lines of 256 bytes at most, cut at the end of a character, without what breaks a line.
  @Test func linesAreCutAtTheEndOfACharacter() {
    #expect(PlainLine.cut(String(repeating: "a", count: 256)).count == 256)
    #expect(PlainLine.cut(String(repeating: "a", count: 257)).count == 256)
    #expect(PlainLine.cut("a" + String(repeating: "é", count: 200)).utf8.count == 255)
    #expect(PlainLine.cut("a\nb\u{2028}c\u{7f}d") == "abcd")
  }

  /// Keys of measures are 1 to 64 small letters, digits and underscores, a letter first; no file has more than 200.
  @Test func measuresHavePlainKeys() throws {
    for key in ["a", "cvai", "a1_b", String(repeating: "a", count: 64)] {
      #expect(RecordedMeasures.isKey(key), "\(key)")
    }
    for key in ["", "1a", "_a", "Cvai", "a-b", "ä", String(repeating: "a", count: 65)] {
      #expect(!RecordedMeasures.isKey(key), "\(key)")
    }
    var file = LandmarkFile(name: "l.json", entries: [:])
    for (count, isWritten) in [(200, true), (201, false)] {
      file.measures = RecordedMeasures(
        protocolName: "default", values: Dictionary(uniqueKeysWithValues: (0..<count).map { ("m\($0)", 1.0) }))
      #expect(((try? file.json()) != nil) == isWritten, "\(count)")
    }
  }

  /// Of a deviation what is left of it in files, nil for less than half a ten-thousandth of a millimetre.
  @Test func deviationsAreRounded() {
    let entries: [Landmark: LandmarkFile.Entry] = [
      .sellion: .point(.zero, standardDeviation: 0.00123456), .vertex: .vertex(4, standardDeviation: 4e-8),
    ]
    let rounded = LandmarkFile(name: "", entries: entries).rounded
    #expect(rounded.entries[.sellion] == .point(.zero, standardDeviation: 1.2346 / 1000))
    #expect(rounded.entries[.vertex] == .vertex(4, standardDeviation: nil))
  }

  /// A proposal that was accepted as it is keeps the program's uncertainty; one own click takes its place.
  @Test func proposalsCountAsFoundByAProgram() throws {
    let own = LandmarkClick(frame: "a", pixel: [1, 2])
    let proposed = LandmarkClick(frame: "b", pixel: [3, 4], isProposed: true)
    var file = LandmarkFile(
      name: "", entries: [.sellion: .clicks([proposed]), .vertex: .clicks([proposed, own]), .glabella: .clicks([own])])
    #expect(file.source(of: .sellion) == .automatic)
    #expect(file.clicks(on: .sellion) == [proposed])
    #expect(file.source(of: .vertex) == .picked)
    #expect(file.clicks(on: .vertex) == [own])
    #expect(file.source(of: .glabella) == .picked)
    #expect(file.clicks(on: .glabella) == [own])
    file.entries[.noseTip] = .point([0, 0.09, 0], standardDeviation: nil)
    file.entries = file.entries.filter { $0.key == .noseTip }
    #expect(try file.points().estimates[.noseTip]?.source == .picked)
    let picked = try #require(try file.points().estimates[.noseTip])
    file.picking = LandmarkPicking()
    file.picking?.proposals = [.noseTip]
    let accepted = try #require(try file.points().estimates[.noseTip])
    #expect(accepted.source == .automatic)
    #expect(accepted.standardDeviation > picked.standardDeviation)
  }
}
