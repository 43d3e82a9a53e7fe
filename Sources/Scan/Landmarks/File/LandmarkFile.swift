import Diagnostics
public import Files
import Geometry
import Platform
import PointClouds

extension FileKind {
  /// A landmark file.
  static let landmarks = FileKind(unreadable: .landmarkFileUnreadable, invalid: .landmarkFileInvalid)
}

/// What a landmark file (`LANDMARKS.json`) says about each landmark.
public struct LandmarkFile: Sendable, Equatable {
  /// How a landmark is given.
  public enum Entry: Sendable, Equatable {
    /// Clicks in colour frames, at least one.
    case clicks([LandmarkClick])
    /// A point in metres in the frame of a mesh, and its standard deviation (metres) where the file has one.
    case point(Vector3, standardDeviation: Double?)
    /// A vertex of the mesh file, counted from 0, and its standard deviation (metres) where the file has one.
    case vertex(Int, standardDeviation: Double?)
  }

  /// The file's name, for messages.
  public var name: String
  /// What the numbers of its points are.
  public var numbers = PointNumbers.ofMesh
  /// Where the landmarks come from: picked, unless the file says otherwise.
  public var source = LandmarkSource.picked
  /// What the file gives; a landmark with an empty list was not picked and is absent.
  public var entries: [Landmark: Entry]
  /// Who picked them, when and on what, where the file says so.
  public var picking: LandmarkPicking?
  /// Where the landmarks lay in space when the file was saved; a record, which no measurement reads.
  public var placed: PlacedLandmarks?
  /// What was measured with them when the file was saved; a record, which no measurement reads.
  public var measures: RecordedMeasures?

  /// The name that a recording's own landmark file has, and one beside a result.
  public static let usualName = "landmarks.json"

  /// A file from its parts.
  public init(name: String, entries: [Landmark: Entry]) {
    self.name = name
    self.entries = entries
  }

  /// Reads a file.
  public static func read(_ url: URL) throws(FileError) -> LandmarkFile {
    try parse(FileKind.landmarks.bytes(url.path), name: url.path)
  }

  /// The points that do not depend on the mesh's unit, metres.
  public var ownPoints: [Vector3] {
    guard numbers != .asInMesh else { return [] }
    return Landmark.allCases.compactMap { if case .point(let point, _) = entries[$0] { point } else { nil } }
  }

  /// The landmarks of a file that gives points or vertices, in metres in the frame of the mesh.
  ///
  /// - Parameters:
  ///   - vertices: the mesh file's vertices in metres, in its order; nil where they have none (STL).
  ///   - unit: the unit of the mesh file's numbers.
  ///   - isRAS: whether the mesh file names its frame as RAS.
  /// - Throws: ``LandmarkFileError`` where one is given by clicks or names no vertex.
  public func points(
    vertices: [Vector3]? = nil, unit: LengthUnit = .millimetres, isRAS: Bool = false
  ) throws(LandmarkFileError) -> HeadLandmarks {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for (landmark, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let (point, deviation): (Vector3, Double?)
      switch entry {
      case .clicks: throw .clicksWithoutFrames(file: name, landmark: landmark)
      case .point(let at, let sd): (point, deviation) = (numbers.place(at, unit: unit, isRAS: isRAS), sd)
      case .vertex(let index, let sd):
        guard let vertices else { throw .verticesWithoutNumbers(file: name, landmark: landmark) }
        guard vertices.indices.contains(index) else {
          throw .noSuchVertex(file: name, landmark: landmark, vertex: index, vertices: vertices.count)
        }
        (point, deviation) = (vertices[index], sd)
      }
      estimates[landmark] = LandmarkEstimate.combining([point], source: source(of: landmark))
      if let deviation { estimates[landmark] = estimates[landmark]?.stating(standardDeviation: deviation) }
    }
    return HeadLandmarks(estimates)
  }
}

extension LandmarkFile {
  /// True where a landmark stands as a program proposed it.
  public func isProposal(_ landmark: Landmark) -> Bool {
    if picking?.proposals.contains(landmark) == true { return true }
    guard case .clicks(let clicks) = entries[landmark] else { return false }
    return clicks.allSatisfy(\.isProposed)
  }

  /// Where a landmark comes from. What an observer accepted as it was proposed counts as found by a program: the
  /// proposal draws the eye, so its error is still the program's.
  public func source(of landmark: Landmark) -> LandmarkSource {
    source == .picked && isProposal(landmark) ? .automatic : source
  }

  /// The clicks on a landmark that count: the observer's own, and proposed ones only where there are no others.
  public func clicks(on landmark: Landmark) -> [LandmarkClick] {
    guard case .clicks(let clicks) = entries[landmark] else { return [] }
    let own = clicks.filter { !$0.isProposed }
    return own.isEmpty ? clicks : own
  }
}

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
