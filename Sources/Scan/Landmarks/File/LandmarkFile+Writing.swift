import Diagnostics
import Geometry
internal import Files
public import Platform

extension LandmarkFile {
  /// A click's pixel as files hold it: to a hundredth of a pixel.
  public static func rounded(pixel: Vector2) -> Vector2 { Vector2(cut(pixel.x, 2), cut(pixel.y, 2)) }

  /// A point (metres) as files hold it: to a ten-thousandth of a millimetre, and the very number that is read again.
  public static func rounded(point: Vector3) -> Vector3 {
    Vector3(millimetres(point.x), millimetres(point.y), millimetres(point.z)) / 1000
  }

  /// The file as it will be read again: what is measured with this is measured with the file.
  public var rounded: LandmarkFile {
    var file = self
    file.entries = entries.mapValues { entry in
      switch entry {
      case .clicks(let clicks):
        .clicks(
          clicks.map {
            LandmarkClick(frame: $0.frame, pixel: Self.rounded(pixel: $0.pixel), isProposed: $0.isProposed)
          })
      case .point(let point, let sd): .point(Self.rounded(point: point), standardDeviation: Self.rounded(deviation: sd))
      case .vertex(let index, let sd): .vertex(index, standardDeviation: Self.rounded(deviation: sd))
      }
    }
    file.placed?.points = (placed?.points ?? [:]).mapValues {
      .init(
        position: Self.rounded(point: $0.position), standardDeviation: Self.rounded(deviation: $0.standardDeviation))
    }
    file.picking?.time = picking?.time.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
    return file
  }

  /// The file's bytes: what ``rounded`` holds, keys sorted, so that equal files have equal bytes.
  ///
  /// - Throws: ``FileError`` where the reader would refuse them.
  public func json() throws -> Data {
    let bytes = try JSONText.encode(JSONValue.group(rounded.document))
    guard bytes.count <= FileKind.largestBytes else {
      throw FileKind.landmarks.tooLarge(
        name,
        found: .phrase("too_many_bytes", ["bytes": .count(bytes.count), "limit": .count(FileKind.largestBytes)]))
    }
    _ = try Self.parse(bytes, name: name)
    return bytes
  }

  private var document: [String: JSONValue] {
    var document: [String: JSONValue] = [
      "source": .text(source.rawValue),
      "landmarks": .group(Self.keyed(entries) { Self.written($0) }),
    ]
    document["picked"] = picking.map { .group(Self.written($0)) }
    document["placed"] = placed.map {
      .group(["frame": .text($0.frame.rawValue), "landmarks": .group(Self.keyed($0.points, Self.written))])
    }
    document["measures"] = measures.map {
      .group(["protocol": .text($0.protocolName), "values": .group($0.values.mapValues { .number($0) })])
    }
    return document
  }

  private static func written(_ entry: Entry) -> JSONValue {
    switch entry {
    case .clicks(let clicks): .list(clicks.map(written))
    case .point(let point, let sd): written(.init(position: point, standardDeviation: sd))
    case .vertex(let index, let sd): .group(["vertex": .count(index)].merging(written(deviation: sd)) { $1 })
    }
  }

  private static func written(_ click: LandmarkClick) -> JSONValue {
    var members: [String: JSONValue] = [
      "frame": .text(click.frame), "pixel": .list([.number(click.pixel.x), .number(click.pixel.y)]),
    ]
    if click.isProposed { members["proposed"] = .flag(true) }
    return .group(members)
  }

  private static func written(_ place: PlacedLandmarks.Place) -> JSONValue {
    let mm = (0..<3).map { JSONValue.number(millimetres(place.position[$0])) }
    return .group(["point_mm": .list(mm)].merging(written(deviation: place.standardDeviation)) { $1 })
  }

  private static func written(deviation: Double?) -> [String: JSONValue] {
    deviation.map { ["sd_mm": .number(millimetres($0))] } ?? [:]
  }

  private static func written(_ picking: LandmarkPicking) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "proposals": names(picking.proposals), "corrected": names(picking.corrected),
    ]
    members["by"] = picking.observer.map { .text($0) }
    members["at"] = picking.time.map { .text($0.formatted(.iso8601)) }
    members["program"] = picking.program.map { .text($0) }
    members["on"] = picking.scan.map { scan in
      var members: [String: JSONValue] = [scan.kind.rawValue: .text(scan.name)]
      members["sha256"] = scan.digest.map { .text($0) }
      return .group(members)
    }
    return members
  }

  private static func names(_ landmarks: Set<Landmark>) -> JSONValue {
    .list(landmarks.sorted().map { .text($0.rawValue) })
  }

  private static func keyed<Value>(_ values: [Landmark: Value], _ written: (Value) -> JSONValue) -> [String: JSONValue]
  {
    values.reduce(into: [:]) { $0[$1.key.rawValue] = written($1.value) }
  }

  /// A deviation as files hold it; nil where nothing above 0 is left of it.
  private static func rounded(deviation: Double?) -> Double? {
    deviation.map { millimetres($0) / 1000 }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Metres as millimetres with four decimals.
  private static func millimetres(_ metres: Double) -> Double { cut(metres * 1000, 4) }

  /// A number with so many decimals; no negative zero, which is read as zero.
  private static func cut(_ value: Double, _ decimals: Int) -> Double { Diagnostics.rounded(value, decimals) + 0 }
}
