import Diagnostics
import Geometry
import HeadViews
internal import Platform
import Workers

/// The head from six sides, and its coverage, as drawings.
struct HeadPictures {
  let scene: HeadScene
  let language: Language
  /// The threads that share the pictures.
  var workers = Workers(count: 1)

  /// The size of a picture in pixels: 46 mm on paper at 200 dots per inch.
  private static let pixels = 360
  /// That of a picture of coverage, of which five stand in a row.
  private static let coveragePixels = 240

  /// The height of what lies below a picture, for the bar, in pixels.
  private static let strip = 44.0

  /// The sides in the order in which they are shown.
  static let sides: [HeadView] = [.front, .back, .threeQuarter, .left, .right, .top]
  /// The sides from which coverage is shown: together they show all of the vault.
  static let coveredSides: [HeadView] = [.front, .left, .top, .back, .right]

  /// The head from each side with landmarks, section and holes; how well each part was seen, with the holes, which is empty
  /// where the surface does not say; and what else a page is made of.
  ///
  /// - Parameter more: made beside the pictures.
  func drawn<More: Sendable>(beside more: @Sendable () throws -> More) throws -> Drawn<More> {
    let covered = scene[.coverage] == nil ? [] : Self.coveredSides
    let pieces = try workers.map(1 + Self.sides.count + covered.count) { index throws -> Piece<More> in
      switch index {
      case 0: .more(try more())
      case ...Self.sides.count: .figure(try view(Self.sides[index - 1]))
      default: .figure(try coverage(covered[index - 1 - Self.sides.count]))
      }
    }
    guard case .more(let made) = pieces[0] else { preconditionFailure("the first piece is no figure") }
    let figures = pieces.compactMap { if case .figure(let figure) = $0 { figure } else { nil } }
    return Drawn(
      views: Array(figures.prefix(Self.sides.count)), coverage: Array(figures.dropFirst(Self.sides.count)), more: made)
  }

  private enum Piece<More: Sendable>: Sendable { case more(More), figure(Figure) }

  /// The pictures, and what was made beside them.
  struct Drawn<More> {
    let views, coverage: [Figure]
    let more: More
  }

  private func view(_ side: HeadView) throws -> Figure {
    try figure(.render(scene, from: side, width: Self.pixels, height: Self.pixels), "view-\(side.rawValue)")
  }

  private func coverage(_ side: HeadView) throws -> Figure {
    let picture = HeadPicture.render(
      scene, from: side, width: Self.coveragePixels, height: Self.coveragePixels, showing: .map(.coverage))
    return try figure(picture, "coverage-\(side.rawValue)", isMap: true)
  }

  private func figure(_ picture: HeadPicture, _ name: String, isMap: Bool = false) throws -> Figure {
    let size = Double(isMap ? Self.coveragePixels : Self.pixels)
    let source = "data:image/png;base64," + (try picture.png()).base64EncodedString()
    let image = Markup.element(
      "image", ["x": "0", "y": "0", "width": Shape.number(size), "height": Shape.number(size), "href": source])
    let drawn = isMap ? lines(picture.overlay.holes, "view-hole") : overlay(picture)
    let title = title(picture.side)
    return Figure(
      name: name, corner: [0, 0], size: [size, size + (isMap ? 0 : Self.strip)], letters: 37, description: title,
      content: image + drawn + (isMap ? .empty : bar(picture.overlay)), classes: "view")
  }

  /// The side's name; a number without landmarks, since nothing else says which side is which.
  func title(_ side: HeadView) -> String {
    guard scene.annotation.headFromMesh == nil else { return language("head.side_\(side.rawValue)") }
    let number = 1 + (Self.sides.firstIndex(of: side) ?? 0)
    return language("report.view_number", ["number": .count(number)])
  }

  private func overlay(_ picture: HeadPicture) -> Markup {
    let overlay = picture.overlay
    let diagonals = overlay.diagonals.filter { _ in picture.side == .top }.map { shown in
      Shape.line(
        shown.front, shown.back,
        "view-diagonal \(shown.diagonal.measure == .diagonalLeftFront ? "left" : "right")")
    }
    let dots = overlay.landmarks.filter { !$0.isHidden }.map { Shape.disc($0.at, 5, "view-dot") }
    return lines(overlay.section, "view-halo", hidden: false) + lines(overlay.section, "view-line")
      + lines(overlay.gaps, "view-gap") + lines(overlay.holes, "view-hole") + .joined(diagonals) + .joined(dots)
  }

  /// Lines; those behind the surface are left out for holes and halos.
  private func lines(_ lines: [HeadOverlay.Line], _ style: String, hidden: Bool = true) -> Markup {
    let showsHidden = hidden && style == "view-line"
    return .joined(
      lines.filter { showsHidden || !$0.isHidden }.map {
        Shape.path($0.points, closed: false, style + ($0.isHidden ? " view-hidden" : ""))
      })
  }

  private func bar(_ overlay: HeadOverlay) -> Markup {
    let (length, pixels) = overlay.scaleBar
    let start = SIMD2<Double>(12, Double(Self.pixels) + 22)
    return Shape.line(start, start + [pixels, 0], "bar")
      + Shape.label(language.number(length, digits: 0) + "\u{A0}mm", start + [pixels + 10, 13], "start")
  }
}

/// What the colours of a map mean: a bar with the figures at its ends, and between them where there is room.
struct MapLegend {
  let map: HeadMap
  let language: Language

  /// The width in the drawing's units, in which letters are 13 high.
  var width = 130.0

  private var isWide: Bool { width > 200 }

  /// The drawing.
  var figure: Figure {
    let steps = 30
    let boxes = (0..<steps).map { step -> Markup in
      let color = map.kind.colors.color(at: (Double(step) + 0.5) / Double(steps))
      return .element(
        "rect",
        [
          "x": Shape.number(width * Double(step) / Double(steps)), "y": "4",
          "width": Shape.number(width / Double(steps) + 0.5), "height": "14",
          "style": "fill:rgb(\(color.x),\(color.y),\(color.z))",
        ])
    }
    let all = map.ticks(language)
    let between = isWide ? all.dropFirst().dropLast().map { ($0, "tick", width * $0.place) } : []
    let ends = [(all.first, "tick start", 0.0), (all.last, "tick end", width)]
    let ticks = (between + ends.compactMap { tick, style, x in tick.map { ($0, style, x) } }).map { tick, style, x in
      Shape.label(tick.text, [x, 34], style)
    }
    return Figure(
      name: "legend", corner: [0, 0], size: [width, 40], letters: 13, description: map.title(language),
      content: .joined(boxes) + .joined(ticks))
  }
}
