import Geometry
import Images
import Workers

extension DepthView {
  /// The measured points in the scan frame with normals, colours (where there was a colour image) and weights.
  ///
  /// - Parameter step: every how many pixels, along both axes, a point is taken; at least a cell's width.
  public func cloud(step: Int = 1) -> Cloud {
    var cloud = Cloud()
    let step = max(1, step / layout.binning)
    for y in stride(from: 0, to: camera.height, by: step) {
      for x in stride(from: 0, to: camera.width, by: step) {
        let cell = y * camera.width + x
        guard weights[cell] > 0 else { continue }
        let normal = Vector3(Double(planes[cell].x), Double(planes[cell].y), Double(planes[cell].z))
        let ray = camera.ray([Double(x), Double(y)])
        cloud.positions.append(scanFromCamera * (ray * (Double(planes[cell].w) / normal.dot(ray))))
        cloud.normals.append(SIMD3<Float>(scanFromCamera.rotation * normal))
        if !colors.isEmpty { cloud.colors.append(Self.sRGB(colors[cell])) }
        cloud.weights.append(weights[cell])
      }
    }
    return cloud
  }

  private static func sRGB(_ color: UInt32) -> SIMD3<UInt8> {
    [UInt8(color >> 8 & 255), UInt8(color >> 16 & 255), UInt8(color >> 24)]
  }
}

extension Cloud {
  /// Back-projects a whole depth image: p = z · ((u − cx) / fx, (v − cy) / fy, 1), with normals from the smoothed inverse
  /// depth; pixels near depth edges and seen under more than 70° are left out.
  ///
  /// - Returns: points in metres, in the camera frame.
  public static func backProjecting(
    _ depth: DepthImage, camera: PinholeCamera, color: ColorImage? = nil, workers: Workers = Workers(count: 1)
  ) -> Cloud {
    let everything = FusionOptions(region: FusionRegion(centre: .zero, radius: 100))
    return DepthView(
      depth: depth, camera: camera, scanFromCamera: .identity, color: color, correction: .none, options: everything,
      layout: .single, workers: workers
    ).cloud()
  }
}
