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
  /// A verdict on signs.
  ///
  /// - Parameter isStated: whether the recorder says that it filtered depth.
  public init(
    _ signs: DepthSigns, isStated: Bool = false, _ options: DepthFilteringConstants = DepthFilteringConstants()
  ) {
    let fillsHoles =
      signs.outlines >= options.fewestOutlines
      && Double(signs.bridged) > options.mostBridged * Double(signs.outlines)
    (self.signs, self.fillsHoles) = (signs, fillsHoles)
    averagesInTime = signs.persistence.map { $0 > options.mostPersistence } ?? false
    let least = fillsHoles ? options.leastFilledNoise : options.leastFineNoise
    let isCorrelated = signs.fineNoise.map { $0 < least } ?? false
    let isRounded = signs.steps.map { $0 < options.leastSteps } ?? false
    smooths = isCorrelated || isRounded
    // Where the noise is lost in coarse steps, averaging may be what made it so small.
    let isHidden = signs.persistence == nil && (signs.step ?? 0) > options.coarsestStep
    mayHideAveraging = isStated || isCorrelated || isHidden || isRounded && fillsHoles
  }

  /// Looks at a recording's frames, and takes its recorder's word.
  ///
  /// - Parameter workers: the threads that share the work.
  public init(
    _ recording: Recording, _ options: DepthFilteringConstants = DepthFilteringConstants(),
    workers: Workers = Workers(count: 1)
  ) {
    let isStated = recording.findings.contains { $0.code == .recordingFilteredDepth }
    self.init(DepthSigns(recording, options, workers: workers), isStated: isStated, options)
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
  public func without(
    _ filtering: DepthFiltering, _ options: DepthFilteringConstants = DepthFilteringConstants()
  ) -> Recording {
    guard filtering.fillsHoles else { return self }
    let (columns, rows) = filtering.signs.copies?.spacing ?? (1, 1)
    return dropping(
      DepthRamps(slope: options.rampSlope, slopePixels: options.rampSlopePixels, columns: columns, rows: rows))
  }
}
