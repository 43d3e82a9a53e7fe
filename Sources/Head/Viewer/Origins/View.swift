public import Analysis
public import Diagnostics
public import Files
public import Landmarks
public import Platform
public import PointClouds
import Recordings
public import ScanPipeline

/// What is looked at and picked on in the browser.
public struct View: Sendable {
  let source: any PickingSource

  /// A recording: its landmarks are clicked in frames.
  ///
  /// - Parameters:
  ///   - output: the folder that a save writes, as `reconstruct` does; nil for a view that is ``kept(as:by:)``.
  ///   - observer: who picks; what others have picked is not shown then.
  ///   - clock: tells the time of a save.
  /// - Throws: a `RecordingError`; the recording's lists are read.
  public static func recording(
    _ options: ScanOptions, output: URL?, observer: String? = nil, clock: @escaping @Sendable () -> Date
  ) throws -> View {
    let opened = try Recording.open(options.recording, options.reading)
    return View(
      source: RecordingSource(options: options, output: output, observer: observer, opened: opened, clock: clock))
  }

  /// A mesh of any scanner: its landmarks are picked on the surface.
  ///
  /// - Parameters:
  ///   - landmarks: points that were picked before, or nil for none.
  ///   - output: the folder that a save writes, as `measure --output` does; nil for a view that is ``kept(as:by:)``.
  public static func mesh(
    _ mesh: URL, unit: LengthUnit? = nil, landmarks: URL? = nil, analysis: HeadAnalysis,
    automatic: AutomaticLandmarkOptions = AutomaticLandmarkOptions(), output: URL?, observer: String? = nil,
    norms: NormRequest? = nil, description: ScanDescription = ScanDescription(),
    clock: @escaping @Sendable () -> Date
  ) -> View {
    View(
      source: MeshSource(
        mesh: mesh, result: nil, unit: unit, analysis: analysis, automatic: automatic, landmarks: landmarks,
        output: output, observer: observer, norms: norms, description: description, clock: clock))
  }

  /// A result: the landmarks of its `mesh.ply` are moved, and a save renews it, or makes another one in `output`.
  public static func result(
    _ folder: URL, landmarks: URL? = nil, analysis: HeadAnalysis,
    automatic: AutomaticLandmarkOptions = AutomaticLandmarkOptions(), output: URL? = nil, observer: String? = nil,
    norms: NormRequest? = nil, description: ScanDescription = ScanDescription(),
    clock: @escaping @Sendable () -> Date
  ) -> View {
    View(
      source: MeshSource(
        mesh: folder.appending(path: "mesh.ply"), result: folder, unit: nil, analysis: analysis, automatic: automatic,
        landmarks: landmarks, output: output ?? folder, observer: observer, norms: norms,
        description: description, clock: clock))
  }

  /// The view with its picks kept by somebody else.
  ///
  /// - Parameters:
  ///   - title: what the page calls it.
  ///   - keeper: takes the picks.
  public func kept(as title: String, by keeper: PickKeeper) -> View {
    View(source: KeptSource(base: source, name: title, keeper: keeper))
  }
}

/// Why something can't be looked at and picked on.
public enum ViewError: UserFacingError, Equatable {
  /// The folder that a save would write holds the result of another recording.
  case anotherRecording(output: String)
  /// A result was measured by a protocol or a scale that is not built in.
  case unknownDefinition(result: String, option: String, name: String)
  /// There is nothing to save.
  case nothingPicked

  public var message: ErrorMessage {
    switch self {
    case .anotherRecording(let output): ErrorMessage(.viewAnotherRecording, at: output)
    case .unknownDefinition(let result, let option, let name):
      ErrorMessage(.viewUnknownDefinition, at: result, nil, ["option": .text(option), "name": .text(name)])
    case .nothingPicked: ErrorMessage(.viewNothingPicked, at: nil)
    }
  }
}

/// Scans that are looked at and picked one after the other.
public struct ViewWalk: Sendable {
  /// One of them.
  public struct Stop: Sendable {
    let title: String
    let isPicked: @Sendable () -> Bool
    let open: @Sendable () throws -> View

    /// - Parameters:
    ///   - title: what the page calls it.
    ///   - isPicked: whether its landmarks are picked by now.
    ///   - open: opens it, as soon as somebody comes to it; throws a `UserFacingError`.
    public init(
      title: String, isPicked: @escaping @Sendable () -> Bool, open: @escaping @Sendable () throws -> View
    ) {
      (self.title, self.isPicked, self.open) = (title, isPicked, open)
    }

    /// What is picked on; of a scan that can't be opened, one that says why.
    func source(observer: String?) -> any PickingSource {
      do { return try open().source } catch { return UnopenedSource(name: title, observer: observer, error: error) }
    }
  }

  /// Which scans they are.
  public enum Kind: String, Sendable {
    /// Those that were still to be picked at the beginning.
    case toPick = "to_pick"
    /// All.
    case all
  }

  let stops: [Stop]
  let kind: Kind
  let observer: String?
  /// True where the page tells nothing that could tell who was scanned: no names of frames, no texts of errors.
  let isBlind: Bool
  /// True for one scan that stands for itself.
  let isSingle: Bool

  /// - Parameters:
  ///   - stops: the scans in their order, at least one.
  ///   - observer: who picks.
  ///   - isBlind: whether the page tells nothing that could tell who was scanned; titles are the caller's.
  public init(_ stops: [Stop], _ kind: Kind, observer: String?, isBlind: Bool) {
    precondition(!stops.isEmpty, "a walk has a scan")
    (self.stops, self.kind, self.observer, self.isBlind, isSingle) = (stops, kind, observer, isBlind, false)
  }

  /// A single scan.
  init(_ view: View) { self.init(single: Stop(title: view.source.name, isPicked: { false }, open: { view })) }

  /// A single scan that is opened as soon as its page is.
  init(single stop: Stop) {
    stops = [stop]
    (kind, observer, isBlind, isSingle) = (.all, nil, false, true)
  }
}
