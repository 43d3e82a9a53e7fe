import Geometry

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
