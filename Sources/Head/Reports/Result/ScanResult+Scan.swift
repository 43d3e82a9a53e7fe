import Diagnostics
import Geometry

/// What the scan was like: recording, markers, depth, tracking, calibration and surface.
extension ScanResult {
  /// What was recorded.
  public struct Recording: Codable, Sendable, Equatable {
    /// The recording's format.
    public var format: String
    /// How many frames it has, and how long it took.
    public var frames: Int
    /// The time from the first frame to the last.
    public var durationS: Double
    /// The size of the images.
    public var width, height: Int?

    /// A recording's summary.
    public init(format: String, frames: Int, durationS: Double, width: Int? = nil, height: Int? = nil) {
      (self.format, self.frames, self.durationS, self.width, self.height) = (format, frames, durationS, width, height)
    }
  }

  /// How valid the depth was: shares of pixels.
  public struct Depth: Codable, Sendable, Equatable {
    /// Valid pixels of the whole image.
    @Nullable public var validFraction: Double?
    /// Valid pixels of the head.
    @Nullable public var headValidFraction: Double?
    /// Pixels within the markers that lack depth.
    @Nullable public var markersInvalidFraction: Double?

    /// The depth's part from its values.
    public init(validFraction: Double?, headValidFraction: Double? = nil, markersInvalidFraction: Double? = nil) {
      self.validFraction = validFraction
      self.headValidFraction = headValidFraction
      self.markersInvalidFraction = markersInvalidFraction
    }
  }

  /// A marker that was not used, and why.
  public struct RejectedMarker: Codable, Sendable, Equatable {
    /// The marker's id.
    public var id: Int
    /// Why it was rejected.
    public var reason: String
    /// The kind of finding that this is; nil in results of earlier versions.
    public var code: String?
    /// How many sightings were rejected for it.
    public var count: Int?
    /// When the marker moved, seconds since the start; nil for other reasons.
    public var fromS: Double?

    /// A rejected marker.
    public init(id: Int, reason: String) { (self.id, self.reason) = (id, reason) }

    /// Sightings of a marker that were rejected for one reason.
    public init(id: Int, _ finding: Finding, count: Int) {
      (self.id, self.count, code) = (id, count, finding.code.rawValue)
      fromS = finding.values["from_s"]?.figure.map { rounded($0, 3) }
      reason = ""
      reason = text(.english)
    }

    /// The reason in words, with the number of sightings.
    func text(_ language: Language) -> String {
      guard let code = code.flatMap({ FindingCode(rawValue: $0) }), let count else { return reason }
      var finding = Finding(code)
      finding.values["from_s"] = fromS.map { .number($0, decimals: 1, unit: "s") }
      return language("report.sightings", ["reason": .text(finding.text(language)), "count": .count(count)])
    }
  }

  /// The cap's markers.
  public struct Markers: Codable, Sendable, Equatable {
    /// How many the cap has; nil where it is not known.
    @Nullable public var expected: Int?
    /// How many were seen.
    public var seen: Int
    /// Their ratio.
    @Nullable public var coverage: Double?
    /// The ids of the cap that were never seen.
    public var missing: [Int]
    /// Markers that were not used.
    public var rejected: [RejectedMarker]
    /// Pairs of time (s) and markers seen by then.
    public var progress: [[Double]]

    /// The markers' part from its values.
    public init(
      expected: Int?, seen: Int, coverage: Double?, missing: [Int] = [], rejected: [RejectedMarker] = [],
      progress: [[Double]] = []
    ) {
      (self.expected, self.seen, self.coverage) = (expected, seen, coverage)
      (self.missing, self.rejected, self.progress) = (missing, rejected, progress)
    }
  }

  /// How well the head was tracked.
  public struct Tracking: Codable, Sendable, Equatable {
    /// What the head was tracked by: `markers` or `dense`.
    public var method: String
    /// How many frames have a pose, and their share.
    public var framesUsed: Int
    /// The share of frames with a pose.
    @Nullable public var framesUsedFraction: Double?
    /// How many of them were placed by the surface alone, not by markers.
    public var framesDense: Int
    /// The residual of the markers' corners.
    @Nullable public var reprojectionRmsPx: Double?
    /// How far two halves of the scan disagree in place.
    @Nullable public var closureMm: Double?
    /// How far they disagree in direction.
    @Nullable public var closureDegrees: Double?

    /// The tracking's part from its values.
    public init(
      method: String = "markers", framesUsed: Int, framesUsedFraction: Double? = nil, framesDense: Int = 0,
      reprojectionRmsPx: Double? = nil,
      closureMm: Double? = nil, closureDegrees: Double? = nil
    ) {
      self.method = method
      (self.framesUsed, self.framesUsedFraction, self.framesDense) = (framesUsed, framesUsedFraction, framesDense)
      (self.reprojectionRmsPx, self.closureMm, self.closureDegrees) = (reprojectionRmsPx, closureMm, closureDegrees)
    }
  }

  /// How far the poses that the recorder wrote down are from those that were found, after the rigid motion that brings them
  /// closest.
  public struct RecordedPoses: Codable, Sendable, Equatable {
    /// The frames that have both.
    public var frames: Int
    /// The root mean square distance of the camera's places.
    public var positionRmsMm: Double
    /// The root mean square angle between its directions.
    public var angleRmsDegrees: Double
    /// How much larger the recorder's path is than the one that was found.
    public var scale: Double

    /// The part from its values.
    public init(frames: Int, positionRmsMm: Double, angleRmsDegrees: Double, scale: Double) {
      (self.frames, self.positionRmsMm) = (frames, positionRmsMm)
      (self.angleRmsDegrees, self.scale) = (angleRmsDegrees, scale)
    }
  }

  /// What the scan says about the sensor.
  public struct Calibration: Codable, Sendable, Equatable {
    /// The device file that was used; all else here is relative to its focal length and lens. Nil where there was none.
    public var device: Device?
    /// The true focal length over the one that was given.
    public var focalScale: Estimate?
    /// What the radial coefficients of the colour camera's lens, of r² and r⁴ on the plane at depth 1, are more than the
    /// recording says; nil where no such lens was found.
    public var lens: [Estimate]?
    /// χ² of such a lens, two degrees of freedom; nil where none was looked for.
    public var lensChi2: Double?
    /// By how much corners of markers scatter in pixels, seen straight on; nil without markers.
    public var cornerSdPx: Double?
    /// The true depth over the one that was measured.
    public var depthScale: Estimate?
    /// What is added to measured depth to make it true, in millimetres.
    public var depthOffsetMm: Estimate?
    /// How much that differs over the image: its standard deviation over the places where markers were seen.
    public var depthFieldMm: Estimate?
    /// Its greatest distance from its mean, over the same places.
    public var depthFieldPeakMm: Estimate?
    /// What is added to measured depth over the image, scale, offset and field together.
    public var depthCorrection: DepthCorrection?
    /// How much later than its timestamps depth was taken, relative to colour.
    public var timeOffsetMs: Estimate?
    /// The markers' size in depth over their printed size.
    public var markerSizeRatio: Estimate?
    /// The markers' size in corrected depth over their printed size.
    public var correctedMarkerSizeRatio: Estimate?
    /// `ok`, `suspect`, `corrected` or `unknown`.
    public var verdict: String
    /// The relative standard deviation of the surface's scale.
    public var scaleSd: Double?
    /// What intervals on this surface count with; nil in results of earlier versions.
    public var surfaceErrors: SurfaceErrors?

    /// A device file: the phone, the day of its acceptance, and the focal length over the recording's that it states.
    public struct Device: Codable, Sendable, Equatable {
      /// The phone, and the day.
      public var name, date: String
      /// The focal length over the recording's.
      public var focalScale: Estimate

      /// A device from its values.
      public init(name: String, date: String, focalScale: Estimate) {
        (self.name, self.date, self.focalScale) = (name, date, focalScale)
      }
    }

    /// Standard deviations of a surface: of its radius at one place in millimetres; of its scale, relative.
    public struct SurfaceErrors: Codable, Sendable, Equatable {
      /// Millimetres: noise and smooth error together.
      public var radiusSdMm: Double
      /// The smooth error alone; nil in results of earlier versions.
      public var bendingSdMm: Double?
      /// Relative: the whole scale, and the part of the focal length.
      public var scaleSd, focalSd: Double
      /// The parts of print and lens; nil in results of earlier versions.
      public var printSd, lensSd: Double?
      /// Of the radius at one place, relative: the smooth error that the lens makes; nil in results of earlier versions.
      public var lensBendingSd: Double?
      /// By how much of itself the surface may be too small at most, for stretched cloth; nil in results of earlier versions.
      public var stretch: Double?
      /// By the key of each measure, in its unit: what a filter of depth adds; nil where there was none.
      public var depthFilter: [String: Double]?

      /// The errors from their values.
      public init(
        radiusSdMm: Double, bendingSdMm: Double? = nil, scaleSd: Double, focalSd: Double, printSd: Double? = nil,
        lensSd: Double? = nil, lensBendingSd: Double? = nil
      ) {
        (self.radiusSdMm, self.bendingSdMm) = (radiusSdMm, bendingSdMm)
        (self.scaleSd, self.focalSd, self.printSd) = (scaleSd, focalSd, printSd)
        (self.lensSd, self.lensBendingSd) = (lensSd, lensBendingSd)
      }

      /// False where one can't be a deviation.
      public var areFinite: Bool {
        let optional =
          [bendingSdMm, printSd, lensSd, lensBendingSd, stretch].compactMap(\.self) + (depthFilter ?? [:]).values
        return ([radiusSdMm, scaleSd, focalSd] + optional).allSatisfy { $0.isFinite && $0 >= 0 }
      }
    }

    /// The calibration's part from its values.
    public init(
      verdict: String, focalScale: Estimate? = nil, depthScale: Estimate? = nil, depthOffsetMm: Estimate? = nil,
      depthFieldMm: Estimate? = nil, timeOffsetMs: Estimate? = nil, markerSizeRatio: Estimate? = nil,
      correctedMarkerSizeRatio: Estimate? = nil, lens: [Estimate]? = nil
    ) {
      self.lens = lens
      (self.verdict, self.focalScale, self.depthScale) = (verdict, focalScale, depthScale)
      (self.depthOffsetMm, self.depthFieldMm, self.timeOffsetMs) = (depthOffsetMm, depthFieldMm, timeOffsetMs)
      (self.markerSizeRatio, self.correctedMarkerSizeRatio) = (markerSizeRatio, correctedMarkerSizeRatio)
    }
  }

  /// What is added to measured depth over the image, in millimetres.
  public struct DepthCorrection: Codable, Sendable, Equatable {
    /// The measured depth that it is stated for: the markers' median depth.
    public var depthMm: Double
    /// The mean over the places where markers were seen.
    public var meanMm: Estimate
    /// The value in the middle of each cell, rows of equal cells from the image's top left; null where no marker was seen.
    public var addedMm: [[Double?]]

    /// The correction from its values.
    public init(depthMm: Double, meanMm: Estimate, addedMm: [[Double?]]) {
      (self.depthMm, self.meanMm, self.addedMm) = (depthMm, meanMm, addedMm)
    }
  }

  /// How much of the head was covered.
  public struct Surface: Codable, Sendable, Equatable {
    /// The share of directions above the base plane in which the surface was seen; nil where no landmarks say where that is.
    @Nullable public var coverage: Double?
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
  }

  /// A rim of the surface.
  public struct Hole: Codable, Sendable, Equatable {
    /// Where it lies, in words; `unknown` without a head frame.
    public var place: String
    /// Its greatest width and the length of its rim.
    public var diameterMm, perimeterMm: Double
    /// Its middle in the head frame, or in the surface's own where there is none.
    public var centreMm: [Double]
  }
}

/// What the sheets of pictures beside a result show.
extension ScanResult {
  /// The sheets that were drawn.
  public struct Pictures: Codable, Sendable, Equatable {
    /// Frames of the recording with what was detected in them, in order of time.
    public var frames: Sheet?
    /// What surrounds the clicks on landmarks.
    public var clicks: Sheet?

    /// The sheets that there are.
    public init(frames: Sheet?, clicks: Sheet?) { (self.frames, self.clicks) = (frames, clicks) }
  }

  /// A picture of equal cells, in rows from the top left.
  public struct Sheet: Codable, Sendable, Equatable {
    /// The file's name in the folder of the result.
    public var file: String
    /// The size of a cell in pixels, and how many stand in a row.
    public var cellWidth, cellHeight, columns: Int
    /// What the cells show; the last row may be filled in part.
    public var cells: [Cell]

    /// A sheet from its parts.
    public init(file: String, cellWidth: Int, cellHeight: Int, columns: Int, cells: [Cell]) {
      (self.file, self.cellWidth, self.cellHeight) = (file, cellWidth, cellHeight)
      (self.columns, self.cells) = (columns, cells)
    }
  }

  /// One picture of a sheet.
  public struct Cell: Codable, Sendable, Equatable {
    /// The frame's name, and its time since the start.
    public var frame: String
    /// Seconds since the start of the recording.
    public var timeS: Double
    /// How many of the cap's markers were used in it; nil where the picture is about something else.
    public var markers: Int?
    /// Whether the frame has a pose.
    public var posed: Bool?
    /// The landmark that was clicked, by its key.
    public var landmark: String?

    /// A cell from its parts.
    public init(frame: String, timeS: Double, markers: Int? = nil, posed: Bool? = nil, landmark: String? = nil) {
      (self.frame, self.timeS, self.markers, self.posed, self.landmark) = (frame, timeS, markers, posed, landmark)
    }
  }
}
