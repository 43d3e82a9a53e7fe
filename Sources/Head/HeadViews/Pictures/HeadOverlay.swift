public import Geometry
import PointClouds

/// The drawing over a picture of a head, in the picture's pixels: (0, 0) is its upper left corner.
public struct HeadOverlay: Sendable, Equatable {
  /// A line in the picture.
  public struct Line: Sendable, Equatable {
    /// Its points.
    public var points: [Vector2]
    /// True for one behind the surface, to be drawn dashed.
    public var isHidden: Bool
  }

  /// A landmark.
  public struct ShownLandmark: Sendable, Equatable {
    public var landmark: HeadAnnotation.ShownLandmark
    public var at: Vector2
    /// True where the surface lies before it.
    public var isHidden: Bool
  }

  /// A diagonal of the section.
  public struct ShownDiagonal: Sendable, Equatable {
    public var diagonal: HeadAnnotation.ShownDiagonal
    public var front, back: Vector2
    /// True where the surface lies before it.
    public var isHidden: Bool
  }

  /// A marker; those that face away from the eye are hidden.
  public struct ShownMarker: Sendable, Equatable {
    public var id: Int
    public var corners: [Vector2]
    public var isHidden: Bool
  }

  public var landmarks: [ShownLandmark] = []
  /// The section's outline, cut where it goes behind the surface.
  public var section: [Line] = []
  /// Where the outline is missing.
  public var gaps: [Line] = []
  public var diagonals: [ShownDiagonal] = []
  public var markers: [ShownMarker] = []
  /// The rims of holes, cut where they go behind the surface.
  public var holes: [Line] = []
  /// The scale of the picture.
  public var pixelsPerMillimetre: Double
  /// The length of a scale bar of round millimetres, a fifth of the picture's width or less.
  public var scaleBar: (millimetres: Double, pixels: Double) {
    let most = pixelsPerMillimetre > 0 ? width / 5 / pixelsPerMillimetre : 0
    let length = [50.0, 20, 10, 5, 2, 1].first { $0 <= most } ?? 1
    return (length, length * pixelsPerMillimetre)
  }

  /// The width of the picture in pixels.
  let width: Double

  init(pixelsPerMillimetre: Double, width: Double) {
    (self.pixelsPerMillimetre, self.width) = (pixelsPerMillimetre, width)
  }
}

extension HeadOverlay {
  /// The farthest, in metres, that something may lie under the surface and still count as on it: the section of the head
  /// under a cap lies there.
  private static let sunk = 0.004

  /// The overlay of a scene.
  init(_ scene: HeadScene, _ projection: HeadProjection, _ buffer: SurfaceRaster) {
    self.init(pixelsPerMillimetre: projection.scale / 1000, width: Double(projection.width))
    let isHidden = { (point: Vector3) in
      let (pixel, depth) = projection.place(point)
      return depth > buffer.depth(at: pixel) + Self.sunk
    }
    let place = { (point: Vector3) in projection.place(point).pixel }
    let lines = { (points: [Vector3]) in Self.runs(points, isHidden, place) }
    let closed = { (points: [Vector3]) in lines(points + points.prefix(1)) }
    let annotation = scene.annotation
    landmarks = annotation.landmarks.filter(\.position.isFinite).map {
      ShownLandmark(landmark: $0, at: place($0.position), isHidden: isHidden($0.position))
    }
    section = annotation.outline.flatMap(annotation.isClosed ? closed : lines)
    gaps = annotation.gaps.flatMap(lines)
    // A diagonal runs inside the head and is only seen from the side where its plane is laid open: from above.
    diagonals = annotation.diagonals.map {
      ShownDiagonal(
        diagonal: $0, front: place($0.front), back: place($0.back), isHidden: isHidden(($0.front + $0.back) / 2))
    }
    markers = scene.markers.map { marker in
      let normal = (marker.corners[1] - marker.corners[0]).cross(marker.corners[3] - marker.corners[0])
      let centre = marker.corners.reduce(Vector3.zero, +) / 4
      // Corners run clockwise seen from outside.
      return ShownMarker(
        id: marker.id, corners: marker.corners.map(place), isHidden: normal.dot(projection.eye) >= 0 || isHidden(centre)
      )
    }
    holes = scene.holes.flatMap(closed)
  }

  /// A line cut where it goes behind the surface or comes out.
  private static func runs(
    _ points: [Vector3], _ isHidden: (Vector3) -> Bool, _ place: (Vector3) -> Vector2
  ) -> [Line] {
    var lines: [Line] = []
    for (a, b) in zip(points, points.dropFirst()) {
      let hidden = isHidden((a + b) / 2)
      if lines.last?.isHidden == hidden {
        lines[lines.count - 1].points.append(place(b))
      } else {
        lines.append(Line(points: [place(a), place(b)], isHidden: hidden))
      }
    }
    return lines
  }
}
