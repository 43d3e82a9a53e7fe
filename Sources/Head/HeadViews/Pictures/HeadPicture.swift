import Geometry
public import Images
public import Platform
internal import Recordings

/// A picture of a head from one side by parallel projection, made without a graphics card.
public struct HeadPicture: Sendable {
  /// The side from which the head is seen.
  public let side: HeadView
  /// The picture without anything drawn over it, on white.
  public let image: ColorImage
  /// The lines and texts to draw over the image.
  public let overlay: HeadOverlay

  /// Renders a scene. All sides of one scene have the same scale in pictures of one size.
  ///
  /// - Parameters:
  ///   - width, height: of the picture in pixels, 16 to 4096.
  ///   - paint: what the surface shows.
  public static func render(
    _ scene: HeadScene, from side: HeadView, width: Int, height: Int, showing paint: SurfacePaint = .clay
  ) -> HeadPicture {
    precondition((16...4096).contains(width) && (16...4096).contains(height))
    let projection = HeadProjection(scene, side, width: width, height: height)
    let buffer = SurfaceRaster(scene, projection)
    let image = SurfaceShading(scene, paint, projection).image(buffer)
    return HeadPicture(side: side, image: image, overlay: HeadOverlay(scene, projection, buffer))
  }

  /// The picture as a PNG of 8 bits.
  public func png() throws -> Data { try ImageFile.png(image, isDrawn: true) }
}
