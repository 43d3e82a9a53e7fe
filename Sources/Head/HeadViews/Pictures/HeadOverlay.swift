public import Geometry

/// What is drawn over a picture of a head, in its pixels: (0, 0) is the upper left corner of the picture.
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
