import Geometry
import Images
import Workers

/// A point cloud. Positions in metres; attributes are empty where they are not known, else as many as positions.
public struct Cloud: Sendable, Equatable {
  /// Points in metres.
  public var positions: [Vector3]
  /// Unit outward normals.
  public var normals: [SIMD3<Float>]
  /// sRGB colours.
  public var colors: [SIMD3<UInt8>]
  /// Evidence behind each point: the sum of fusion weights, without unit.
  public var weights: [Float]

  /// A cloud from its parts.
  public init(
    positions: [Vector3] = [], normals: [SIMD3<Float>] = [], colors: [SIMD3<UInt8>] = [], weights: [Float] = []
  ) {
    self.positions = positions
    self.normals = normals
    self.colors = colors
    self.weights = weights
  }
}

extension Cloud {
  /// The measured points of a view in the scan frame with normals, weights, and colours where there was a colour image.
  ///
  /// - Parameter step: take every nth pixel along both axes; at least one pixel a cell.
  public init(_ view: DepthView, step: Int = 1) {
    self.init()
    let (camera, planes, weights) = (view.camera, view.planes, view.weights)
    let step = max(1, step / view.layout.binning)
    for y in stride(from: 0, to: camera.height, by: step) {
      for x in stride(from: 0, to: camera.width, by: step) {
        let cell = y * camera.width + x
        guard weights[cell] > 0 else { continue }
        let normal = Vector3(Double(planes[cell].x), Double(planes[cell].y), Double(planes[cell].z))
        let ray = camera.ray([Double(x), Double(y)])
        positions.append(view.scanFromCamera * (ray * (Double(planes[cell].w) / normal.dot(ray))))
        normals.append(SIMD3<Float>(view.scanFromCamera.rotation * normal))
        if !view.colors.isEmpty { colors.append(Self.sRGB(view.colors[cell])) }
        self.weights.append(weights[cell])
      }
    }
  }

  private static func sRGB(_ color: UInt32) -> SIMD3<UInt8> {
    [UInt8(color >> 8 & 255), UInt8(color >> 16 & 255), UInt8(color >> 24)]
  }

  /// Back-projects a whole depth image: p = z · ((u − cx) / fx, (v − cy) / fy, 1), with normals from the smoothed
  /// inverse depth; pixels near depth edges and seen under more than 70° are left out.
  ///
  /// - Returns: points in metres, in the camera frame.
  public static func backProjecting(
    _ depth: DepthImage, camera: Camera, color: ColorImage? = nil, workers: Workers = Workers(count: 1)
  ) -> Cloud {
    let everything = FusionOptions(region: FusionRegion(centre: .zero, radius: 100))
    return Cloud(
      DepthView(
        depth: depth, camera: camera, scanFromCamera: .identity, color: color.map { ViewColor($0) }, correction: .none,
        options: everything,
        layout: .single, workers: workers))
  }
}
