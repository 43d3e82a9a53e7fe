import Analysis
import Geometry

extension ScanResult {
  /// How much of the head was covered.
  public struct Surface: Codable, Sendable, Equatable {
    /// The share of directions above the base plane in which the surface was seen; nil where no landmarks say where that is.
    public var coverage: Double?
    /// The share of each region.
    public var regions: [String: Double]
    /// Rims of the surface, the longest first.
    public var holes: [Hole]
    /// How many vertices and triangles the surface has.
    public var vertices, triangles: Int

    /// The surface's part from its values.
    public init(coverage: Double?, regions: [String: Double], holes: [Hole], vertices: Int, triangles: Int) {
      (self.coverage, self.regions, self.holes) = (coverage, regions, holes)
      (self.vertices, self.triangles) = (vertices, triangles)
    }

    /// Writes null for a coverage that is not known.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(coverage, forKey: .coverage)
      try container.encode(regions, forKey: .regions)
      try container.encode(holes, forKey: .holes)
      try container.encode(vertices, forKey: .vertices)
      try container.encode(triangles, forKey: .triangles)
    }

    /// The part of a surface in its head frame, or in its own where there is none: holes wider than 3 mm, at most `most`
    /// of them.
    public init(
      _ coverage: SurfaceCoverage?, holes: [Analysis.Hole], headFromScan: RigidTransform?, vertices: Int,
      triangles: Int, most: Int = 40
    ) {
      let wide = holes.lazy.map { Hole($0, headFromScan: headFromScan) }.filter { $0.diameterMm > 3 }.prefix(most)
      self.init(
        coverage: (coverage?.fraction).map(Rounding.fraction),
        regions: (coverage?.regions ?? [:]).reduce(into: [:]) { $0[$1.key.rawValue] = Rounding.fraction($1.value) },
        holes: Array(wide), vertices: vertices, triangles: triangles)
    }
  }

  /// Where the section lies, which is parallel to the base plane.
  public struct SectionPlace: Codable, Sendable, Equatable {
    /// The heights of the section and of the vertex over the base plane.
    public var heightMm, vertexHeightMm: Double

    /// The place of the section that was measured, or nil where there is none.
    public init?(_ measures: HeadMeasures) {
      guard let section = measures.section, let vertex = measures.vertexHeight else { return nil }
      (heightMm, vertexHeightMm) = (Rounding.millimetres(section.level), Rounding.millimetres(vertex))
    }
  }

  /// A rim of the surface.
  public struct Hole: Codable, Sendable, Equatable {
    /// Where it lies, in words; `unknown` without a head frame.
    public var place: String
    /// Its greatest width and the length of its rim.
    public var diameterMm, perimeterMm: Double
    /// Its middle in the head frame, or in the surface's own where there is none.
    public var centreMm: [Double]

    /// The rim of a surface in its head frame.
    public init(_ hole: Analysis.Hole, headFromScan: RigidTransform?) {
      let centre = headFromScan.map { $0 * hole.centre } ?? hole.centre
      place = headFromScan == nil ? "unknown" : PlaceText.place(centre)
      diameterMm = Rounding.millimetres(hole.diameter)
      perimeterMm = Rounding.millimetres(hole.perimeter)
      centreMm = Rounding.millimetres(centre)
    }
  }
}
