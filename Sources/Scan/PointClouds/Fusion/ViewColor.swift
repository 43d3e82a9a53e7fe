public import Geometry
public import Images

/// The colour image of a depth view.
public struct ViewColor: Sendable {
  let image: ColorImage
  /// The cameras of both; nil where the image shows the same view as the depth image, at its size or another.
  let cameras: CameraPair?

  /// What lies farther behind the nearest thing than this is hidden by it, metres.
  static let sameSurface = 0.01

  /// An image that shows the same view as the depth image, of any size.
  public init(_ image: ColorImage) { (self.image, cameras) = (image, nil) }

  /// An image and the cameras of the frame.
  public init(_ image: ColorImage, _ cameras: CameraPair) {
    self.image = image
    self.cameras = cameras.shareView && cameras.depth.lens == nil ? nil : cameras
  }
}
