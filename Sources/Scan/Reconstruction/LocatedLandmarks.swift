import Diagnostics
public import Files
import Geometry
import Images
public import Landmarks
import Markers
import PointClouds
public import Recordings
import Tracking
public import Workers

/// The landmarks of a reconstructed head.
public struct LocatedLandmarks: Sendable {
  /// Those that are used, scan frame.
  public let used: HeadLandmarks
  /// Those found on the surface, used or not; nil where none were looked for or nothing could be fused.
  public let found: AutomaticLandmarks?
  /// All clicks, with what became of them.
  public let clicks: [ReportedClick]
  /// The clicks that were left out, as findings.
  public let discarded: [Finding]
  /// True where some of those used were found on the surface, so that its floor does not follow from them yet.
  let areFromSurface: Bool
}

/// Looks for sellion and tragions on a surface made for the purpose.
///
/// The surface that is measured ends where the neck may begin, and it has holes under ears and nose, which few pixels saw.
/// To find a face, an outline is enough: this surface reaches farther down and needs a tenth of the weight.
struct FaceSearch {
  private let context: ReconstructionContext
  /// The most frames that are fused: of more, every second, third, …. Chosen for speed.
  private static let mostFrames = 400

  init(_ context: ReconstructionContext) { self.context = context }

  /// The landmarks on a tracked head; nil where nothing could be fused.
  ///
  /// The surface is fused again only where landmarks were given, so that no face was to be looked for, and then
  /// rejected.
  func landmarks(on head: TrackedHead) throws -> AutomaticLandmarks? {
    let (options, tracking) = (context.options, head.tracking)
    let beyond =
      try head.surface.beyond
      ?? FusedHead.fuse(
        context.recording, tracking, region: head.region, beyond: head.region.deepened(), options,
        mostFrames: Self.mostFrames, workers: context.workers
      ).beyond
    guard let beyond, let surface = try? HeadSurface(beyond.face) else { return nil }
    return AutomaticLandmarks.find(
      on: surface, up: tracking.map.up(),
      options: options.landmarks.automatic)
  }
}

extension MarkerMap {
  /// Roughly the direction of the crown: the markers' mean direction from the middle of the ball they lie on; nil
  /// without one.
  package func up() -> Vector3? {
    guard ids.count >= Self.fewestForUp, let ball = FusionRegion.around(markerCentres: centres) else {
      return nil
    }
    let direction = (centres.reduce(.zero, +) / Double(ids.count) - ball.centre).normalized
    return direction.isFinite ? direction : nil
  }

  /// Fewer markers do not tell where the crown is. Assumed.
  private static let fewestForUp = 8
}

extension HeadLandmarks {
  /// How far a marker's middle lies from the landmark that it is said to stand on, along each axis, metres. Assumed.
  private static let capPlacement = 0.002
  /// How far above and below a marker's middle the surface is looked for, metres. Assumed.
  private static let capReach = 0.008

  /// The landmarks that markers of the cap stand on, in the scan frame: below the marker's middle along its normal, on
  /// the surface, and there below the cloth.
  package init(_ cap: Cap, _ map: MarkerMap, on mesh: Mesh) {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for (name, id) in cap.landmarks {
      guard let landmark = Landmark(rawValue: name) else { continue }
      guard let marker = map.markers[id], marker.normal.isFinite else {
        estimates[landmark] = LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: .cap,
          rejection: Finding(.landmarksCapMarker, ["id": .count(id)], ids: [id]))
        continue
      }
      // The middle of the corners lies below that of a bulging marker; the surface says where the print is.
      let above = marker.centre + marker.normal * Self.capReach
      let hit = mesh.firstHit(origin: above, direction: -marker.normal, limit: 2 * Self.capReach)
      let print = hit.map { above - marker.normal * $0 } ?? marker.centre
      let corner = RobustStatistics.median(marker.cornerSigmas)
      estimates[landmark] = LandmarkEstimate(
        position: print - marker.normal * cap.thickness,
        standardDeviation: (corner * corner + Self.capPlacement * Self.capPlacement).squareRoot(),
        evidence: marker.sightings, source: .cap)
    }
    self.init(estimates)
  }
}

extension Cap {
  /// Refuses roles that no landmark has.
  public func checkRoles(file: String) throws(FileError) {
    let names = Landmark.allCases.map(\.rawValue)
    for name in landmarks.keys.sorted() where !names.contains(name) {
      throw FileKind.cap.fault(
        in: file, at: .text("`landmarks`"), expected: .oneOf(names), found: .text("`\(name)`"))
    }
  }
}

extension ReportedClick {
  /// The clicks of a landmark file, each checked against its frame; those in pictures without depth are left out.
  ///
  /// - Throws: a `LandmarkFileError` for a frame that does not exist, a pixel outside the image or without depth.
  public static func all(
    of file: LandmarkFile, in recording: Recording, workers: Workers = Workers(count: 1)
  ) throws -> [ReportedClick] {
    var all: [(landmark: Landmark, click: LandmarkClick)] = []
    for (landmark, entry) in file.entries.sorted(by: { $0.key < $1.key }) {
      guard case .clicks = entry else {
        throw LandmarkFileError.pointWithoutMesh(file: file.name, landmark: landmark)
      }
      all += file.clicks(on: landmark).filter { !recording.isWithoutDepth($0.frame) }.map { (landmark, $0) }
    }
    let clicks = all
    return try workers.map(clicks.count) {
      try reported(clicks[$0].click, on: clicks[$0].landmark, file, recording)
    }
  }

  /// Says which clicks of a landmark file lie in pictures without depth.
  public static func leftOut(of file: LandmarkFile, in recording: Recording) -> [Finding] {
    file.entries.keys.sorted().compactMap { landmark in
      let frames = file.clicks(on: landmark).map(\.frame).filter(recording.isWithoutDepth)
      return frames.isEmpty
        ? nil : Finding(.landmarksClickWithoutDepth, ["landmarks": landmark.shown], frames: frames)
    }
  }

  private static func reported(
    _ click: LandmarkClick, on landmark: Landmark, _ file: LandmarkFile, _ recording: Recording
  ) throws -> ReportedClick {
    guard let frame = recording.frame(named: click.frame) else {
      throw LandmarkFileError.noSuchFrame(file: file.name, landmark: landmark, frame: click.frame)
    }
    guard frame.camera.contains(click.pixel) else {
      throw LandmarkFileError.outsideImage(
        file: file.name, landmark: landmark, click: click, width: frame.camera.width, height: frame.camera.height)
    }
    let image = RegisteredDepth(try recording.depth(frame), frame.cameras)
    guard let depth = depth(at: click.pixel, in: image) else {
      throw LandmarkFileError.withoutDepth(file: file.name, landmark: landmark, click: click)
    }
    return ReportedClick(
      LandmarkClick(frame: frame.name, pixel: click.pixel, isProposed: click.isProposed), on: landmark,
      source: file.source(of: landmark), frame: frame.index, depth: depth,
      depthPlace: frame.cameras.depthPlace(of: click.pixel, at: frame.camera.ray(click.pixel) * depth))
  }
}

extension Recording {
  /// A frame in which landmarks are clicked; nil where it has no pose.
  package func clickView(
    _ frame: Int, _ tracking: Tracking, on surface: Mesh? = nil
  ) -> ClickView? {
    tracking.scanFromCamera[frame].map {
      ClickView(
        camera: tracking.calibration.corrected(frames[frame].camera), scanFromCamera: $0,
        depthCorrection: tracking.depthCorrection, surface: surface)
    }
  }
}
