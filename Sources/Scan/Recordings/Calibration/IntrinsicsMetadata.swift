internal import Diagnostics
internal import Files
import Platform

/// What a file of intrinsics states besides, as Open3D writes it with the frames of another recording
/// (`RGBDVideoMetadata`).
struct IntrinsicsMetadata: Decodable {
  /// How many units of depth make a metre: 1000 of most cameras, 4000 of a RealSense L515, 10,000 of a D405. Some programs
  /// write how many metres one unit is, as librealsense has it. NaN where the value is not a number.
  let depthScale: Double?
  /// The nominal frames a second; nil where none, or an impossible one, is stated.
  let rate: Double?

  /// Open3D's name, librealsense's and TUM's; see ``IntrinsicsMembers/plain(_:)``.
  private static let scaleNames = ["depthscale", "depthunits", "depthunit", "depthfactor"]

  init(from decoder: any Decoder) throws {
    let group = try [String: JSONValue](from: decoder)
    // Of a file with sections it may stand in that of depth.
    var places = [group]
    if case .group(let depth)? = group["depth"] { places.append(depth) }
    let stated = places.lazy.flatMap { place in
      Self.scaleNames.lazy.flatMap { name in
        place.sorted { $0.key < $1.key }.filter { IntrinsicsMembers.plain($0.key) == name && $0.value != .none }
      }
    }.first?.value
    depthScale = stated.map { value in
      if case .text(let text) = value { Double(text) ?? .nan } else { value.asNumber ?? .nan }
    }
    rate = FrameRate.possible(group["fps"]?.asNumber)
  }

  /// Nil for a text that is no JSON: it is left to whoever needs its intrinsics.
  init?(_ text: Data) {
    guard let metadata = try? JSONText.decode(IntrinsicsMetadata.self, from: text) else { return nil }
    self = metadata
  }

  /// What a recording's own file of intrinsics says, and its name; nil where there is none that is JSON.
  static func own(of folder: RecordingFolder) -> (metadata: IntrinsicsMetadata, file: String)? {
    Intrinsics.file(of: folder).flatMap { file in
      (try? folder.index(file)).flatMap { IntrinsicsMetadata($0) }.map { ($0, file) }
    }
  }

  /// The codes of one metre; nil where they are not stated. `file` is what an error calls this.
  func codesPerMetre(file: String) throws(RecordingError) -> Float? {
    guard let depthScale else { return nil }
    // Written as a float of 32 bits, 1/0.001 is 999.99995.
    let scale = depthScale < 1 - Self.rounding ? 1 / depthScale : depthScale
    let whole = scale.rounded()
    let codes = abs(scale - whole) <= Self.rounding * whole ? whole : scale
    if Self.scales.contains(codes) { return Float(codes) }
    throw .badIntrinsics(
      file: file,
      expected: .phrase(
        "units_per_metre", ["low": .exact(Self.scales.lowerBound), "high": .exact(Self.scales.upperBound)]),
      found: depthScale.isNaN ? .phrase("something_else") : .exact(depthScale))
  }

  /// From metres to micrometres.
  private static let scales = 1.0...1_000_000
  /// The error of a scale that was rounded to 32 bits once or twice, relative.
  private static let rounding = 1e-6
}
