public import Files

/// How markers are found, measured and screened.
public struct MarkerOptions: OptionTable {
  /// At which size images are searched.
  public let search = SearchConstants()
  /// Corners in the image.
  public let edges = EdgeConstants()
  /// Depth at and inside markers.
  public let depth = MarkerDepthConstants()
  /// What can be the cap's.
  public var screening = ScreeningOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<MarkerOptions>] = [
    group("screening", \.screening)
  ]
}

/// At which size images are searched for markers.
public struct SearchConstants: Sendable, Equatable {
  /// An image with a longer side than this is searched at half its size first, pixels.
  ///
  /// Evidence: chosen for speed; images of 640 × 480 are searched as they are.
  public let largestSide = 1000
  /// Where the median side of the markers found at half size is shorter than this, the full size is searched too, pixels.
  ///
  /// Evidence: at 28 px and more 86 to 97 % of markers are found, at 12 to 16 px 22 to 57 % (measured with OpenCV 4.6 on real images of a board).
  public let leastSide = 24.0

  /// The defaults.
  public init() {}
}

/// How the corners of a marker are placed where its edges meet and the ink ends.
public struct EdgeConstants: Sendable, Equatable {
  /// How far a profile reaches to either side of an edge, in cells of a marker: within its black border.
  ///
  /// Evidence: Docs/methods/markers.md states it; the number itself is assumed.
  public let reach = 0.7
  /// That reach's bounds in pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let reachLimits = 1.5...5.0
  /// The part of an edge at either end that the rounding of the corners reaches.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let ends = 0.06
  /// The farthest that a corner may move, in pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let farthest = 3.0
  /// The weight that holds an edge's bend near zero, in those of an offset.
  ///
  /// Evidence: a marker on a head bends by up to a pixel; the number itself is assumed.
  public let leastBend = 0.001
  /// The fewest clear points of an edge.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPoints = 5
  /// The smallest cell in pixels: smaller ones run into each other, and the shift of the ink is then that of the frame.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastCell = 3.0
  /// The fewest edges of cells along an axis from which the shift of the ink is estimated.
  ///
  /// Evidence: assumed: some more than twice the seven unknowns; no measurement behind it.
  public let fewestCellEdges = 16
  /// The standard deviation of the ink's shift before anything is measured, and that of a marker's axis about its frame's, in pixels.
  ///
  /// Evidence: Docs/decisions/tracking.md (Where the ink ends is measured in the marker): shifts are 0.16 to 0.19 px; the number itself is assumed.
  public let shiftPrior = 0.1
  /// A profile takes part where brightness rises by this share of the edge's usual rise.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastRise = 0.3
  /// The median rise that an edge must exceed, grey levels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastContrast = 10.0
  /// Offsets along an edge are never taken to scatter by less than this, pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastScale = 0.05
  /// Profiles for each pixel of an edge's length.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let density = 0.8
  /// An edge is at least this long, pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastLength = 4.0
  /// The share of the usual rise from which the edge of a cell takes part.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastCellRise = 0.4
  /// The median rise that the edges of a marker's cells must exceed, grey levels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastCellContrast = 20.0
  /// Edges of cells are never taken to scatter by less than this, pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastCellScale = 0.03

  /// The defaults.
  public init() {}
}

/// How depth is measured at the corners of a marker and inside it.
public struct MarkerDepthConstants: Sendable, Equatable {
  /// How far the window at a corner reaches along the marker's sides, in sides.
  ///
  /// Evidence: a plane leaves out 0.05 mm on a window of ± 3 mm; Docs/decisions/tracking.md (Where the ink ends is measured in the marker).
  public let cornerReach = 0.2
  /// The fewest valid pixels from which a corner's plane is fitted.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestCornerPixels = 16
  /// More pixels than about this are thinned out: neighbours share most of their error.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostCornerPixels = 90
  /// Depth that differs more from the window's usual one, relative, is another surface's.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let sameSurface = 0.04
  /// The part of the marker whose depth counts, from its middle: at the rim, depth may be that of what lies beside it.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let inset = 0.9
  /// The fewest valid pixels from which a marker's surface is fitted.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPixels = 30
  /// More pixels than about this are thinned out: a few hundred carry six unknowns.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostPixels = 150
  /// The prior of the bulge between centre and corner, standard deviation in metres.
  ///
  /// Evidence: derived: a marker of 16 mm on a radius of 65 mm bulges by half a millimetre.
  public let bulge = 0.0008
  /// Depth inside a marker that differs more from the usual one, relative, takes no part at first.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let sameMarker = 0.1
  /// The share of a window's pixels that must lie on its surface.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastOnSurface = 0.5

  /// The defaults.
  public init() {}
}

/// Which sightings can be the cap's.
public struct ScreeningOptions: OptionTable {
  /// Sizes within this share of the recording's usual one are kept.
  ///
  /// Evidence: assumed: the strays of other prints differ by more; no measurement behind it.
  public let sizeTolerance = 0.15
  /// A cap without a list of ids has those that are seen in this many frames.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestSightings = 3
  /// With fewer ids than this, the sightings may be another dictionary's markers, misread.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestIDs = 4
  /// The measured size over the printed one outside which nothing is reconstructed.
  ///
  /// Evidence: a wrong focal length accounts for 7 %, Docs/methods/markers.md (Marker-size ratio); the rest is room.
  public var readableSizes = 0.8...1.2
  /// The same with the focal length right, outside which nothing is measured.
  ///
  /// Evidence: good devices read 0.976 to 0.997, Docs/methods/markers.md (Marker-size ratio).
  public var usableSizes = 0.96...1.03

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<ScreeningOptions>] = [
    .range("readable_sizes", \.readableSizes, within: 0.1...10),
    .range("usable_sizes", \.usableSizes, within: 0.1...10),
  ]
}
