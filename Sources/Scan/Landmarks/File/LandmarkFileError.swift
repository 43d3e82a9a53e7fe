import Diagnostics

/// Why landmarks don't fit the recording or mesh that they were picked on.
public enum LandmarkFileError: UserFacingError, Equatable {
  /// Clicks are given where only points of a mesh make sense.
  case clicksWithoutFrames(file: String, landmark: Landmark)
  /// A point is given where only clicks make sense.
  case pointWithoutMesh(file: String, landmark: Landmark)
  /// A landmark names a vertex beyond the mesh's last.
  case noSuchVertex(file: String, landmark: Landmark, vertex: Int, vertices: Int)
  /// A landmark names a vertex of a file whose vertices have no numbers.
  case verticesWithoutNumbers(file: String, landmark: Landmark)
  /// A click names a frame that the recording doesn't have.
  case noSuchFrame(file: String, landmark: Landmark, frame: String)
  /// A click lies outside the image.
  case outsideImage(file: String, landmark: Landmark, click: LandmarkClick, width: Int, height: Int)
  /// There is no valid depth at a click.
  case withoutDepth(file: String, landmark: Landmark, click: LandmarkClick)

  public var message: ErrorMessage {
    switch self {
    case .clicksWithoutFrames(let file, let landmark):
      ErrorMessage(.landmarkFileClicks, at: file, .text(landmark.rawValue), ["form": Self.point])
    case .pointWithoutMesh(let file, let landmark):
      ErrorMessage(
        .landmarkFilePoint, at: file, .text(landmark.rawValue), ["form": .text("{\"frame\": …, \"pixel\": [u, v]}")])
    case .noSuchVertex(let file, let landmark, let vertex, let vertices):
      ErrorMessage(
        .landmarkFileNoSuchVertex, at: file, .text(landmark.rawValue),
        ["last": .count(vertices - 1), "found": .count(vertex)])
    case .verticesWithoutNumbers(let file, let landmark):
      ErrorMessage(.landmarkFileNoNumbers, at: file, .text(landmark.rawValue), ["form": Self.point])
    case .noSuchFrame(let file, let landmark, let frame):
      ErrorMessage(.landmarkFileNoSuchFrame, at: file, Self.place(landmark, frame))
    case .outsideImage(let file, let landmark, let click, let width, let height):
      ErrorMessage(
        .landmarkFileOutsideImage, at: file, Self.place(landmark, click.frame),
        ["width": .count(width), "height": .count(height), "pixel": Self.pixel(click)])
    case .withoutDepth(let file, let landmark, let click):
      ErrorMessage(.landmarkFileNoDepth, at: file, Self.place(landmark, click.frame), ["pixel": Self.pixel(click)])
    }
  }

  /// How a point of a mesh is written.
  static let point = FindingValue.text("{\"point_mm\": [x, y, z]}")

  private static func place(_ landmark: Landmark, _ frame: String) -> FindingValue {
    .list([.text(landmark.rawValue), .phrase("frame", ["frame": .text(frame)])])
  }

  /// A pixel as files have it, with a decimal point in any language.
  private static func pixel(_ click: LandmarkClick) -> FindingValue {
    .text("(\(NumberText.number(click.pixel.x, digits: 1)), \(NumberText.number(click.pixel.y, digits: 1)))")
  }
}
