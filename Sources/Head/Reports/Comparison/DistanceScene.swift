public import Analysis
import Diagnostics
import Geometry
public import HeadViews
import Landmarks
internal import Platform
import PointClouds
import Workers

extension HeadComparison {
  /// The distance at the ends of the colour scale, in metres: the same for all comparisons, so that they can be compared.
  public static let distanceLimit = 0.005

  /// The later head in the head frame of the earlier one, with its distance from that.
  ///
  /// - Throws: ``SurfaceError`` for a surface of which nothing is left.
  public func scenes() throws -> ComparedScenes {
    var annotation = HeadAnnotation(
      landmarks: landmarks.estimates.sorted { $0.key < $1.key }.map { landmark, estimate in
        .init(landmark, position: estimate.position, state: estimate.fault == nil ? .accepted : .rejected)
      })
    annotation.headFromMesh = .identity
    let scene = try HeadScene.make(
      Mesh(positions: surface.positions, triangles: surface.triangles), annotation: annotation, maps: [])
    return ComparedScenes(
      distance: scene.with(distances, of: surface.positions), shape: scene.with(shape, of: surface.positions))
  }
}

/// A head with its distance from an earlier one.
public struct ComparedScenes: Sendable {
  /// The distance at their own sizes.
  public var distance: HeadScene
  /// The surface with the distance that is left at one size: the change of shape.
  public var shape: HeadScene

  /// Without the face below the brow; nil where that is not known.
  var defaced: ComparedScenes? {
    HeadScene.defaced([distance, shape]).map { ComparedScenes(distance: $0[0], shape: $0[1]) }
  }
}

extension HeadScene {
  /// The scene with distances at vertices. It has its own order of them; their places are the same.
  fileprivate func with(_ map: DistanceMap, of positions: [Vector3]) -> HeadScene {
    let known = Dictionary(zip(positions, map.values)) { first, _ in first }
    var scene = self
    scene.add(.distance(mesh.positions.map { known[$0] ?? .nan }, limit: HeadComparison.distanceLimit))
    return scene
  }
}

/// The distance of a visit from the first as pictures from five sides: at their own sizes, and what is left at one size.
struct DistanceViews {
  let scenes: ComparedScenes
  /// What the visits are called, for words.
  let names: [String: FindingValue]
  /// Whether the pictures have half the size, where they are folded away.
  let isSmall: Bool
  let language: Language
  /// The threads that share the pictures.
  let workers: Workers

  /// Together these show all of the vault.
  private static let sides: [HeadView] = [.front, .back, .left, .right, .top]
  /// The width of a picture in pixels: 36 mm on paper at 200 dots per inch.
  private static let pixels = 280

  private var pixels: Int { isSmall ? Self.pixels / 2 : Self.pixels }

  /// The pictures side by side, and what their colours mean.
  func markup() throws -> Markup {
    try row(scenes.distance, "compare.own_sizes") + row(scenes.shape, "compare.one_size") + legend
  }

  private func row(_ scene: HeadScene, _ title: String) throws -> Markup {
    let pictures = try workers.map(Self.sides.count) { index in
      let side = Self.sides[index]
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
