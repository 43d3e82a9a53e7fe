public import Diagnostics
public import Recordings
public import Workers

/// What was done to a recording's depth before it was written, as far as its images or its recorder tell.
public struct DepthFiltering: Sendable, Equatable {
  /// What the images show.
  public let signs: DepthSigns
  /// Holes were filled across the outlines of near things.
  public let fillsHoles: Bool
  /// Frames were averaged with those before.
  public let averagesInTime: Bool
  /// Neighbouring pixels were smoothed, or share their noise by nature.
  public let smooths: Bool
  /// Smoothing that may hide an average in time: the recorder says so, or the noise does. Noise below fine steps
  /// of the file alone is none.
  public let mayHideAveraging: Bool
}

extension DepthFiltering {
  // The limits were chosen on the seven sets of frames that they were judged on: Docs/methods/depth-filters.md.

  /// The fewest outlines from which that is told. Assumed: two of 40 are one in twenty.
  private static let fewestOutlines = 40
  /// The largest share of outlines that may be bridged. None of an unfiltered recording, 0.07 to 0.92 of a filled one,
  /// Docs/methods/depth-filters.md.
  private static let mostBridged = 0.05
  /// The most that the noise of consecutive frames may be alike beyond that of frames four apart, a correlation. At
  /// most 0.053 unfiltered, at least 0.090 averaged in time, Docs/methods/depth-filters.md.
  private static let mostPersistence = 0.075
  /// The least noise over two pixels as a share of that over eight. At least 0.30 unfiltered, at most 0.24 smoothed
  /// widely, Docs/methods/depth-filters.md.
  private static let leastFineNoise = 0.25
  /// The least noise over two pixels as a share of that over eight where outlines are bridged: who fills holes often smooths too. 0.43 to 0.54 with holes filled alone, 0.23
  /// to 0.38 smoothed and averaged too, Docs/methods/depth-filters.md.
  private static let leastFilledNoise = 0.4
  /// The least noise over four pixels, in units of what rounding to the steps of the file alone gives. At least 2.4
  /// unfiltered, at most 1.5 smoothed widely, Docs/methods/depth-filters.md.
  private static let leastSteps = 1.7
  /// Steps of the file above this hide the noise of usual sensors, and with it an average in time; metres. Noise of 0.3
  /// to 0.5 mm at 30 cm, Docs/methods/depth-filters.md; the number itself is assumed.
  private static let coarsestStep = 0.0005
  /// The largest difference of neighbours that is kept where outlines are bridged, as a share of depth. 0.75 to 6 %
  /// gave the same within 0.05 mm, Docs/methods/depth-filters.md.
  fileprivate static let rampSlope = 0.015
  /// That difference times the focal length in pixels, which holds where pixels lie farther apart. Derived: a surface seen
  /// under 83.6°, as the share above is at 640 × 480 pixels.
  fileprivate static let rampSlopePixels = 9.0

  /// A verdict on signs.
  ///
  /// - Parameter isStated: whether the recorder says that it filtered depth.
  public init(_ signs: DepthSigns, isStated: Bool = false) {
    let fillsHoles =
      signs.outlines >= Self.fewestOutlines
      && Double(signs.bridged) > Self.mostBridged * Double(signs.outlines)
    (self.signs, self.fillsHoles) = (signs, fillsHoles)
    averagesInTime = signs.persistence.map { $0 > Self.mostPersistence } ?? false
    let least = fillsHoles ? Self.leastFilledNoise : Self.leastFineNoise
    let isCorrelated = signs.fineNoise.map { $0 < least } ?? false
    let isRounded = signs.steps.map { $0 < Self.leastSteps } ?? false
    smooths = isCorrelated || isRounded
    // Where the noise is lost in coarse steps, averaging may be what made it so small.
    let isHidden = signs.persistence == nil && (signs.step ?? 0) > Self.coarsestStep
    mayHideAveraging = isStated || isCorrelated || isHidden || isRounded && fillsHoles
  }

  /// Looks at a recording's frames, and takes its recorder's word.
  ///
  /// - Parameter workers: the threads that share the work.
  public init(_ recording: Recording, workers: Workers = Workers(count: 1)) {
    let isStated = recording.findings.contains { $0.code == .recordingFilteredDepth }
    self.init(DepthSigns(recording, workers: workers), isStated: isStated)
  }
}

extension DepthFiltering {
  /// Why nothing may be measured: how strong an average in time was can't be told from what it leaves.
  public var reason: Finding? {
    guard averagesInTime, let persistence = signs.persistence else { return nil }
    return Finding(
      .depthTemporalFilter, ["correlation": .number(persistence, decimals: 2), "count": .count(signs.frames)])
  }

  /// What withholds nothing.
  public var notes: [Finding] {
    let filled = Finding(
      .depthHolesFilled, ["bridged": .count(signs.bridged), "outlines": .count(signs.outlines)])
    var smooth = Finding(.depthSmooth, ["steps": .number(signs.steps ?? .nan, decimals: 1)])
    smooth.values["fine_noise"] = signs.fineNoise.map { .number($0, decimals: 2) }
    let enlarged = signs.copies.map { copies in
      Finding(
        .depthEnlarged,
        [
          "columns": .count(copies.columns.new), "width": .count(copies.columns.all), "rows": .count(copies.rows.new),
          "height": .count(copies.rows.all),
        ])
    }
    return [enlarged].compactMap(\.self) + (fillsHoles ? [filled] : []) + (smooths ? [smooth] : [])
  }
}

extension Recording {
  /// The recording without the depth that filled holes have made up; unchanged where none were.
  public func without(_ filtering: DepthFiltering) -> Recording {
    guard filtering.fillsHoles else { return self }
    let (columns, rows) = filtering.signs.copies?.spacing ?? (1, 1)
    return dropping(
      DepthRamps(
        slope: DepthFiltering.rampSlope, slopePixels: DepthFiltering.rampSlopePixels, columns: columns, rows: rows))
  }
}
