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
  /// The units of one metre in floating-point depth images.
  var floatsPerMetre: Float = 1
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

/// An image as a recording stores it: where its bytes lie, and how they hold the pixels.
public struct StoredImage: Sendable, Equatable {
  /// What messages call it: its path within the recording.
  public let name: String
  let place: ImagePlace
  let coding: ImageCoding

  init(name: String, place: ImagePlace, coding: ImageCoding = .picture) {
    (self.name, self.place, self.coding) = (name, place, coding)
  }

  /// An image file of the recording's folder.
  init(file path: String, coding: ImageCoding = .picture) {
    self.init(name: path, place: .file(path), coding: coding)
  }
}

/// Where the bytes of an image lie.
enum ImagePlace: Sendable, Equatable {
  /// All of a file, by its path within the recording's folder.
  case file(String)
  /// A part of a file.
  case slice(String, offset: Int, count: Int)
  /// An item of the recording's container: an entry of an archive, a frame of a video.
  case item(Int)
}

/// How bytes hold an image.
enum ImageCoding: Sendable, Equatable {
  /// An image file that states its kind and size: JPEG or PNG for colour, PNG, TIFF or EXR for depth.
  case picture
  /// Numbers, one pixel after the other, rows from top to bottom.
  case numbers(PixelNumbers)
}

/// Pairs of a colour and a depth stream that are not synchronised.
enum Association {
  /// How far apart the images of a pair may be, in seconds (the tools of Sturm et al. 2012).
  static let window = 0.020

  /// Indices of times that belong together, one to one, closest first, in the order of `a`.
  ///
  /// Both lists increase. Of equally close pairs the one with the lower index in `a`, then in `b`, goes first.
  static func pairs(_ a: [Double], _ b: [Double], within window: Double = window) -> [(Int, Int)] {
    var candidates: [(distance: Double, i: Int, j: Int)] = []
    var first = 0
    for (i, time) in a.enumerated() {
      while first < b.count, time - b[first] > window { first += 1 }
      var j = first
      while j < b.count, b[j] - time <= window {
        candidates.append((abs(time - b[j]), i, j))
        j += 1
      }
    }
    candidates.sort { ($0.distance, $0.i, $0.j) < ($1.distance, $1.i, $1.j) }
    var partner = [Int?](repeating: nil, count: a.count)
    var taken = [Bool](repeating: false, count: b.count)
    for (_, i, j) in candidates where partner[i] == nil && !taken[j] {
      partner[i] = j
      taken[j] = true
    }
    return partner.enumerated().compactMap { i, j in j.map { (i, $0) } }
  }

  /// The smallest distance between a time of `a` and one of `b`, both increasing; nil where one is empty.
  static func closest(_ a: [Double], _ b: [Double]) -> Double? {
    var (i, j) = (0, 0)
    var best: Double?
    while i < a.count, j < b.count {
      best = min(best ?? .infinity, abs(a[i] - b[j]))
      if a[i] < b[j] { i += 1 } else { j += 1 }
    }
    return best
  }
}

/// What is in order of time, searched by halves.
extension Array {
  /// The index of the first element that is not before a time; the count where all are.
  func index(notBefore time: Double, _ timeOf: (Element) -> Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if timeOf(self[middle]) < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the element closest to a time, the earlier of two that are as close; nil of none.
  func index(nearestTo time: Double, _ timeOf: (Element) -> Double) -> Int? {
    let next = index(notBefore: time, timeOf)
    guard next > 0 else { return isEmpty ? nil : 0 }
    guard next < count else { return next - 1 }
    return time - timeOf(self[next - 1]) <= timeOf(self[next]) - time ? next - 1 : next
  }
}

/// Frames a second, where a recording has no times.
enum FrameRate {
  /// What phones and depth cameras take unless they are told otherwise.
  static let assumed = 30.0

  /// A stated rate; nil where no camera has it.
  static func possible(_ stated: Double?) -> Double? { stated.flatMap { (0.1...1000).contains($0) ? $0 : nil } }

  /// Says at which rate frames without times are taken to follow each other.
  static func finding(_ rate: Double = assumed, frames: Int) -> Finding {
    Finding(
      .recordingAssumedRate,
      ["count": .count(frames), "rate": .number(rate, decimals: rate == rate.rounded() ? 0 : 2)])
  }
}
