import Analysis
import Diagnostics
import Geometry
import Landmarks

extension ScanResult.Midline {
  init(_ symmetry: FaceSymmetry, meshFromScan: RigidTransform) {
    let plane = symmetry.plane.moved(by: meshFromScan)
    normal = [plane.normal.x, plane.normal.y, plane.normal.z].map { rounded($0, 9) }
    offsetMm = Rounding.millimetres(plane.offset)
    (angleSdDegrees, offsetSdMm) = (
      Rounding.value(symmetry.angleDeviation), Rounding.millimetres(symmetry.offsetDeviation)
    )
    angleFromLandmarksDegrees = Rounding.value(symmetry.angleFromLandmarks)
    (slantForward, slantUp) = (Rounding.value(symmetry.slant.forward), Rounding.value(symmetry.slant.up))
    (points, matchedFraction) = (symmetry.points, Rounding.value(symmetry.matchedShare))
    residualRmsMm = Rounding.millimetres(symmetry.residual)
    sellionMovedMm = symmetry.sellionShift.map { Rounding.millimetres($0) }
  }
}

extension ScanResult {
  /// The head frame of the landmarks, in the frame of which they are given; nil for an axis that this version does not know,
  /// and where landmarks or midline are missing.
  ///
  /// - Throws: ``HeadFrameError`` for landmarks that make none.
  public func headFrame(of landmarks: HeadLandmarks) throws(HeadFrameError) -> HeadFrame? {
    guard let axis = MeasurementProtocol.APAxis(rawValue: self.protocol.apAxis), landmarks.areSufficient else {
      return nil
    }
    return try HeadFrame(landmarks, apAxis: axis, midline: midline?.plane)
  }
}

extension ScanResult.Midline {
  /// The plane in metres; nil for numbers that are none.
  var plane: Plane? {
    guard normal.count == 3, offsetMm.isFinite else { return nil }
    let vector = Vector3(normal[0], normal[1], normal[2])
    guard vector.isFinite, abs(vector.length - 1) < 0.01 else { return nil }
    return Plane(normal: vector.normalized, offset: offsetMm / 1000)
  }
}
