import Geometry

/// Makes the depth codes of a frame from the exact surfaces, as the sensor's model measures them.
struct DepthMeasurement {
  let sensor: PhantomSensor
  let noise: PixelNoise

  /// width × height codes of 1/5000 m, 0 where there is no measurement.
  func codes(_ buffer: SurfaceBuffer) -> [UInt16] { depth(buffer).map(Self.code) }

  /// Metres, biased as the sensor is; not a number where there is no measurement.
  private func depth(_ buffer: SurfaceBuffer) -> [Double] {
    switch sensor.model {
    case .fitted: FittedDepth(sensor: sensor, noise: noise).depth(buffer)
    case .dotPattern: biased(DotPatternDepth(sensor: sensor, noise: noise).depth(buffer), buffer)
    case .lidar: biased(SparseLidarDepth(noise: noise).depth(buffer), buffer)
    case .timeOfFlight: biased(TimeOfFlightDepth(noise: noise).depth(buffer), buffer)
    }
  }

  private func biased(_ depth: [Double], _ buffer: SurfaceBuffer) -> [Double] {
    depth.indices.map { i in
      let pixel = Vector2(Double(i % buffer.width), Double(i / buffer.width))
      return depth[i] + sensor.bias(at: pixel, depth: depth[i])
    }
  }

  private static func code(_ depth: Double) -> UInt16 {
    guard depth > 0 else { return 0 }
    return UInt16(min((depth * PhantomSensor.codesPerMetre).rounded(), 65535))
  }
}
