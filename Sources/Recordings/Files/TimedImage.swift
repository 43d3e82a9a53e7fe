import Diagnostics
import Geometry

/// An image of a recording, and when it was taken.
struct TimedImage: Equatable {
  /// The timestamp or number as the recording writes it.
  let name: String
  /// Seconds.
  let time: Double
  /// Where it is stored.
  let image: StoredImage

  init(name: String, time: Double, image: StoredImage) { (self.name, self.time, self.image) = (name, time, image) }

  /// An image file of the recording's folder.
  init(name: String, time: Double, path: String) { self.init(name: name, time: time, image: StoredImage(file: path)) }
}

/// A colour image and the depth image that belongs to it.
struct ImagePair: Equatable {
  let color, depth: TimedImage
  /// How sure the recorder was of each pixel's depth: 0 is unsure.
  var confidence: StoredImage?
  /// The pose of the colour camera that the recorder wrote down, in a frame of its own.
  var recordedPose: RigidTransform?
  /// Where down is, in the colour camera's frame: a unit vector.
  var down: Vector3?

  init(color: TimedImage, depth: TimedImage) { (self.color, self.depth) = (color, depth) }
}

extension ImagePair {
  /// Takes in the pose of the colour camera in ARKit's world, whose y axis points up.
  mutating func locate(inARKit worldFromCamera: RigidTransform?) {
    recordedPose = worldFromCamera
    down = worldFromCamera.map { $0.rotation.transpose * Vector3(0, -1, 0) }
  }
}

/// The pairs of a recording and what was odd about them.
struct RecordingIndex {
  var pairs: [ImagePair]
  var findings: [Finding] = []
  /// Images that are listed but not there.
  var missing = 0
  /// The file that holds the images, where they have no files of their own.
  var container: (any ImageContainer)?
  /// The codes of one metre in its depth images.
  var codesPerMetre: Float = 1000

  init(pairs: [ImagePair], findings: [Finding] = [], missing: Int = 0) {
    (self.pairs, self.findings, self.missing) = (pairs, findings, missing)
  }
}
