import Drawing
@testable import Feedback
import Geometry
import Images
import Recordings
import Replay
import Testing

@testable import Replay

/// Where everything stands in a frame of the video.
@Suite struct VideoLayoutTests {
  @Test(arguments: [(640, 480), (480, 640), (1920, 1080), (31, 23), (2000, 10), (10, 2000), (1, 1)])
  func everythingHasItsPlaceAndEvenSizes(_ width: Int, _ height: Int) {
    for turns in 0..<4 {
      let layout = VideoLayout(width: width, height: height, quarterTurns: turns)
      #expect(layout.width % 2 == 0)
      #expect(layout.height % 2 == 0)
      #expect(layout.width <= 1840)
      #expect(layout.height == 896)
      let (picture, cloud, status) = (layout.picture, layout.cloud, layout.status)
      #expect(picture.x >= 0)
      #expect(picture.y >= 0)
      #expect(picture.width > 0)
      #expect(picture.height > 0)
      #expect(picture.x + picture.width <= cloud.x)
      #expect(picture.y + picture.height <= status.y)
      #expect(cloud.x + cloud.width == layout.width)
      #expect(cloud.y + cloud.height == status.y)
      #expect(status.x == 0)
      #expect(status.width == layout.width)
      #expect(status.y + status.height == layout.height)
    }
  }

  @Test func aVGAImageFillsItsBox() {
    let layout = VideoLayout(width: 640, height: 480, quarterTurns: 0)
    #expect(layout.picture == PixelArea(x: 0, y: 0, width: 960, height: 720))
    let upright = VideoLayout(width: 640, height: 480, quarterTurns: 1)
    #expect(upright.picture == PixelArea(x: 0, y: 0, width: 540, height: 720))
  }

  /// The box is as wide as the image wants, from 420 to 1280 and even; the picture stands in its middle, never without a pixel.
  @Test(arguments: [
    (31, 23, 970, PixelArea(x: 0, y: 0, width: 970, height: 720)),
    (10, 2000, 420, PixelArea(x: 208, y: 0, width: 4, height: 720)),
    (2000, 10, 1280, PixelArea(x: 0, y: 357, width: 1280, height: 6)),
    (1, 4000, 420, PixelArea(x: 209, y: 0, width: 1, height: 720)),
    (4000, 1, 1280, PixelArea(x: 0, y: 359, width: 1280, height: 1)),
    (100, 300, 420, PixelArea(x: 90, y: 0, width: 240, height: 720)),
  ]) func thePictureStandsInTheMiddleOfItsBox(_ width: Int, _ height: Int, _ box: Int, _ picture: PixelArea) {
    let layout = VideoLayout(width: width, height: height, quarterTurns: 0)
    #expect(layout.picture == picture)
    #expect(layout.cloud == PixelArea(x: box, y: 0, width: 560, height: 720))
    #expect(layout.status == PixelArea(x: 0, y: 720, width: box + 560, height: 176))
    #expect(VideoLayout(width: height, height: width, quarterTurns: 3).picture == picture)
  }

  /// The middle of pixel (100, 40) is 100.5 and 40.5 from the corner; the picture is 1.5 times as large, or
  /// 1.125 times on its side.
  @Test(
    arguments: [
      (0, [150.25, 60.25]), (1, [493.9375, 112.5625]), (2, [808.75, 658.75]), (3, [45.0625, 606.4375]),
      (-1, [45.0625, 606.4375]), (-6, [808.75, 658.75]), (5, [493.9375, 112.5625]), (4, [150.25, 60.25]),
    ] as [(Int, Vector2)]) func aPixelsPlaceIsThatOfItsMiddle(_ turns: Int, _ place: Vector2)
  {
    let found = VideoLayout(width: 640, height: 480, quarterTurns: turns).place([100, 40])
    #expect((found - place).length < 1e-9, "\(found)")
  }

  /// Markers are drawn where their pixels are: a white spot of the image is found at its place in the picture.
  @Test(arguments: 0..<4) func pixelsStandWhereTheImageShowsThem(_ turns: Int) throws {
    let (width, height) = (96, 72)
    let layout = VideoLayout(width: width, height: height, quarterTurns: turns)
    for spot: (x: Int, y: Int) in [(0, 0), (95, 0), (0, 71), (95, 71), (20, 50), (70, 13)] {
      var image = ColorImage(width: width, height: height, pixels: [UInt8](repeating: 0, count: 3 * width * height))
      for channel in 0..<3 { image.pixels[3 * (spot.y * width + spot.x) + channel] = 255 }
      var canvas = Canvas(width: layout.width, height: layout.height, .black)
      try canvas.place(image, quarterTurns: turns, in: layout.picture)
      var (sum, weight) = (Vector2.zero, 0.0)
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let value = Double(canvas.image.pixels[3 * (y * layout.width + x)])
          sum += Vector2(Double(x), Double(y)) * value
          weight += value
        }
      }
      let found = sum / weight
      // At the border the spot's smooth rim is cut off on one side.
      #expect((found - layout.place([Double(spot.x), Double(spot.y)])).length < 3.5, "\(spot) \(found)")
    }
  }

  @Test func dashesBeginAndEndAtTheCorners() {
    for (length, count) in [(100.0, 4), (10, 1), (0, 1), (1000, 36)] {
      let dashes = Dash.along([1, 2], [1 + length, 2], length: 14)
      #expect(dashes.count == count && dashes[0][0] == [1, 2] && (dashes.last![1] - [1 + length, 2]).length < 1e-9)
      for (a, b) in zip(dashes, dashes.dropFirst()) {
        #expect(abs((b[0] - a[1]).length - (a[1] - a[0]).length) < 1e-9, "gaps are as long as dashes")
      }
    }
  }

  @Test func theEyeFollowsTheCameraAndNeverLooksAlongTheAxis() {
    var eye = CloudEye()
    #expect((eye.direction(at: 0) - [0, 1, 0]).length < 1e-9)
    for i in 0...300 { eye.follow([0.3, 0, 0], at: Double(i) / 30) }
    // After a whole swing it is where the camera is.
    #expect((eye.direction(at: 10) - [1, 0, 0]).length < 1e-6)
    #expect(abs((eye.direction(at: 2.5).dot(eye.direction(at: 10))) - 0.766) < 1e-3, "40 degrees aside")
    for i in 0...300 { eye.follow([0, 0, 0.3], at: 10 + Double(i) / 30) }
    #expect(eye.direction(at: 20).z <= 0.9 + 1e-9)
    #expect(abs(eye.direction(at: 20).length - 1) < 1e-9)
    // The other side at once, and where there is no direction: no leap to nowhere.
    eye.follow([0, 0, -0.3], at: 20.5)
    eye.follow(.zero, at: 20.6)
    #expect(eye.direction(at: 20.6).isFinite)
  }

  @Test func thePromptIsWhyItVibratesElseWhatWasSaidElseTheState() throws {
    let file = FeedbackFile.builtIn
    let book = try file.phrasebook("de")
    var engine = FeedbackEngine(file.rules, ids: Set(0..<8))
    var prompts = PromptKeeper()
    var texts: [String] = []
    for i in 0..<300 {
      let markers = (0..<8).map { SeenMarker(id: $0, place: .zero, validDepth: i < 150 ? 0.9 : 0.1, distance: 0.3) }
      let told = engine.step(
        FrameFacts(frame: i, time: Double(i) / 30, markers: markers, blur: 1, validDepth: 0.3))
      texts.append(prompts.text(told, book))
    }
    #expect(texts[0] == "Telefon auf die Haube richten")
    #expect(texts[10].hasSuffix("Prozent") || texts[10] == book.prompt(.completed))
    #expect(texts[149] == book.prompt(.completed) || texts[149] == book.prompt(.scanning))
    var scan = FrameFeedbackSample.vibrating
    #expect(prompts.text(scan, book) == "Zu nah, weiter weg")
    (scan.hint, scan.time) = (nil, scan.time + 100)
    #expect(prompts.text(scan, book) == "Aufnahme läuft, langsam um den Kopf gehen")
  }

  @Test func whatWasSaidGoesWhenItNoLongerHolds() throws {
    let book = try FeedbackFile.builtIn.phrasebook("de")
    let event = { (frame: FrameFeedback, kind: FeedbackEvent.Kind) in
      FeedbackEvent(time: frame.time, frame: frame.frame, kind: kind, figures: [:])
    }
    var frame = FrameFeedbackSample.vibrating
    var prompts = PromptKeeper()
    (frame.time, frame.hint) = (8, .tooFar)
    frame.events = [event(frame, .hint(.tooFar))]
    #expect(prompts.text(frame, book) == "Zu weit weg, näher heran")
    (frame.time, frame.hint, frame.isVibrating) = (8.7, nil, false)
    frame.events = [event(frame, .vibration(false)), event(frame, .hintOver(.tooFar))]
    #expect(prompts.text(frame, book) == book.prompt(.scanning), "0.7 s after it was said, but no longer so")
    frame.alerts = [.heat]
    frame.events = [event(frame, .alert(.heat))]
    #expect(prompts.text(frame, book) == "Das Telefon wird heiß")
    (frame.alerts, frame.events, frame.time) = ([], [event(frame, .alertOver(.heat))], 9)
    #expect(prompts.text(frame, book) == book.prompt(.scanning))
    frame.events = [event(frame, .progress(percent: 50))]
    #expect(prompts.text(frame, book) == "50 Prozent")
    (frame.events, frame.time) = ([], 9 + PromptKeeper.patience - 0.1)
    #expect(prompts.text(frame, book) == "50 Prozent", "a step has no end")
    frame.time += 0.2
    #expect(prompts.text(frame, book) == book.prompt(.scanning))
  }
}

/// A frame's feedback that a short scan gives.
enum FrameFeedbackSample {
  /// The phone vibrates because it is too close.
  static var vibrating: FrameFeedback {
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: Set(0..<40))
    var last: FrameFeedback?
    for i in 0..<60 {
      let markers = (0..<8).map { SeenMarker(id: $0, place: .zero, validDepth: i < 30 ? 0.9 : 0.1, distance: 0.3) }
      last = engine.step(FrameFacts(frame: i, time: Double(i) / 30, markers: markers, blur: 1, validDepth: 0.3))
    }
    return last!
  }
}
