import Analysis
import Landmarks

extension ScanResult {
  /// A landmark as written.
  public struct LandmarkEntry: Codable, Sendable, Equatable {
    /// The position in the frame of the mesh.
    public var mm: [Double]
    /// The standard deviation along each axis.
    public var sdMm: Double
    /// How many observations agree.
    public var evidence: Int?
    /// `picked`, `cap` or `automatic`.
    public var source: String?
    /// Why it was not used, and the kind of finding that this is.
    public var reason, code: String?
  }

  /// The landmarks: where they come from, and each by its name.
  public struct Landmarks: Codable, Sendable, Equatable {
    /// `picked`, `cap` or `automatic`: the least trusted source of those that make the head frame; nil where there are none.
    public var source: String?
    /// The landmarks by their key.
    public var points: [String: LandmarkEntry]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(source: String?, points: [String: LandmarkEntry]) { (self.source, self.points) = (source, points) }

    /// Reads `source` and, beside it, one member a landmark.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      source = try container.decodeIfPresent(String.self, forKey: Key(stringValue: "source"))
      points = [:]
      for landmark in Landmark.allCases {
        // The decoder turns keys into camel case before they are looked up.
        for key in [landmark.rawValue, Self.camelCase(landmark.rawValue)] {
          if let entry = try container.decodeIfPresent(LandmarkEntry.self, forKey: Key(stringValue: key)) {
            points[landmark.rawValue] = entry
          }
        }
      }
    }

    /// Writes `source` and, beside it, one member a landmark.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(source, forKey: Key(stringValue: "source"))
      for (name, entry) in points { try container.encode(entry, forKey: Key(stringValue: name)) }
    }

    private static func camelCase(_ name: String) -> String {
      let words = name.split(separator: "_")
      return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }
}
