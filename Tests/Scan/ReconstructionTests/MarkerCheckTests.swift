import Foundation
import Geometry
import Images
import Markers
import Recordings
import TestSupport
import Testing

@testable import Reconstruction

/// What is said of a recording whose markers can't be the cap's.
@Suite struct MarkerCheckTests {
  private static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets/half")
  private let (recording, cap): (Recording, Cap)

  init() throws {
    (recording, cap) = (
      try Recording.open(Self.folder), try CapFile.read(Self.folder.appendingPathComponent("cap.yaml"))
    )
  }

  /// What some frames show to somebody who looks for a cap.
  private func observed(_ cap: Cap) throws -> [FrameObservations] {
    let detector = MarkerDetector(cap)
    return try recording.frames.prefix(5).map { frame in
      try detector.observe(
        gray: try recording.gray(frame), depth: try recording.depth(frame), cameras: frame.cameras, frame: frame.index,
        time: frame.time, name: frame.name)
    }
  }

  private func screened(_ cap: Cap) throws -> [FrameObservations] {
    try MarkerCheck(recording, cap: cap).screened(try observed(cap))
  }

  @Test func theCapsOwnMarkersAreKept() throws {
    let kept = try screened(cap)
    #expect(kept.count == 5)
    #expect(kept.allSatisfy { $0.markers.count > 3 && $0.markers.allSatisfy { cap.contains($0.id) } })
  }

  @Test func theDictionaryThatIsSeenInsteadIsNamed() throws {
    let other = Cap(
      dictionary: try #require(MarkerDictionary(name: "DICT_5X5_100")), markerSize: cap.markerSize, ids: nil)
    let error = #expect(throws: MarkerError.self) { try screened(other) }
    guard case .noneSeen(5, "DICT_5X5_100", let seen) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(seen == cap.dictionary.name)
  }

  /// Markers of the same dictionary that are not on the cap's list are no other dictionary's.
  @Test func idsThatAreNotOnTheCapAreTold() throws {
    let seen = Set(try observed(cap).flatMap { $0.markers.map(\.id) })
    let others = Set(0..<100).subtracting(seen)
    let other = Cap(dictionary: cap.dictionary, markerSize: cap.markerSize, ids: others)
    let error = #expect(throws: MarkerError.self) { try screened(other) }
    guard case .mostRejected(let sightings, let ids, _, .notOnCap) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(ids).isSubset(of: seen))
    #expect(ids.count > 3)
    #expect(sightings >= ids.count)
  }
}

/// Images that show a cap's markers another way round, or with depth that is.
@Suite struct TurnedImageTests {
  private static let dictionary = MarkerDictionary(name: "DICT_4X4_50")!
  private static let camera = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5)
  /// Mirrored, none of them is like another: four bits and more differ.
  private static let ids = [0, 1, 2, 4, 6, 7]
  private static let cap = Cap(dictionary: dictionary, markerSize: 0.036, ids: Set(ids), thickness: 0)

  /// A white image with prints of 36 pixels, first some as they are, then some mirrored.
  private static func image(_ upright: Int, _ mirrored: Int) -> GrayImage {
    image((0..<(upright + mirrored)).map { dictionary.bits(of: ids[$0 % ids.count])! }, upright: upright)
  }

  private static func image(_ prints: [[[Bool]]], upright: Int) -> GrayImage {
    var pixels = [UInt8](repeating: 220, count: 320 * 240)
    for (k, bits) in prints.enumerated() {
      let (left, top) = (20 + 75 * (k % 4), 20 + 75 * (k / 4))
      for y in 0..<36 {
        for x in 0..<36 {
          let (row, column) = (y / 6 - 1, (k < upright ? x : 35 - x) / 6 - 1)
          let isWhite = (0..<4).contains(row) && (0..<4).contains(column) && bits[row][column]
          pixels[(top + y) * 320 + left + x] = isWhite ? 220 : 20
        }
      }
    }
    return GrayImage(width: 320, height: 240, pixels: pixels)
  }

  /// What is said of eight frames of which the first, third, fifth and seventh show some upright and some mirrored prints, and
  /// the others, at which nobody looks, six mirrored ones each.
  private static func error(upright: [Int], mirrored: [Int], isNegative: Bool = false) throws -> MarkerError? {
    let nothing = DepthImage(width: 320, height: 240, pixels: Array(repeating: .nan, count: 320 * 240))
    let grays = (0..<8).map { frame -> GrayImage in
      let shown = frame.isMultiple(of: 2) ? image(upright[frame / 2], mirrored[frame / 2]) : image(0, 6)
      return isNegative ? shown.negative : shown
    }
    let recording = try SyntheticRecording.open(
      Array(repeating: nothing, count: 8), camera, grays: grays, times: (0..<8).map { 0.1 * Double($0) })
    let unseen = recording.frames.map {
      FrameObservations(frame: $0.index, time: $0.time, camera: $0.camera, markers: [])
    }
    return #expect(throws: MarkerError.self) { try MarkerCheck(recording, cap: cap).screened(unseen) }
  }

  /// Three times as many as upright, and four.
  @Test(arguments: [
    ([1, 0, 1, 0], [2, 1, 2, 1], true), ([1, 0, 1, 0], [2, 1, 1, 1], false), ([0, 0, 0, 0], [1, 1, 1, 1], true),
    ([0, 0, 0, 0], [1, 1, 0, 1], false),
  ])
  func mirroredImagesAreTold(_ upright: [Int], _ mirrored: [Int], _ isTold: Bool) throws {
    let error = try Self.error(upright: upright, mirrored: mirrored)
    switch error {
    case .mirrored("DICT_4X4_50", let found, let other)?:
      #expect(isTold)
      #expect(found == upright.reduce(0, +))
      #expect(other == mirrored.reduce(0, +))
    case .noneSeen(8, "DICT_4X4_50", _)?: #expect(!isTold)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: [([2, 1, 2, 1], true), ([1, 0, 1, 1], false)])
  func negativesAreTold(_ upright: [Int], _ isTold: Bool) throws {
    let error = try Self.error(upright: upright, mirrored: [0, 0, 0, 0], isNegative: true)
    switch error {
    case .inverted("DICT_4X4_50", 0, let other)?:
      #expect(isTold)
      #expect(other == upright.reduce(0, +))
    case .noneSeen(8, "DICT_4X4_50", _)?: #expect(!isTold)
    default: Issue.record("\(String(describing: error))")
    }
  }

  /// DICT_4X4_50 is the beginning of DICT_4X4_100. Where most of what is seen is the cap's own, no other one is named.
  @Test(arguments: [([1, 2, 60, 70, 80], true), ([1, 2, 3, 60, 70], false)])
  func aLargerDictionaryIsNamedWhereMostIsNotTheCaps(_ seen: [Int], _ isNamed: Bool) throws {
    let larger = try #require(MarkerDictionary(name: "DICT_4X4_100"))
    let shown = Self.image(try seen.map { try #require(larger.bits(of: $0)) }, upright: seen.count)
    let nothing = DepthImage(width: 320, height: 240, pixels: Array(repeating: .nan, count: 320 * 240))
    let recording = try SyntheticRecording.open(
      [nothing, nothing], Self.camera, grays: [shown, shown], times: [0, 0.1])
    let unseen = recording.frames.map {
      FrameObservations(frame: $0.index, time: $0.time, camera: $0.camera, markers: [])
    }
    let error = #expect(throws: MarkerError.self) { try MarkerCheck(recording, cap: Self.cap).screened(unseen) }
    guard case .noneSeen(2, "DICT_4X4_50", let instead)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(instead == (isNamed ? "DICT_4X4_100" : nil))
  }

  /// Prints of 36 mm on a slanting board, as they are seen, and the board's depth, which may be turned: the prints are alike
  /// again where it is turned back.
  @Test(arguments: [nil, .leftRight, .upsideDown, .half] as [ImageTurn?])
  func depthThatIsTurnedIsTold(_ turn: ImageTurn?) throws {
    let normal = Vector3(0.25, 0.25, 1).normalized
    let right = Vector3(0, 1, 0).cross(normal).normalized
    let down = normal.cross(right)
    let prints = (0..<12).map { Self.dictionary.bits(of: $0)! }
    var (depths, grays) = ([Float](), [UInt8]())
    for y in 0..<240 {
      for x in 0..<320 {
        let ray = Self.camera.ray([Double(x), Double(y)])
        let place = ray * (0.3 * normal.z / ray.dot(normal))
        depths.append(Float(place.z))
        // Twelve prints, 60 mm apart, in three rows of four.
        let along = place - [0, 0, 0.3]
        let (u, v) = (along.dot(right) / 0.06 + 2, along.dot(down) / 0.06 + 1.5)
        let (column, row) = (u.rounded(.down), v.rounded(.down))
        let (a, b) = (Int(((u - column - 0.2) * 10).rounded(.down)) - 1, Int(((v - row - 0.2) * 10).rounded(.down)) - 1)
        guard (0..<4).contains(column), (0..<3).contains(row), (-1...4).contains(a), (-1...4).contains(b) else {
          grays.append(220)
          continue
        }
        let bits = prints[Int(row) * 4 + Int(column)]
        grays.append((0..<4).contains(a) && (0..<4).contains(b) && bits[b][a] ? 220 : 20)
      }
    }
    let depth = DepthImage(width: 320, height: 240, pixels: depths)
    let gray = GrayImage(width: 320, height: 240, pixels: grays)
    let recording = try SyntheticRecording.open(
      Array(repeating: turn.map { depth.turned($0) } ?? depth, count: 2), Self.camera, grays: [gray, gray],
      times: [0, 0.1])
    let cap = Cap(dictionary: Self.dictionary, markerSize: 0.036, ids: Set(0..<12), thickness: 0)
    let detector = MarkerDetector(cap)
    let seen = try recording.frames.map { frame in
      try detector.observe(
        gray: try recording.gray(frame), depth: try recording.depth(frame), cameras: frame.cameras, frame: frame.index,
        time: frame.time, name: frame.name)
    }
    var told: ImageTurn?
    do {
      let kept = try MarkerCheck(recording, cap: cap).screened(seen)
      #expect(kept.allSatisfy { $0.markers.count >= 8 })
    } catch MarkerError.turnedDepth(let found) { told = found }
    #expect(told == turn)
  }
}
