import Diagnostics
import Geometry
import HeadViews
import Platform

/// The distance of a visit from the first as pictures from five sides: at their own sizes, and what is left at one size.
struct DistanceViews {
  let scenes: ComparedScenes
  /// What the visits are called, for words.
  let names: [String: FindingValue]
  let language: Language

  /// Together these show all of the vault.
  private static let sides: [HeadSide] = [.front, .back, .left, .right, .top]
  /// The width of a picture in pixels: 36 mm on paper at 200 dots per inch.
  private static let pixels = 280

  /// The pictures side by side, and what their colours mean.
  func markup() throws -> Markup {
    try row(scenes.distance, "compare.own_sizes") + row(scenes.shape, "compare.one_size") + legend
  }

  private func row(_ scene: HeadScene, _ title: String) throws -> Markup {
    let pictures = try Self.sides.map { side in
      let picture = HeadPicture.render(
        scene, from: side, width: Self.pixels, height: Self.pixels, showing: .map(.distance))
      let title = language("head.side_\(side.rawValue)")
      return Markup.element(
        "figure", ["class": "side"], .picture(try picture.png(), type: "image/png", description: title),
        .element("figcaption", text: title))
    }
    return .element("h3", text: language(title, names)) + .element("div", ["class": "sides"], .joined(pictures))
  }

  /// Every millimetre has a number; beyond the ends the colours stay the same.
  private var legend: Markup {
    guard let map = scenes.distance[.distance] else { return .empty }
    let (width, steps) = (300.0, 40)
    let boxes = (0..<steps).map { step -> Markup in
      let color = map.kind.colors.color(at: (Double(step) + 0.5) / Double(steps))
      return .element(
        "rect",
        [
          "x": Shape.number(20 + (width - 40) * Double(step) / Double(steps)), "y": "18", "height": "14",
          "width": Shape.number((width - 40) / Double(steps) + 0.4), "fill": "rgb(\(color.x),\(color.y),\(color.z))",
        ])
    }
    let (low, high) = (map.range.lowerBound, map.range.upperBound)
    let ticks = stride(from: low, through: high, by: (high - low) / 10).map { value -> Markup in
      let x = 20 + (width - 40) * (value - low) / (high - low)
      let text = (value > 0 ? "+" : "") + language.number(value, digits: 0)
      return Shape.line([x, 32], [x, 36], "tick") + Shape.label(text, [x, 48])
    }
    let words = [
      Shape.label(language("compare.inside"), [20, 12], "start"),
      Shape.label(language("compare.outside"), [width - 20, 12], "end"),
      Shape.label("mm", [width / 2, 12]),
    ]
    return .element(
      "svg",
      ["viewBox": "0 0 300 54", "class": "legend", "role": "img", "aria-label": language("head.distance")],
      .joined(words + boxes + ticks))
  }
}
