import Diagnostics
import Geometry
import HeadViews
internal import Platform

/// The distance of a visit from the first as pictures from five sides: at their own sizes, and what is left at one size.
struct DistanceViews {
  let scenes: ComparedScenes
  /// What the visits are called, for words.
  let names: [String: FindingValue]
  /// Whether the pictures have half the size, where they are folded away.
  let isSmall: Bool
  let language: Language

  /// Together these show all of the vault.
  private static let sides: [HeadSide] = [.front, .back, .left, .right, .top]
  /// The width of a picture in pixels: 36 mm on paper at 200 dots per inch.
  private static let pixels = 280

  private var pixels: Int { isSmall ? Self.pixels / 2 : Self.pixels }

  /// The pictures side by side, and what their colours mean.
  func markup() throws -> Markup {
    try row(scenes.distance, "compare.own_sizes") + row(scenes.shape, "compare.one_size") + legend
  }

  private func row(_ scene: HeadScene, _ title: String) throws -> Markup {
    let pictures = try Self.sides.map { side in
      let picture = HeadPicture.render(
        scene, from: side, width: pixels, height: pixels, showing: .map(.distance))
      let title = language("head.side_\(side.rawValue)")
      return Markup.element(
        "figure", [:], .picture(try picture.png(), type: "image/png", description: title),
        .element("figcaption", text: title))
    }
    return .element("h3", text: language(title, names)) + .element("div", ["class": "views five"], .joined(pictures))
  }

  /// Every millimetre has a number; beyond the ends the colours stay the same.
  private var legend: Markup {
    scenes.distance[.distance].map {
      .element("div", ["class": "legend"], MapLegend(map: $0, language: language, width: 300).figure.markup)
    } ?? .empty
  }
}
