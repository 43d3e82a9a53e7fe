import Geometry

/// The part of a frame in which markers are looked for.
///
/// A cap fills a third of an image, and detection costs as much a pixel elsewhere. Some frames are searched whole, the ones
/// between two of them only where those show markers and around that.
public struct SearchBox: Sendable, Equatable {
  /// The first column and row, pixels.
  let x, y: Int
  /// The size, pixels.
  let width, height: Int

  /// The room left around what was seen, as a share of the image's longer side: 64 of 640 pixels. With 40 pixels, markers
  /// that enter the image between two whole frames are missed.
  private static let room = 0.1

  /// The box around every marker of the frames, also those that are not the cap's; nil where one of them shows none or where
  /// it would be the whole image.
  public init?(around frames: [FrameObservations]) {
    guard let image = frames.first?.camera,
      frames.allSatisfy({ !$0.markers.isEmpty && $0.camera.width == image.width && $0.camera.height == image.height })
    else { return nil }
    let corners = frames.flatMap { $0.markers.flatMap(\.corners) }
    let room = Self.room * Double(max(image.width, image.height))
    let (x, width) = Self.span(corners.map { $0.x }, room, image.width)
    let (y, height) = Self.span(corners.map { $0.y }, room, image.height)
    guard width < image.width || height < image.height else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  init(x: Int, y: Int, width: Int, height: Int) { (self.x, self.y, self.width, self.height) = (x, y, width, height) }

  /// The columns or rows from the least to the greatest place with room around; the first one even, so that the box can be halved.
  private static func span(_ places: [Double], _ room: Double, _ size: Int) -> (start: Int, count: Int) {
    let first = Int(max(0, places.min()! - room)) / 2 * 2
    let end = Int(min(Double(size), places.max()! + room + 1))
    return (min(first, size), max(0, end - first))
  }

  /// The same part of an image of half the size.
  var halved: SearchBox { SearchBox(x: x / 2, y: y / 2, width: width / 2, height: height / 2) }
}
