import Foundation
import Geometry
import Images
import Recordings
import TestSupport
import Testing

@testable import Markers

@Suite struct MarkerDetectorTests {
  private func observe(_ scene: PrintedScene) throws -> MarkerObservation {
    let (gray, depth) = scene.render()
    let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
    let frame = try detector.observe(gray: gray, depth: depth, camera: scene.camera, frame: 0, time: 0, name: "0")
    #expect(frame.markers.map(\.id) == [scene.id])
    return try #require(frame.markers.first)
  }

  @Test(arguments: [(0.15, 0.0), (0.2, 0.4), (0.2, -0.7), (0.25, 0.9)])
  func findsCornersOfAPlaneMarker(distance: Double, turn: Double) throws {
    let scene = PrintedScene(distance: distance, turn: turn)
    let marker = try observe(scene)
    let metric = try #require(marker.metric)
    let offsets = (0..<4).map { (marker.corners[$0] - scene.pixels[$0]).length }
    #expect(RobustStatistics.rms(offsets) < 0.3, "corners in pixels: \(offsets)")
    let plane = try #require(Plane.fit(scene.corners))
    for k in 0..<4 {
      #expect(abs(plane.distance(to: metric.points[k])) < 2e-5, "corner \(k) off the print")
      #expect((scene.camera.project(metric.points[k]) - marker.corners[k]).length < 1e-9, "corner \(k) off its ray")
    }
    #expect(abs(metric.side / scene.side - 1) < 0.03)
    #expect(metric.normal.dot(scene.cameraFromMarker.rotation.c2) > cos(1 * Double.pi / 180))
    #expect(abs(metric.viewCosine - abs(scene.cameraFromMarker.rotation.c2.dot(scene.corners[0].normalized))) < 0.05)
  }

  @Test func followsTheBulgeOfACurvedMarker() throws {
    var scene = PrintedScene(distance: 0.2, turn: 0.3)
    scene.radius = 0.065
    let metric = try #require(try observe(scene).metric)
    let plane = scene.cameraFromMarker.translation.z
    for k in 0..<4 {
      #expect(abs(metric.points[k].z - scene.corners[k].z) < 2e-4)
    }
    #expect(abs(RobustStatistics.mean(scene.corners.map(\.z)) - plane) > 5e-4, "the bulge is larger than the tolerance")
  }

  @Test func findsBothPosesAndPutsTheTrueOneFirst() throws {
    for turn in [-0.8, -0.5, 0.5, 0.8] {
      let scene = PrintedScene(distance: 0.25, turn: turn)
      let marker = try observe(scene)
      let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
      let poses = try detector.poses(of: marker, scene.camera, frame: "0")
      #expect(poses.count == 2)
      let normal = poses[0].cameraFromMarker.rotation.c2
      #expect(normal.dot(scene.cameraFromMarker.rotation.c2) > cos(5 * Double.pi / 180))
      #expect((poses[0].cameraFromMarker.translation - scene.cameraFromMarker.translation).length < 0.004)
    }
  }

  /// Detection drops plain black squares; no dictionary's darkest marker may go with them.
  @Test(arguments: MarkerDictionary.all.map(\.name)) func tellsTheDarkestMarkerFromPlainBlack(name: String) throws {
    var scene = PrintedScene(distance: 0.15)
    scene.dictionary = try #require(MarkerDictionary(name: name))
    let white = (0..<scene.dictionary.count).map { scene.dictionary.bits(of: $0)!.joined().count { $0 } }
    scene.id = white.firstIndex(of: white.min()!)!
    var gray = scene.render().0
    for y in 20..<60 {
      for x in 20..<60 { gray.pixels[y * gray.width + x] = 25 }
    }
    let found = try MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side).corners(in: gray, frame: "0")
    #expect(found.map(\.id) == [scene.id])
  }

  /// Where light is dim and prints are bent and slanting, the polygon of their outline is up to a cell off.
  @Test(arguments: MarkerDictionary.all.map(\.name)) func findsBentMarkersInDimLight(name: String) throws {
    var scene = PrintedScene()
    scene.radius = 0.05
    scene.dictionary = try #require(MarkerDictionary(name: name))
    let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
    var random = SeededGenerator(seed: 5)
    var missed: [String] = []
    for (id, turn, roll) in [(3, -0.7, 0.2), (17, 0.5, 0.9), (21, 0.8, 1.4), (29, -0.6, 2.1)] {
      let turned = PrintedScene(distance: 0.14, turn: turn, roll: roll)
      (scene.id, scene.cameraFromMarker) = (id, turned.cameraFromMarker)
      let dim = scene.render().0.blurred.dimmed(&random)
      let found = try detector.corners(in: dim, frame: "0")
      if found.map(\.id) != [id] { missed.append("\(id): \(found.map(\.id))") }
      for (_, corners) in found {
        let offsets = zip(corners, scene.pixels).map { ($0 - $1).length }
        #expect(RobustStatistics.rms(offsets) < 1, "corners of \(id) in pixels: \(offsets)")
      }
    }
    #expect(missed.isEmpty, "\(missed)")
  }

  /// Which pose is the true one tells the normal, whichever of the two it has; without one the better picture is first.
  @Test(arguments: [0, 1]) func theNormalChoosesThePose(index: Int) throws {
    let scene = PrintedScene(distance: 0.25, turn: 0.6)
    let seen = try observe(scene)
    let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
    let bare = MarkerObservation(id: 7, corners: seen.corners, metric: nil, depthPixels: 0, validDepthPixels: 0)
    let poses = try detector.poses(of: bare, scene.camera, frame: "0")
    #expect(poses.count == 2)
    #expect(poses[0].reprojection <= poses[1].reprojection)
    let points = scene.corners
    let metric = MetricCorners(
      points: points, depthSigmas: [0, 0, 0, 0], normal: poses[index].cameraFromMarker.rotation.c2, residual: 0,
      pixels: 100)
    let told = MarkerObservation(id: 7, corners: seen.corners, metric: metric, depthPixels: 0, validDepthPixels: 0)
    let chosen = try detector.poses(of: told, scene.camera, frame: "0")
    #expect(chosen.map(\.reprojection) == [poses[index].reprojection, poses[1 - index].reprojection])
  }

  /// A white sheet with markers in rows of nine, two cells of white around each.
  private func sheet(_ markers: [(dictionary: MarkerDictionary, id: Int)], cell: Int) -> GrayImage {
    let slot = 10 * cell
    let (width, height) = (slot * min(9, markers.count) + cell, slot * ((markers.count + 8) / 9) + cell)
    var image = GrayImage(width: width, height: height, pixels: Array(repeating: 220, count: width * height))
    for (index, (dictionary, id)) in markers.enumerated() {
      let bits = dictionary.bits(of: id)!
      for row in 0..<(bits.count + 2) {
        for column in 0..<(bits.count + 2) {
          let isInner = (1...bits.count).contains(row) && (1...bits.count).contains(column)
          if isInner, bits[row - 1][column - 1] { continue }
          for y in 0..<cell {
            for x in 0..<cell {
              let (left, top) = (index % 9 * slot + (2 + column) * cell + x, index / 9 * slot + (2 + row) * cell + y)
              image.pixels[top * width + left] = 25
            }
          }
        }
      }
    }
    return image
  }

  /// A larger dictionary of the same markers must show more than a stray or two, or an eighth, that the smaller one has not.
  @Test(
    arguments: [
      (8, 2, "DICT_4X4_50", 8), (8, 3, "DICT_4X4_100", 11), (24, 3, "DICT_4X4_50", 24), (24, 4, "DICT_4X4_100", 28),
      (4, 0, "DICT_4X4_50", 4),
    ])
  func strayMarkersMakeNoLargerDictionary(small: Int, large: Int, name: String, count: Int) throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_100"))
    let ids = Array(0..<small) + (0..<large).map { 50 + 7 * $0 }
    let likely = try #require(
      try MarkerDetector.likelyDictionary(in: [sheet(ids.map { (dictionary, $0) }, cell: 5)]))
    #expect(likely.dictionary.name == name)
    #expect(likely.ids == Set(count == ids.count ? ids : Array(0..<small)))
  }

  @Test func theDictionaryOfMostMarkersIsTheLikelyOne() throws {
    let (four, five) = (MarkerDictionary(name: "DICT_4X4_50")!, MarkerDictionary(name: "DICT_5X5_50")!)
    let both = sheet((0..<4).map { (four, $0) } + (10..<15).map { (five, $0) }, cell: 6)
    let likely = try #require(try MarkerDetector.likelyDictionary(in: [both]))
    #expect(likely.dictionary == five)
    #expect(likely.ids == Set(10..<15))
    // Three are too few, unless fewer are asked for; what several images show is put together.
    let few = sheet((0..<3).map { (four, $0) }, cell: 6)
    #expect(try MarkerDetector.likelyDictionary(in: [few]) == nil)
    let more = try MarkerDetector.likelyDictionary(in: [few, sheet((2..<4).map { (four, $0) }, cell: 6)])
    #expect(more?.ids == [0, 1, 2, 3])
    let one = sheet([(four, 7)], cell: 6)
    #expect(try MarkerDetector.likelyDictionary(in: [one], fewest: 1)?.ids == [7])
    #expect(try MarkerDetector.likelyDictionary(in: [one], fewest: 2) == nil)
  }

  /// Where half the size shows large markers, what is left is not looked for. None, or some that are less than 48 pixels wide
  /// in the median, send the search to the full size.
  @Test func smallMarkersAreLookedForAtTheFullSize() {
    let square = { (side: Double) -> [Vector2] in
      [[0, 0], [side, 0], [side, side], [0, side]].map { $0 + Vector2(700, 300) }
    }
    #expect(MarkerDetector.isLeftToSearch([]))
    #expect(MarkerDetector.isLeftToSearch([square(47.9)]))
    #expect(!MarkerDetector.isLeftToSearch([square(48.1)]))
    #expect(MarkerDetector.isLeftToSearch([square(200), square(30), square(47)]))
    #expect(!MarkerDetector.isLeftToSearch([square(20), square(49), square(60)]))
  }

  /// Of one print, if their middles are closer than half a side.
  @Test func sightingsOfOnePrintLieOnEachOther() {
    let square = { (place: Vector2) -> [Vector2] in [[0, 0], [20, 0], [20, 20], [0, 20]].map { $0 + place } }
    let at = Vector2(800, 400)
    for (off, isSame) in [
      (Vector2(0, 0), true), ([9.9, 0], true), ([0, -9.9], true), ([10.1, 0], false), ([7, 7], true),
      ([7.2, -7.2], false),
    ] {
      #expect(MarkerDetector.isSame(square(at), square(at + off)) == isSame, "\(off)")
    }
  }

  /// An image of more than 1000 pixels is searched at half its size, too: a grain of single pixels hides a print from the full
  /// size, not from means of four.
  @Test(arguments: [(1200, [7]), (1000, [])] as [(Int, [Int])])
  func largeImagesAreSearchedAtHalfTheirSize(width: Int, ids: [Int]) throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_50"))
    let bits = try #require(dictionary.bits(of: 7))
    var image = GrayImage(width: width, height: 200, pixels: Array(repeating: 0, count: width * 200))
    for y in 0..<200 {
      for x in 0..<width {
        let (column, row) = ((x - 602 + 1400) / 14 - 100, (y - 58 + 1400) / 14 - 100)
        let isPrint = (0..<6).contains(column) && (0..<6).contains(row)
        let isInner = (1..<5).contains(column) && (1..<5).contains(row)
        let isWhite = !isPrint || isInner && bits[row - 1][column - 1]
        image.pixels[y * width + x] = UInt8((isWhite ? 145 : 110) + ((x + y) % 2 == 0 ? 110 : -110))
      }
    }
    let detector = MarkerDetector(dictionary: dictionary, markerSize: 0.016)
    let found = try detector.corners(in: image, frame: "grain")
    #expect(found.map(\.id) == ids)
    // The grain makes edges of its own; corners are hardly where the print ends.
    let truth: [Vector2] = [[601.5, 57.5], [685.5, 57.5], [685.5, 141.5], [601.5, 141.5]]
    for marker in found { #expect(zip(marker.corners, truth).allSatisfy { ($0 - $1).length < 2 }, "\(marker.corners)") }
  }

  /// Markers of 42 pixels, which half the size shows as well, are found once each, where they are.
  @Test func whatBothSizesShowIsFoundOnce() throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_50"))
    let few = sheet((0..<4).map { (dictionary, $0) }, cell: 7)
    var image = GrayImage(width: 1100, height: few.height, pixels: Array(repeating: 220, count: 1100 * few.height))
    for y in 0..<few.height {
      for x in 0..<few.width { image.pixels[y * 1100 + 500 + x] = few.pixels[y * few.width + x] }
    }
    let found = try MarkerDetector(dictionary: dictionary, markerSize: 0.016).corners(in: image, frame: "two sizes")
    #expect(found.map(\.id).sorted() == [0, 1, 2, 3])
    for (id, corners) in found {
      let first = Vector2(500 + 70 * Double(id) + 13.5, 13.5)
      let truth = [first, first + [42, 0], first + [42, 42], first + [0, 42]]
      #expect(zip(corners, truth).allSatisfy { ($0 - $1).length < 0.3 }, "\(id) \(corners)")
    }
  }

  /// What shows how sheets bend: four sides that are straight.
  @Test func outlinesHaveTheirSides() throws {
    let scene = PrintedScene(distance: 0.15, turn: 0.4)
    let outlines = try MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
      .outlines(in: scene.render().0.blurred, frame: "0")
    #expect(outlines.map(\.id) == [scene.id])
    let outline = try #require(outlines.first)
    #expect(zip(outline.corners, scene.pixels).allSatisfy { ($0 - $1).length < 0.3 })
    #expect(outline.bulges.allSatisfy { abs($0 ?? 1) < 0.15 }, "\(outline.bulges)")
  }

  /// The inner cells of a marker as they are printed, and none of an id that a dictionary does not have.
  @Test func bitsAreThoseOfThePrint() throws {
    let dictionary = try #require(MarkerDictionary(name: "DICT_4X4_50"))
    // OpenCV's first marker of 4 × 4.
    let first = dictionary.bits(of: 0)?.map { $0.map { $0 ? "1" : "0" }.joined() }
    #expect(first == ["1011", "0101", "0011", "0010"])
    #expect(dictionary.bits(of: 49) != nil)
    #expect(dictionary.bits(of: 50) == nil)
    #expect(dictionary.bits(of: -1) == nil)
    #expect(MarkerDictionary(name: "DICT_4X4_51") == nil)
    #expect(MarkerDictionary.all.count == 21)
  }

  @Test func measuresNothingWithoutDepth() throws {
    let scene = PrintedScene()
    let (gray, depth) = scene.render()
    var holes = depth
    for i in holes.pixels.indices { holes.pixels[i] = .nan }
    let frame = try MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
      .observe(gray: gray, depth: holes, camera: scene.camera, frame: 0, time: 0, name: "0")
    let marker = try #require(frame.markers.first)
    #expect(marker.metric == nil)
    #expect(marker.validDepthPixels == 0)
    #expect(marker.depthPixels > 100)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func findsTheMarkersOfARealPhotograph() throws {
    let file = SharedMaterial.folder.appendingPathComponent("real/singlemarkersoriginal.jpg")
    let gray = try ImageFile.gray(try Data(contentsOf: file))
    let detector = MarkerDetector(dictionary: MarkerDictionary(name: "DICT_6X6_250")!, markerSize: 0.05)
    #expect(try detector.corners(in: gray, frame: "photo").map(\.id).sorted() == [23, 40, 62, 98, 124, 203])
  }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func findsThirtyMarkersInEveryRealTrueDepthFrame() throws {
    let folder = SharedMaterial.folder.appendingPathComponent("real/truedepth-iphone11pro")
    let detector = MarkerDetector(dictionary: MarkerDictionary(name: "DICT_ARUCO_ORIGINAL")!, markerSize: 0.0104375)
    for name in ["1233681", "1233714", "1233747", "1233781", "1233814"] {
      let gray = try ImageFile.gray(try Data(contentsOf: folder.appendingPathComponent("rgb_\(name).png")))
      let found = try detector.corners(in: gray, frame: name)
      #expect(found.count >= 30, "frame \(name): \(found.count)")
      #expect(Set(found.map(\.id)).isSubset(of: Set(0..<40)))
    }
  }
}
