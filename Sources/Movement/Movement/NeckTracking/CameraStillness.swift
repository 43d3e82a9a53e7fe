internal import Geometry
internal import Images
import Markers
internal import Recordings
import Workers

/// Whether a camera stood still, told from the background: parts of the picture that show something and stay in place.
///
/// The picture is averaged down and parted into blocks. The shift of each against the first picture is found by least
/// squares (Lucas & Kanade 1981). What moves before the camera does not matter, as long as enough of the rest stays.
struct CameraStillness {
  /// How many blocks show enough to tell a shift, and the share of them that stays in place.
  let usable: Int, share: Double
  /// The median turn of the camera by the blocks that stay, in radians.
  let deviation: Double

  /// Whether enough can be told.
  var isKnown: Bool { usable >= Self.fewestBlocks }
  /// Whether the camera stood still.
  var isStill: Bool { isKnown && share >= Self.leastShare && share * Double(usable) >= Double(Self.fewestStill) }

  /// The fewest blocks by which anything can be told, the fewest that stay, and their least share.
  private static let (fewestBlocks, fewestStill, leastShare) = (6, 4, 0.25)
  /// How far a block may move, as a turn of the camera in radians: 0.25°.
  private static let limit = 0.25 * Double.pi / 180
  /// In how many of the pictures a block that stays must do so.
  private static let leastPictures = 0.9
  /// How many pictures are looked at.
  private static let pictures = 40

  /// Looks at pictures that are spread over a recording.
  ///
  /// - Parameter observations: the markers in every frame; blocks near them are no background.
  static func measure(
    _ recording: Recording, _ observations: [FrameObservations], workers: Workers
  ) throws -> CameraStillness {
    let count = recording.frames.count
    let chosen = Set((0..<min(pictures, count)).map { $0 * (count - 1) / max(1, min(pictures, count) - 1) }).sorted()
    let small = try workers.map(chosen.count) { index in
      Result { SmallPicture(try recording.gray(recording.frames[chosen[index]])) }
    }.map { try $0.get() }
    guard let first = small.first, small.count > 2, small.allSatisfy({ $0.width == first.width }) else {
      return CameraStillness(usable: 0, share: 0, deviation: 0)
    }
    let camera = recording.frames[chosen[0]].camera
    let perPixel = Double(first.factor) / camera.fx
    let noise = first.noise(against: small[1])
    var blocks = PictureBlock.all(of: first).filter { $0.shows(limit / perPixel, noise) }
    let corners = observations.flatMap { $0.markers.flatMap(\.corners) }.map { $0 / Double(first.factor) }
    blocks.removeAll { block in corners.contains { block.isNear($0) } }
    var stays = [Int](repeating: 0, count: blocks.count)
    var shifts: [Double] = []
    for picture in small.dropFirst() {
      for (index, block) in blocks.enumerated() {
        guard let shift = block.shift(in: picture, noise: noise), shift.length * perPixel <= limit else { continue }
        stays[index] += 1
        shifts.append(shift.length * perPixel)
      }
    }
    let still = stays.count { Double($0) >= leastPictures * Double(small.count - 1) }
    return CameraStillness(
      usable: blocks.count, share: blocks.isEmpty ? 0 : Double(still) / Double(blocks.count),
      deviation: shifts.isEmpty ? 0 : RobustStatistics.median(shifts))
  }
}

/// A grey picture averaged down to about 160 pixels across.
struct SmallPicture: Sendable {
  let width, height, factor: Int
  let values: [Float]

  init(_ image: GrayImage) {
    factor = max(1, image.width / 160)
    (width, height) = (image.width / factor, image.height / factor)
    var values = [Float](repeating: 0, count: width * height)
    let area = Float(factor * factor)
    for y in 0..<(height * factor) {
      let row = y / factor * width
      for x in 0..<(width * factor) { values[row + x / factor] += Float(image.pixels[y * image.width + x]) / area }
    }
    self.values = values
  }

  /// The noise of a pixel by what changes to the next picture, most of which shows the same.
  func noise(against other: SmallPicture) -> Double {
    let differences = zip(values, other.values).map { Double(abs($0 - $1)) }
    return max(0.1, RobustStatistics.madToSigma * RobustStatistics.median(differences) / 2.0.squareRoot())
  }

  /// The value between pixels; nil outside.
  func value(_ x: Double, _ y: Double) -> Double? {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    guard column >= 0, row >= 0, column + 1 < width, row + 1 < height else { return nil }
    let (u, v) = (x - Double(column), y - Double(row))
    let at = row * width + column
    let upper = Double(values[at]) * (1 - u) + Double(values[at + 1]) * u
    let lower = Double(values[at + width]) * (1 - u) + Double(values[at + width + 1]) * u
    return upper * (1 - v) + lower * v
  }
}
