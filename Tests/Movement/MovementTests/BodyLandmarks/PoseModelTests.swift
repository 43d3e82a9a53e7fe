import Diagnostics
import Foundation
import Geometry
import Images
import Recordings
import TestSupport
import Testing

@testable import Movement

/// Pose models: what is told of their files, and what they find.
@Suite struct PoseModelTests {
  /// Dots at random places, far enough from each other and from the border.
  static func places(_ random: inout SeededGenerator, width: Int, height: Int, apart: Double) -> [Vector2] {
    var places: [Vector2] = []
    while places.count < 17 {
      let place = Vector2(
        Double.random(in: apart / 2...(Double(width) - apart / 2), using: &random),
        Double.random(in: apart / 2...(Double(height) - apart / 2), using: &random))
      if places.allSatisfy({ ($0 - place).length > apart }) { places.append(place) }
    }
    return places
  }

  /// The error of both heads over random pictures of two shapes. A cell of the heat map has 16.7 pixels of the wide picture and
  /// 12.5 of the tall one, a cell of SimCC an eighth of it, which is 2.1 pixels at most.
  @Test(arguments: [
    (DotPictures.heatMap, 1.0), (DotPictures.simcc, 2.1),
  ])
  func dotsAreFoundWhereTheyAre(_ model: URL, _ most: Double) throws {
    var network = try PoseModel.open(model.path)
    #expect(network.width == 192)
    #expect(network.height == 256)
    var random = SeededGenerator(seed: 1807)
    var (sum, worst, count) = (0.0, 0.0, 0.0)
    for (width, height) in [(640, 480), (480, 640), (480, 640)] {
      let places = Self.places(&random, width: width, height: height, apart: 74)
      let picture = DotPictures.picture(places, width: width, height: height, radius: 22)
      let points = try network.points(in: picture)
      for (point, place) in zip(points, places) {
        let point = try #require(point)
        let miss = (point.pixel - place).length
        #expect(point.score > 0.5)
        #expect(point.score <= 1)
        (sum, worst, count) = (sum + miss * miss, max(worst, miss), count + 1)
      }
    }
    print("\(model.lastPathComponent): \((sum / count).squareRoot()) pixels RMS, at most \(worst)")
    #expect(worst < most)
  }

  /// A picture on its side is turned for the model, and the places are those of the picture; so is the person's box.
  @Test(arguments: [1, 2, 3, 5]) func picturesOnTheirSideAreTurned(_ turns: Int) throws {
    var network = try PoseModel.open(DotPictures.heatMap.path)
    let places = (0..<17).map { Vector2(400 + 30 * Double($0 % 4), 100 + 40 * Double($0 / 4)) }
    let picture = DotPictures.picture(places, width: 1280, height: 720, radius: 7)
    // What the camera saw of an upright picture when it lay on its side: turned back it is upright again.
    let lying = picture.turned(quarterTurns: 4 - turns)
    let back = PictureTurn(4 - turns, width: 1280, height: 720)
    let box = back.turned(PersonBox(x: 380, y: 80, width: 130, height: 200))
    let points = try network.points(in: lying, box: box, quarterTurns: turns)
    for (point, place) in zip(points, places) {
      #expect((back.original(try #require(point).pixel) - place).length < 0.3)
    }
    let turn = PictureTurn(turns, width: lying.width, height: lying.height)
    let upright = turn.turned(box)
    #expect([upright.x, upright.y, upright.width, upright.height] == [380, 80, 130, 200])
  }

  /// In a smaller box the same dots have more cells, and are found more exactly.
  @Test func aPersonsBoxIsLookedAtAlone() throws {
    var network = try PoseModel.open(DotPictures.heatMap.path)
    let places = (0..<17).map { Vector2(400 + 30 * Double($0 % 4), 100 + 40 * Double($0 / 4)) }
    var picture = DotPictures.picture(places, width: 1280, height: 720, radius: 7)
    let points = try network.points(in: picture, box: PersonBox(x: 380, y: 80, width: 130, height: 200))
    for (point, place) in zip(points, places) { #expect((try #require(point).pixel - place).length < 0.3) }
    // Beyond the box nothing is seen.
    picture = DotPictures.picture([[1200, 600]], width: 1280, height: 720, radius: 20)
    let none = try network.points(in: picture, box: PersonBox(x: 380, y: 80, width: 130, height: 200))
    #expect(none[0].map { $0.score < 0.05 } ?? true)
  }

  @Test func aPointThatIsNotThereIsNotSure() throws {
    for model in [DotPictures.heatMap, DotPictures.simcc] {
      var network = try PoseModel.open(model.path)
      let picture = DotPictures.picture([nil, [300, 200]], width: 640, height: 480, radius: 22)
      let points = try network.points(in: picture)
      #expect(points[0].map { $0.score < 0.3 } ?? true)
      #expect(try #require(points[1]).score > 0.5)
    }
  }

  /// What was found is a motion file, with the points where they are, 0 where there are none; pictures of one size only.
  @Test func whatIsFoundIsWrittenAndOtherSizesAreRefused() throws {
    var network = try PoseModel.open(DotPictures.heatMap.path)
    var found = DetectedLandmarks()
    let place = Vector2(300, 200)
    let picture = DotPictures.picture([place], width: 640, height: 480, radius: 22)
    for (number, time) in [(0, 0.0), (4, 0.5)] {
      let triples = try found.add(picture, PictureSeries.Picture(number, time: time), by: &network)
      #expect(triples.count == 3 * 17)
      #expect((Vector2(triples[0], triples[1]) - place).length < 1)
    }
    for (width, height) in [(480, 640), (640, 479), (639, 480)] {
      let other = DotPictures.picture([place], width: width, height: height, radius: 22)
      #expect(throws: PoseModelError.self) { try found.add(other, PictureSeries.Picture(5, time: 1), by: &network) }
    }
    let written = try #require(try JSONSerialization.jsonObject(with: found.json) as? [String: [[String: Any]]])
    let (images, people) = (try #require(written["images"]), try #require(written["annotations"]))
    #expect(images.map { $0["id"] as? Int } == [0, 4])
    #expect(images.map { $0["time_s"] as? Double } == [0, 0.5])
    #expect(images.allSatisfy { $0["width"] as? Int == 640 && $0["height"] as? Int == 480 && $0["file_name"] == nil })
    #expect(people.map { $0["image_id"] as? Int } == [0, 4])
    for person in people {
      let points = try #require(person["keypoints"] as? [Double])
      #expect(points.count == 3 * 17)
      #expect((Vector2(points[0], points[1]) - place).length < 1)
      let scores = stride(from: 2, to: points.count, by: 3).map { points[$0] }
      #expect(abs(try #require(person["score"] as? Double) - scores.reduce(0, +) / 17) < 1e-5)
    }
  }

  // MARK: Files beside the model

  @Test func aFileBesideTheModelSaysHowItIsFed() throws {
    let folder = try TemporaryFolder()
    let model = folder.url.appendingPathComponent("dots.onnx")
    try FileManager.default.copyItem(at: DotPictures.heatMap, to: model)
    let places = (0..<17).map { Vector2(60 + 90 * Double($0 % 6), 60 + 120 * Double($0 / 6)) }
    let straight = DotPictures.picture(places, width: 640, height: 480, radius: 22)
    // With blue first the network takes red for blue, and so it finds red in the place of blue.
    let text =
      "schema: calvaria/pose-model/1\nname: dots\ncolour: bgr\nmean: [103.53, 116.28, 123.675]\nstd: [57.375, 57.12, 58.395]\n"
    try Data(text.utf8).write(to: folder.url.appendingPathComponent("dots.yaml"))
    var network = try PoseModel.open(model.path)
    #expect(network.files.map(\.name) == ["dots.onnx", "dots.yaml"])
    let points = try network.points(in: straight)
    #expect((try #require(points[0]).pixel - places[2]).length < 1)
    #expect((try #require(points[2]).pixel - places[0]).length < 1)
    for (line, place) in [
      ("padding: 9", "padding"), ("mean: [1, 2]", "mean"), ("std: [0, 1, 1]", "std"), ("color: rgb", "color"),
      ("input_size: {width: 8, height: 8}", "input_size"),
    ] {
      try Data("schema: calvaria/pose-model/1\n\(line)\n".utf8).write(
        to: folder.url.appendingPathComponent("dots.yaml"))
      do throws(PoseModelError) {
        _ = try PoseModel.open(model.path).width
        Issue.record("\(line) was taken")
      } catch {
        #expect(error.kind == .badConfiguration, "\(error)")
        #expect(error.description.contains(place), "\(error)")
      }
    }
  }

  /// Sizes from the first pixel's centre to the last one's: cell u, which stands for pixel 4u of the input, is taken
  /// for 191/47 u.
  @Test func sizesOfUnbiasedDataGoFromCentreToCentre() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let model = folder.url.appendingPathComponent("dots.onnx")
    try FileManager.default.copyItem(at: DotPictures.heatMap, to: model)
    try Data("schema: calvaria/pose-model/1\nudp: true\n".utf8).write(
      to: folder.url.appendingPathComponent("dots.yaml"))
    var network = try PoseModel.open(model.path)
    let places = (0..<17).map { Vector2(60 + 90 * Double($0 % 6), 60 + 120 * Double($0 / 6)) }
    let points = try network.points(in: DotPictures.picture(places, width: 640, height: 480, radius: 22))
    // The padded picture is 800 × 1066.7 pixels, its middle that of the input.
    let (extent, cells, middle) = (Vector2(191, 255), Vector2(47, 63), Vector2(320, 240))
    let scale = extent / Vector2(800, 3200 / 3.0)
    for (point, place) in zip(points, places) {
      let seen = extent / 2 + scale * (place - middle)
      let expected = middle + (seen / 4 / cells * extent - extent / 2) / scale
      #expect((try #require(point).pixel - expected).length < 1, "\(place)")
    }
  }

  @Test func filesThatAreTooLargeAreRefused() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let place = { (name: String) in folder.url.appendingPathComponent(name) }
    try Data("schema: calvaria/pose-model/1\n# \(String(repeating: "x", count: 1 << 16))\n".utf8).write(
      to: place("dots.yaml"))
    try FileManager.default.copyItem(at: DotPictures.heatMap, to: place("dots.onnx"))
    do throws(PoseModelError) {
      _ = try PoseModel.open(place("dots.onnx").path).width
      Issue.record("a description of 64 KiB was taken")
    } catch {
      guard case .unreadable(place("dots.yaml").path, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    // It has no blocks on the disk.
    let large = place("large.onnx")
    try Data().write(to: large)
    let file = try FileHandle(forWritingTo: large)
    try file.truncate(atOffset: (1 << 30) + 1)
    try file.close()
    let found = FindingValue.phrase("too_many_bytes", ["bytes": .count((1 << 30) + 1), "limit": .count(1 << 30)])
    #expect(throws: PoseModelError.malformed(path: large.path, expected: .atMostMiB(1024), found: found)) {
      _ = try PoseModel.open(large.path).width
    }
  }

  @Test func sidesAreThoseOfPictures() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appendingPathComponent("m.onnx")
    let sides = FindingValue.phrase("pose_sides", ["low": .count(32), "high": .count(2048)])
    for (shape, text) in [([1, 3, 16, 64], "1×3×16×64"), ([1, 3, 64, 4096], "1×3×64×4096")] {
      try Data(TinyModel.file(TinyModel.field(11, TinyModel.value("input", shape)))).write(to: file)
      #expect(throws: PoseModelError.malformed(path: file.path, expected: sides, found: .names([text]))) {
        _ = try PoseModel.open(file.path).width
      }
    }
  }

  // MARK: Outputs

  /// What a model of 64 × 32 pixels with constant outputs finds in a picture of 128 × 64. Padded by a quarter this is
  /// 160 × 80, so that pixel p of the input is pixel 2.5 p − (16, 8) of the picture.
  private func found(_ outputs: [(shape: [Int], values: [Double])]) throws -> [DetectedPoint?] {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appendingPathComponent("m.onnx")
    try Data(TinyModel.constant(width: 64, height: 32, outputs)).write(to: file)
    var network = try PoseModel.open(file.path)
    return try network.points(in: DotPictures.picture([], width: 128, height: 64, radius: 1))
  }

  private func expect(_ point: DetectedPoint?, _ input: Vector2, _ score: Double) throws {
    let point = try #require(point)
    #expect((point.pixel - (input * 2.5 - Vector2(16, 8))).length < 1e-3)
    #expect(abs(point.score - score) < 1e-5)
  }

  @Test func placesAreSharesOfTheInput() throws {
    let triples = (0..<17).map { k -> [Double] in
      let k = Double(k)
      return [0.9 - k / 30, 0.05 + k / 20, (k + 1) / 20]
    }
    var values = triples.flatMap { $0 }
    (values[3 * 4 + 2], values[3 * 16 + 2]) = (0, 1.5)
    let points = try found([([1, 1, 17, 3], values)])
    #expect(points.count == 17)
    for (k, triple) in triples.enumerated() where k != 4 {
      try expect(points[k], Vector2(64 * triple[1], 32 * triple[0]), k == 16 ? 1 : triple[2])
    }
    #expect(points[4] == nil)
  }

  /// The largest cell of each row, two cells a pixel, and the lower one of their values.
  @Test func rowsAreAsSureAsTheLowerOne() throws {
    var (across, down) = ([Double](repeating: 0, count: 17 * 128), [Double](repeating: 0, count: 17 * 64))
    for k in 0..<17 {
      across[128 * k + 3 * k + 5] = 0.2 + Double(k) / 25
      down[64 * k + 2 * k + 7] = 0.8 - Double(k) / 25
    }
    let points = try found([([1, 17, 64], down), ([1, 17, 128], across)])
    for k in 0..<17 {
      let score = k <= 7 ? 0.2 + Double(k) / 25 : 0.8 - Double(k) / 25
      try expect(points[k], Vector2(Double(3 * k + 5) / 2, Double(2 * k + 7) / 2), score)
    }
  }

  /// Cells of eight pixels, and how far the points lie from the likeliest ones, down first.
  @Test func offsetsAreThoseOfTheLikeliestCell() throws {
    var (maps, offsets) = ([Double](repeating: -5, count: 17 * 32), [Double](repeating: 99, count: 34 * 32))
    let score = { (k: Int) in (Double(k) + 2) / 20 }
    for k in 0..<17 {
      let cell = 8 * (k % 4) + k % 7
      maps[32 * k + cell] = log(score(k) / (1 - score(k)))
      offsets[32 * k + cell] = 1 + Double(k) / 4
      offsets[32 * (17 + k) + cell] = -Double(k) / 5
    }
    let points = try found([([1, 34, 4, 8], offsets), ([1, 17, 4, 8], maps)])
    for k in 0..<17 {
      let place = Vector2(Double(8 * (k % 7)) - Double(k) / 5, Double(8 * (k % 4)) + 1 + Double(k) / 4)
      try expect(points[k], place, score(k))
    }
  }

  @Test func onlyOneSizeIsTaken() throws {
    #expect(throws: PoseModelError.self) { _ = try PoseModel.open(DotPictures.heatMap.path, size: (256, 256)).width }
    #expect(try PoseModel.open(DotPictures.heatMap.path, size: (192, 256)).width == 192)
  }

  // MARK: Hostile files

  @Test func whatIsNoModelIsRefused() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("m.onnx")
    let whole = [UInt8](try Data(contentsOf: DotPictures.simcc))
    var texts: [[UInt8]] = [[], Array("<html>".utf8), [UInt8](repeating: 0xFF, count: 5000)]
    texts += [100, 4000, 14_000].map { Array(whole.prefix($0)) }
    for bytes in texts {
      try Data(bytes).write(to: file)
      do throws(PoseModelError) {
        _ = try PoseModel.open(file.path).width
        Issue.record("\(bytes.count) bytes were taken")
      } catch { #expect(error.kind == .badData) }
    }
    #expect(throws: PoseModelError.unreadable(path: folder.url.path, found: .phrase("folder"))) {
      _ = try PoseModel.open(folder.url.path).width
    }
    do throws(PoseModelError) {
      _ = try PoseModel.open("/nowhere.onnx").width
      Issue.record("a file that is not there was taken")
    } catch { #expect(error.kind == .inputMissing) }
  }

  /// A file that crashes OpenCV 4.6 itself, found by changing bytes; later releases may refuse it instead.
  @Test func aCrashOfOpenCVIsAnError() throws {
    do throws(PoseModelError) {
      _ = try PoseModel.open(DotPictures.fixture("crashes-opencv-4.6.onnx").path).width
      Issue.record("it was taken")
    } catch {
      guard case .failed(_, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
      #expect(!reason.contains("\n"))
    }
  }

  /// Files with a few changed bytes are read or refused, and points have numbers or are missing.
  @Test func changedFilesEndInPointsOrErrors() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("m.onnx")
    let whole = [UInt8](try Data(contentsOf: DotPictures.simcc))
    let picture = DotPictures.picture([[100, 100]], width: 320, height: 240, radius: 12)
    let seed: UInt64 = 46
    var random = SeededGenerator(seed: seed)
    var (taken, refused) = (0, 0)
    for _ in 0..<24 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try Data(bytes).write(to: file)
      do throws(PoseModelError) {
        var network = try PoseModel.open(file.path)
        let points = try network.points(in: picture)
        #expect(points.allSatisfy { $0.map { $0.pixel.x.isFinite && $0.score.isFinite } ?? true })
        taken += 1
      } catch { refused += 1 }
    }
    print("seed \(seed): \(taken) taken, \(refused) refused")
    #expect(taken > 0)
    #expect(refused > 0)
  }

  @Test func theInputIsReadFromTheFile() throws {
    let bytes = [UInt8](try Data(contentsOf: DotPictures.simcc))
    #expect(try #require(ONNXShapes(bytes)).inputs == [[1, 3, 256, 192]])
    #expect(ONNXShapes([]) == nil)
    // A part of a file is none, or one whose input is there; it never leads out of the bytes.
    for count in stride(from: 1, to: bytes.count, by: 97) { _ = ONNXShapes(Array(bytes.prefix(count))) }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      _ = ONNXShapes((0..<60).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }
}
