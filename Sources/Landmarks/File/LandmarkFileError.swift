import Diagnostics

/// Why landmarks can't be read, or don't fit the recording or mesh that they were picked on.
public enum LandmarkFileError: UserFacingError, Equatable {
  /// The file is missing or unreadable.
  case unreadable(file: String, found: String)
  /// The file's content is not that of a landmark file.
  case invalid(file: String, place: String, expected: String, found: String)
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

  public var kind: UserFacingErrorKind {
    switch self {
    case .unreadable: .inputMissing
    case .invalid, .clicksWithoutFrames, .pointWithoutMesh: .badConfiguration
    case .noSuchVertex, .verticesWithoutNumbers, .noSuchFrame, .outsideImage, .withoutDepth: .badData
    }
  }

  public var subject: String {
    switch self {
    case .unreadable(let file, _): file
    case .invalid(let file, let place, _, _): "\(file), \(place)"
    case .clicksWithoutFrames(let file, let landmark), .pointWithoutMesh(let file, let landmark),
      .noSuchVertex(let file, let landmark, _, _), .verticesWithoutNumbers(let file, let landmark):
      "\(file), \(landmark.rawValue)"
    case .noSuchFrame(let file, let landmark, let frame): "\(file), \(landmark.rawValue), frame \(frame)"
    case .outsideImage(let file, let landmark, let click, _, _), .withoutDepth(let file, let landmark, let click):
      "\(file), \(landmark.rawValue), frame \(click.frame)"
    }
  }

  public var problem: String {
    switch self {
    case .unreadable(_, let found): "expected a readable landmark file, found \(found)"
    case .invalid(_, _, let expected, let found): "expected \(expected), found \(found)"
    case .clicksWithoutFrames: "expected {\"point_mm\": [x, y, z]} for a mesh, found clicks in frames"
    case .pointWithoutMesh: "expected clicks in frames of the recording, found a point of a mesh"
    case .noSuchVertex(_, _, let vertex, let vertices):
      "expected a vertex from 0 to \(vertices - 1) of the mesh, found \(vertex)"
    case .verticesWithoutNumbers: "expected {\"point_mm\": [x, y, z]}, found a vertex: an STL file does not number them"
    case .noSuchFrame: "expected a frame of the recording, found no frame of that name"
    case .outsideImage(_, _, let click, let width, let height):
      "expected a pixel of the \(width) × \(height) image, found \(Self.text(click))"
    case .withoutDepth(_, _, let click): "expected a pixel with valid depth, found none around \(Self.text(click))"
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable: "check the path and the rights to read it"
    case .invalid: "see Docs/formats/landmarks.md"
    case .clicksWithoutFrames: "pick the landmarks on the mesh"
    case .pointWithoutMesh: "give {\"frame\": …, \"pixel\": [u, v]}"
    case .noSuchVertex: "count from 0, in the file's order; check that it was picked on this file"
    case .verticesWithoutNumbers: "give the point, or save the mesh as PLY or OBJ and pick the vertex there"
    case .noSuchFrame: "name the frame as the recording's list of colour images does"
    case .outsideImage, .withoutDepth: "pick it again, or leave this click out"
    }
  }

  private static func text(_ click: LandmarkClick) -> String {
    "(\(NumberText.number(click.pixel.x, digits: 1)), \(NumberText.number(click.pixel.y, digits: 1)))"
  }
}
