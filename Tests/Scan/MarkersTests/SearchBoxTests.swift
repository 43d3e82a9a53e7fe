import Geometry
import Images
import Testing

@testable import Markers

/// The part of a frame in which markers are looked for.
@Suite struct SearchBoxTests {
  private static let camera = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 320, cy: 240)

  private static func frame(_ corners: [[Vector2]], _ camera: Camera = camera) -> FrameObservations {
    FrameObservations(
      frame: 0, time: 0, camera: camera,
      markers: corners.enumerated().map { id, corners in
        MarkerObservation(id: id, corners: corners, metric: nil, depthPixels: 0, validDepthPixels: 0)
      })
  }

  private static func square(_ x: Double, _ y: Double, _ side: Double = 20) -> [Vector2] {
    [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
  }

  @Test func theBoxIsAroundAllMarkersWithRoom() throws {
    let box = try #require(
      SearchBox(around: [
        Self.frame([Self.square(201, 150), Self.square(300, 130)]), Self.frame([Self.square(250, 260)]),
      ]))
    // 64 pixels of room; the first column and row are even.
    #expect((box.x, box.y) == (136, 66))
    #expect((box.x + box.width, box.y + box.height) == (385, 345))
    #expect(box.halved == SearchBox(x: 68, y: 33, width: 124, height: 139))
  }

  @Test func theBoxEndsWithTheImage() throws {
    let box = try #require(SearchBox(around: [Self.frame([Self.square(10, 440)]), Self.frame([Self.square(30, 420)])]))
    #expect((box.x, box.y) == (0, 356))
    #expect((box.width, box.height) == (115, 124))
  }

  /// A band of markers from side to side, or from top to bottom, is still a part.
  @Test func aBandIsAPart() throws {
    let row = try #require(SearchBox(around: [Self.frame([Self.square(20, 200), Self.square(600, 210)])]))
    #expect(row == SearchBox(x: 0, y: 136, width: 640, height: 295 - 136))
    let column = try #require(SearchBox(around: [Self.frame([Self.square(301, 20), Self.square(320, 440)])]))
    #expect(column == SearchBox(x: 236, y: 0, width: 405 - 236, height: 480))
  }

  /// A marker that lies beside the image leaves nothing of it.
  @Test func aMarkerBesideTheImageLeavesAnEmptyBox() throws {
    let box = try #require(SearchBox(around: [Self.frame([Self.square(800, 100)])]))
    #expect((box.x, box.width) == (640, 0))
    #expect((box.y, box.height) == (36, 185 - 36))
  }

  @Test func whereNothingTellsWhereToLookTheWholeImageIsSearched() {
    let some = Self.frame([Self.square(100, 100)])
    #expect(SearchBox(around: []) == nil)
    #expect(SearchBox(around: [some, Self.frame([])]) == nil)
    #expect(SearchBox(around: [Self.frame([]), some]) == nil)
    #expect(SearchBox(around: [some, some]) != nil)
    // No smaller than the image.
    #expect(SearchBox(around: [Self.frame([Self.square(20, 20)]), Self.frame([Self.square(600, 440)])]) == nil)
    // Images of two sizes.
    let small = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 160, cy: 120)
    #expect(SearchBox(around: [some, Self.frame([Self.square(100, 100)], small)]) == nil)
  }

  /// What is found in a box lies where it lies in the whole image, and as exactly.
  @Test func cornersAreThoseOfTheWholeImage() throws {
    let scene = PrintedScene(turn: 0.4)
    let detector = MarkerDetector(dictionary: scene.dictionary, markerSize: scene.side)
    let (image, _) = scene.render()
    let (xs, ys) = (scene.pixels.map(\.x), scene.pixels.map(\.y))
    let (x, y) = (Int(xs.min()!) / 2 * 2 - 24, Int(ys.min()!) / 2 * 2 - 24)
    let box = SearchBox(x: x, y: y, width: Int(xs.max()!) - x + 24, height: Int(ys.max()!) - y + 24)
    let (whole, part) = (
      try detector.corners(in: image, frame: "whole"), try detector.corners(in: image, box, frame: "part")
    )
    #expect(whole.map(\.id) == [scene.id])
    #expect(part.map(\.id) == [scene.id])
    #expect(whole[0].corners == part[0].corners)
    let elsewhere = SearchBox(x: 0, y: 0, width: x, height: image.height)
    #expect(try detector.corners(in: image, elsewhere, frame: "elsewhere").isEmpty)
  }

  /// Images of any size and content are searched without harm, whole and in part.
  @Test(arguments: [1, 2, 3, 7, 16, 31, 32, 33, 65]) func imagesOfAnySizeAreSearched(_ side: Int) throws {
    var random = SeededGenerator(seed: UInt64(side))
    let detector = MarkerDetector(dictionary: MarkerDictionary(name: "DICT_4X4_50")!, markerSize: 0.016)
    let (width, height) = (side, max(1, 2 * side / 3))
    let noise = (0..<(width * height)).map { _ in UInt8.random(in: 0...255, using: &random) }
    for pixels in [noise, noise.map { _ in 0 }, noise.map { _ in 255 }, noise.indices.map { $0 % 2 == 0 ? 0 : 255 }] {
      let image = GrayImage(width: width, height: height, pixels: pixels)
      #expect(try detector.corners(in: image, frame: "whole").isEmpty)
      let corner = SearchBox(x: width / 2, y: height / 2, width: width - width / 2, height: height - height / 2)
      #expect(try detector.corners(in: image, corner, frame: "part").isEmpty)
    }
  }

  @Test func aBoxThatIsNotInTheImageIsAnError() {
    let detector = MarkerDetector(dictionary: MarkerDictionary(name: "DICT_4X4_50")!, markerSize: 0.016)
    let image = GrayImage(width: 20, height: 10, pixels: Array(repeating: 200, count: 200))
    for box in [
      SearchBox(x: 0, y: 0, width: 0, height: 10), SearchBox(x: 0, y: 0, width: 21, height: 10),
      SearchBox(x: 15, y: 0, width: 6, height: 10), SearchBox(x: 0, y: 4, width: 20, height: 7),
    ] {
      #expect(throws: MarkerError.self) { try detector.corners(in: image, box, frame: "part") }
    }
  }
}
