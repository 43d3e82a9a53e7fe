internal import Diagnostics
import Geometry

/// An image of a recording, and when it was taken.
struct TimedImage: Equatable {
  /// The timestamp or number as the recording writes it.
  let name: String
  /// Seconds.
  let time: Double
  /// Where it is stored.
  let image: StoredImage

  /// The name of its file.
  var fileName: String { image.name.split(separator: "/").last.map(String.init) ?? image.name }

  /// The latest time that is taken for seconds; milliseconds and nanoseconds since 1970 lie beyond it.
  static let latest = 1e11

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

extension [ImagePair] {
  /// Takes out recorded poses where all of them are the identity, in axes of images or of ARKit: the recorder tracked
  /// nothing.
  ///
  /// - Returns: how many there were.
  mutating func dropIdentityPoses() -> Int {
    let poses = compactMap(\.recordedPose)
    guard !poses.isEmpty, poses.allSatisfy({ $0 == .identity || $0 == .arkitIdentity }) else { return 0 }
    for k in indices where self[k].recordedPose != nil { (self[k].recordedPose, self[k].down) = (nil, nil) }
    return poses.count
  }
}

extension RigidTransform {
  /// ARKit's camera that was not moved: y up and z backward in its own axes.
  fileprivate static let arkitIdentity = RigidTransform(
    rotation: Matrix3(columns: [1, 0, 0], [0, -1, 0], [0, 0, -1]), translation: .zero)
}

/// The pairs of a recording and what was odd about them.
struct RecordingIndex {
  var pairs: [ImagePair]
  var findings: [Finding] = []
  /// Images that are listed but not there.
  var missing = 0
  /// Colour images that no depth image belongs to.
  var withoutDepth: [TimedImage] = []
  /// The file that holds the images, where they have no files of their own.
  var container: (any ImageContainer)?
  /// The codes of one metre in its depth images.
  var codesPerMetre: Float = 1000
  /// What motion sensors of a phone with a front camera say of gravity, where they are read.
  var motion: GravityTrack?

  init(pairs: [ImagePair], findings: [Finding] = [], missing: Int = 0) {
    (self.pairs, self.findings, self.missing) = (pairs, findings, missing)
  }

  /// Says where down is in the pairs by the motion sensors, where these were read.
  ///
  /// - Parameter size: that of the colour images.
  /// - Returns: by what it is known; nil where no pair has it.
  mutating func locate(_ size: ImageSize) -> GravitySource? {
    if let motion {
      for k in pairs.indices {
        pairs[k].down = motion.down(at: pairs[k].color.time).flatMap { GravityTrack.inFrontCamera($0, size) }
      }
    }
    return pairs.contains { $0.down != nil } ? motion?.source ?? .poses : nil
  }
}
