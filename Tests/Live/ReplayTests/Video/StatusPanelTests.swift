import Drawing
import Geometry
import Testing

@testable import Feedback
@testable import Replay

/// What the operator is told below the pictures, beside what it should be. The panel is 980 × 176 from y = 720 on; what it
/// says begins at x = 216 and is 740 wide.
@Suite struct StatusPanelTests {
  private static let facts = FrameFacts(
    frame: 0, time: 1,
    markers: DrawnScene.markers([(1, 0.75), (2, 0.9), (3, 0.74), (4, 0.1), (5, 0.8), (6, 0.0)]))

  private func drawn(_ feedback: FrameFeedback, _ book: Phrasebook) throws -> [UInt8] {
    var panel = StatusPanel(
      layout: DrawnScene.layout, typeface: try .installed(), rules: FeedbackFile.builtIn.rules, book: book)
    var canvas = Canvas(width: 980, height: 896, .night)
    try panel.draw(DrawnScene.scene(Self.facts, feedback), on: &canvas)
    return Array(canvas.image.pixels[(3 * 980 * 700)...])
  }

  /// What always stands there, and more.
  private func expected(
    _ overlap: (text: String, light: TrafficLight), shared: Int, _ book: Phrasebook,
    _ more: (inout Canvas, Typeface) throws -> Void
  ) throws -> [UInt8] {
    let typeface = try Typeface.installed()
    var canvas = Canvas(width: 980, height: 896, .night)
    try canvas.line([[0, 720], [980, 720]], width: 2, .gray)
    let (prompt, promptSize) = try typeface.fit(book.prompt(.scanning), width: 740, sizes: 20...40)
    try canvas.text(prompt, at: [216, 774], size: promptSize, typeface, .white)
    let texts = [
      "\(book[.overlap]) \(overlap.text)", "\(shared) \(book[.shared])", "\(6 - shared) \(book[.other])",
      "3 \(book[.noDepth])",
    ]
    // Four signs of 30 pixels and three gaps of 26 leave 542 of 740.
    let size = try (14...21).last { size in try texts.reduce(0) { $0 + (try typeface.width(of: $1, size: size)) } <= 542
    }
    var x = 216.0
    for (i, text) in texts.enumerated() {
      let swatch = DrawnScene.box(x, 804, x + 20, 824)
      switch i {
      case 0: try canvas.text(overlap.light.sign, at: [x, 822], size: 21, typeface, overlap.light.paint)
      case 1: try canvas.quad(swatch, .shared)
      case 2: try canvas.quad(swatch, .other)
      default: try canvas.cross(swatch, .orange)
      }
      try canvas.text(text, at: [x + 30, 822], size: size ?? 14, typeface, .white)
      x += Double(try typeface.width(of: text, size: size ?? 14)) + 56
    }
    try more(&canvas, typeface)
    return Array(canvas.image.pixels[(3 * 980 * 700)...])
  }

  /// The title of the bar; where what follows begins.
  private func title(_ book: Phrasebook, on canvas: inout Canvas, _ typeface: Typeface) throws -> Double {
    let (title, size) = try typeface.fit(book[.markers], width: 246, sizes: 14...21)
    try canvas.text(title, at: [216, 870], size: size, typeface, .white)
    return 216 + Double(try typeface.width(of: title, size: size)) + 18
  }

  private func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }

  /// In two languages, and with words for which even the smallest letters are too large.
  @Test(arguments: ["en", "de", "long"]) func theOverlapIsToldWithItsMarkers(_ language: String) throws {
    let words = "abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz"
    let yaml = "schema: calvaria/feedback-rules/1\nphrases: {en: {word_shared: \(words)}}\n"
    let book =
      language == "long"
      ? try FeedbackFile.parse(yaml, path: "own.yaml").phrasebook("en")
      : try FeedbackFile.builtIn.phrasebook(language)
    var feedback = DrawnScene.feedback()
    (feedback.overlap.ids, feedback.overlap.share) = ([2, 5], 0.346)
    let picture = try expected(("35 %", .red), shared: 2, book) { canvas, typeface in
      let start = try title(book, on: &canvas, typeface)
      try canvas.text("–", at: [start, 870], size: 21, typeface, .white)
    }
    #expect(isSame(try drawn(feedback, book), picture))
  }

  /// The bar ends 120 pixels before the panel's text does, at x = 836; a quarter, a half and three quarters are marked.
  @Test(arguments: [(0.4, "40 %", TrafficLight.red), (0, "0 %", .red), (1.2, "120 %", .green)])
  func theBarIsFilledByTheShare(_ share: Double, _ text: String, _ light: TrafficLight) throws {
    let book = try FeedbackFile.builtIn.phrasebook("en")
    var feedback = DrawnScene.feedback()
    (feedback.overlap.ids, feedback.overlap.share, feedback.overlap.isSufficient) = ([1, 2, 3, 5], 0.8, true)
    (feedback.progress, feedback.light) = (share, light)
    let picture = try expected(("80 %", .green), shared: 4, book) { canvas, typeface in
      let start = try title(book, on: &canvas, typeface)
      let whole = DrawnScene.box(start, 848, 836, 878)
      try canvas.polygon(whole, Paint(44, 47, 52))
      let end = start + (836 - start) * min(share, 1)
      if share > 0 { try canvas.polygon(DrawnScene.box(start, 848, end, 878), light.paint) }
      for part in [0.25, 0.5, 0.75] {
        let x = start + (836 - start) * part
        try canvas.line([[x, 848], [x, 878]], width: 2, .night)
      }
      try canvas.line(whole, closed: true, width: 2, .white)
      try canvas.text(light.sign, at: [850, 870], size: 21, typeface, light.paint)
      try canvas.text(text, at: [878, 870], size: 21, typeface, .white)
    }
    #expect(isSame(try drawn(feedback, book), picture))
  }

  /// A phone of 38 × 76 about (108, 786), two waves on either side of it, and the word.
  @Test func aVibrationIsAShakingPhone() throws {
    let book = try FeedbackFile.builtIn.phrasebook("en")
    var feedback = DrawnScene.feedback()
    feedback.isVibrating = true
    let picture = try expected(("40 %", .red), shared: 0, book) { canvas, typeface in
      let start = try title(book, on: &canvas, typeface)
      try canvas.text("–", at: [start, 870], size: 21, typeface, .white)
      try canvas.line(DrawnScene.box(89, 748, 127, 824), closed: true, width: 5, .orange)
      try canvas.line([[102, 813], [114, 813]], width: 4, .orange)
      // 36 pixels aside and 40.4 to either end; 54 aside and 29.6.
      for (x, aside) in [(72.0, -8.0), (54, -8), (144, 8), (162, 8)] {
        let height = abs(x - 108) == 36 ? 40.4 : 29.6
        try canvas.line(
          [
            [x, 786 - height], [x + aside, 786 - height / 2], [x, 786], [x + aside, 786 + height / 2],
            [x, 786 + height],
          ], width: 4, .orange)
      }
      let (word, size) = try typeface.fit(book[.vibration], width: 190, sizes: 14...26)
      let width = Double(try typeface.width(of: word, size: size))
      try canvas.text(word, at: [108 - width / 2, 870], size: size, typeface, .orange)
    }
    #expect(isSame(try drawn(feedback, book), picture))
  }

  @Test func aBarsPartsLieBetweenItsEnds() {
    let bar = ProgressBarArea(start: 10, end: 50, top: 7, height: 5)
    #expect(bar.part(0.25...0.75) == [[20, 7], [40, 7], [40, 12], [20, 12]])
    #expect(bar.mark(0.1) == [[14, 7], [14, 12]])
  }
}
