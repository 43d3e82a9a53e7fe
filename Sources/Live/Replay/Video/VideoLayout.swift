internal import Drawing
import Geometry

/// Where everything stands in a frame of the video: the picture on the left, upright, the cloud on its right, what the
/// operator is told below both. All sizes are even, as H.264 wants them.
struct VideoLayout: Equatable {
  /// Where the camera's image stands, within a box that it need not fill.
  let picture: PixelArea
  /// Where the cloud stands.
  let cloud: PixelArea
  /// Where the operator's feedback stands.
  let status: PixelArea
  private let imageSize: Vector2
  private let quarterTurns: Int

  /// The height of picture and cloud, the width of the cloud, the height below.
  private static let (height, cloudWidth, statusHeight) = (720, 560, 176)
  private static let boxWidths = 420...1280

  /// A layout for images of a size that must be turned clockwise by quarter turns to stand upright.
  init(width: Int, height: Int, quarterTurns: Int) {
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    imageSize = [Double(width), Double(height)]
    let upright = self.quarterTurns % 2 == 0 ? imageSize : Vector2(imageSize.y, imageSize.x)
    let wanted = 2 * Int((Double(Self.height) * upright.x / upright.y / 2).rounded())
    let box = min(max(wanted, Self.boxWidths.lowerBound), Self.boxWidths.upperBound)
    let scale = min(Double(box) / upright.x, Double(Self.height) / upright.y)
    let size = (max(1, Int((upright.x * scale).rounded())), max(1, Int((upright.y * scale).rounded())))
    picture = PixelArea(x: (box - size.0) / 2, y: (Self.height - size.1) / 2, width: size.0, height: size.1)
    cloud = PixelArea(x: box, y: 0, width: Self.cloudWidth, height: Self.height)
    status = PixelArea(x: 0, y: Self.height, width: box + Self.cloudWidth, height: Self.statusHeight)
  }

  /// The size of a frame.
  var width: Int { status.width }
  var height: Int { status.y + status.height }

  /// Where a pixel of the camera's image stands.
  func place(_ pixel: Vector2) -> Vector2 {
    let (x, y) = (pixel.x + 0.5, pixel.y + 0.5)
    let turned: Vector2 =
      switch quarterTurns {
      case 1: [imageSize.y - y, x]
      case 2: [imageSize.x - x, imageSize.y - y]
      case 3: [y, imageSize.x - x]
      default: [x, y]
      }
    let upright = quarterTurns % 2 == 0 ? imageSize : Vector2(imageSize.y, imageSize.x)
    let size = Vector2(Double(picture.width), Double(picture.height))
    return Vector2(Double(picture.x), Double(picture.y)) + turned * size / upright - 0.5
  }
}
