import Geometry
package import Files
package import Platform

/// The content of `markers.json` (schema `calvaria/markers/1`): where a cap's markers lie in the frame of the `mesh.ply`
/// beside it.
public struct MarkersFile: Codable, Sendable {
  /// A marker; a file that was not written by this program may give the corners alone.
  public struct Marker: Codable, Sendable {
    /// The four corners in millimetres.
    public let cornersMm: [[Double]]
    /// The standard deviation of each corner in millimetres.
    public let cornerSdMm: [Double]?
    /// The frames that saw the marker.
    public let sightings: Int?

    /// A marker from its parts.
    public init(cornersMm: [[Double]], cornerSdMm: [Double]?, sightings: Int?) {
      (self.cornersMm, self.cornerSdMm, self.sightings) = (cornersMm, cornerSdMm, sightings)
    }

    /// The four corners in metres; nil where they are not four points within `reach` millimetres of the origin.
    public func corners(within reach: Double) -> [Vector3]? {
      let points = cornersMm.filter { $0.count == 3 && $0.allSatisfy { abs($0) < reach } }
      guard cornersMm.count == 4, points.count == 4 else { return nil }
      return points.map { Vector3($0[0], $0[1], $0[2]) / 1000 }
    }
  }

  /// The contract's name and version, and the frame of the corners: `head` or `scan`.
  public let schema, frame: String
  /// The cap's dictionary.
  public let dictionary: String
  /// The printed edge of a marker.
  public let markerSizeMm: Double?
  /// The markers by their ids.
  public let markers: [String: Marker]

  /// The file's name in a result.
  public static let name = "markers.json"
  private static let currentSchema = "calvaria/markers/1"
  /// No map of a cap's markers is larger, in bytes; a larger file is not read.
  private static let largestBytes = 1 << 24

  /// The file of a map.
  public init(dictionary: String, markerSizeMm: Double, isInHeadFrame: Bool, markers: [String: Marker]) {
    (schema, frame) = (Self.currentSchema, isInHeadFrame ? "head" : "scan")
    (self.dictionary, self.markerSizeMm, self.markers) = (dictionary, markerSizeMm, markers)
  }

  /// Reads a file; nil for one with other content.
  ///
  /// - Throws: `InputFile.Fault` for a file that can't be read.
  package static func read(_ url: URL) throws(InputFile.Fault) -> MarkersFile? {
    read(try InputFile.bytes(url.path, atMost: largestBytes))
  }

  /// The file that bytes hold; nil for other content.
  package static func read(_ bytes: [UInt8]) -> MarkersFile? {
    guard bytes.count <= largestBytes else { return nil }
    let file = try? JSONText.decode(MarkersFile.self, from: Data(bytes), keys: .convertFromSnakeCase)
    return file?.schema == currentSchema ? file : nil
  }
}
