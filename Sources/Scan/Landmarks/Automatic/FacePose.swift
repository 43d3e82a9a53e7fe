import Geometry
import Platform

/// Which way a face looks, before its landmarks are known for good.
struct FacePose {
  /// The subject's right, forward and up; unit vectors in the frame of the mesh.
  let right, forward, up: Vector3

  /// How far the nose tip lies below the ears' middles when a head looks straight ahead, degrees. Assumed: the pose is
  /// settled by the landmarks afterwards.
  private static let tipBelow = 10.0
  /// How far the sellion lies above the tragions when a head looks straight ahead, degrees. About so with the Frankfurt plane level,
  /// Docs/methods/landmarks.md (How they are found).
  static let sellionAbove = 12.0

  /// The pose of nose and ears.
  init(_ face: FaceCandidate) {
    self.init(front: face.nose, left: face.earLeft, right: face.earRight, elevation: -Self.tipBelow)
  }

  /// The pose of the landmarks.
  init(sellion: Vector3, tragionLeft: Vector3, tragionRight: Vector3) {
    self.init(front: sellion, left: tragionLeft, right: tragionRight, elevation: Self.sellionAbove)
  }

  private init(front: Vector3, left: Vector3, right: Vector3, elevation: Double) {
    let toFront = (front - (left + right) / 2).normalized
    let normal = (right - left).cross(toFront).normalized
    self.right = toFront.cross(normal)
    let base = FacePose(right: self.right, forward: toFront, up: normal).pitched(by: -elevation)
    (forward, up) = (base.forward, base.up)
  }

  private init(right: Vector3, forward: Vector3, up: Vector3) {
    (self.right, self.forward, self.up) = (right, forward, up)
  }

  /// The pose looking up by an angle in degrees.
  func pitched(by degrees: Double) -> FacePose {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return FacePose(right: right, forward: forward * c + up * s, up: up * c - forward * s)
  }
}
