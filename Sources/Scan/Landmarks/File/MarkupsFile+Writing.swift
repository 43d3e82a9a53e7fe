import Diagnostics
internal import Files
public import Geometry
public import Platform

/// A plane by its middle and two steps in it from there, metres; its normal is that of a right-handed frame.
public struct MarkedPlane: Sendable {
  let name: String
  let middle, along, across: Vector3

  /// A plane from its parts.
  public init(_ name: String, middle: Vector3, along: Vector3, across: Vector3) {
    (self.name, self.middle, self.along, self.across) = (name, middle, along, across)
  }
}

extension MarkupsFile {
  private static let schema =
    "https://raw.githubusercontent.com/slicer/slicer/master/Modules/Loadable/Markups/Resources/Schema/"
    + "markups-schema-v1.0.3.json#"

  /// The landmarks that may be used as a list of points; each is described by its source and standard deviation.
  ///
  /// - Parameter landmarks: in LPS.
  public static func json(_ landmarks: HeadLandmarks) throws -> Data {
    let points = Landmark.allCases.compactMap { landmark in
      landmarks.estimates[landmark].flatMap { $0.fault == nil ? (landmark, $0) : nil }
    }
    return try json([
      list(
        "landmarks", "Fiducial",
        points.map { landmark, estimate in
          let deviation = NumberText.number(estimate.standardDeviation * 1000, digits: 2)
          return (landmark.label, estimate.position, "\(estimate.source.rawValue), sd \(deviation) mm")
        })
    ])
  }

  /// Planes, each by three points: the form that every version of 3D Slicer reads.
  ///
  /// - Parameter planes: in LPS.
  public static func json(_ planes: [MarkedPlane]) throws -> Data {
    try json(
      planes.map { plane in
        list(
          plane.name, "Plane",
          [.zero, plane.along, plane.across].enumerated().map { index, step in
            ("\(plane.name) \(index + 1)", plane.middle + step, "")
          })
      })
  }

  private static func json(_ lists: [JSONValue]) throws -> Data {
    try JSONText.encode(JSONValue.group(["@schema": .text(schema), "markups": .list(lists)]))
  }

  private static func list(
    _ name: String, _ type: String, _ points: [(label: String, place: Vector3, description: String)]
  ) -> JSONValue {
    .group([
      "type": .text(type), "name": .text(name), "coordinateSystem": .text("LPS"), "coordinateUnits": .text("mm"),
      "locked": .flag(true), "labelFormat": .text("%N-%d"), "lastUsedControlPointNumber": .count(points.count),
      "controlPoints": .list(
        points.enumerated().map { index, point in
          .group([
            "id": .text("\(index + 1)"), "label": .text(point.label), "description": .text(point.description),
            "position": .list((0..<3).map { .number(rounded(point.place[$0] * 1000, 4) + 0) }),
            "selected": .flag(true), "locked": .flag(true), "visibility": .flag(true),
            "positionStatus": .text("defined"),
          ])
        }),
    ])
  }
}

extension Landmark {
  /// The name with blanks, as ``init(label:)`` reads it.
  var label: String { rawValue.split(separator: "_").joined(separator: " ") }
}
