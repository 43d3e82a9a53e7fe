public import Geometry
public import Images

/// The outline of a marker in an image.
public struct MarkerOutline: Sendable, Equatable {
  /// The marker's id.
  public let id: Int
  /// The refined corners in pixels, clockwise in the print from its top left.
  public let corners: [Vector2]
  /// How far the middle of each side lies outside of the line between its corners, in pixels, the side from the first to
  /// the second corner first; nil where the image does not show it.
  public let bulges: [Double?]
}

extension MarkerDetector {
  /// The outlines of the markers in a grey image; `frame` is named in errors.
  public func outlines(in image: GrayImage, frame: String) throws(MarkerError) -> [MarkerOutline] {
    try corners(in: image, frame: frame).map { id, corners in
      MarkerOutline(
        id: id, corners: corners,
        bulges: EdgeRefinement.bulges(corners, in: image, cells: dictionary.cells))
    }
  }
}
