import Geometry
import Images
import PointClouds
import Recordings
import Tracking
import Workers

/// The fused surface of a tracked recording, and what the second pass over its frames counted.
public struct FusedHead: Sendable {
  /// The surface in the scan frame.
  public let mesh: Mesh
  /// How valid the depth on the head was in each frame; nil for frames that were not fused.
  public let headValidity: [ValidCount?]
  /// The points of some frames, evenly chosen, scan frame.
  let samples: [FrameSample]
  /// The surface that reaches farther down, where landmarks are to be looked for; nil elsewhere.
  private(set) var beyond: Beyond?

  /// A surface that was fused beyond the region of ``FusedHead/mesh``: one pass over the frames serves both.
  struct Beyond: Sendable {
    /// All of it, with the evidence that the measured surface needs, and the extraction that makes a mesh of it.
    let surface: FusedSurface, extraction: MeshExtraction
    /// All of it with less evidence, enough to show the outline of a face.
    let face: Mesh
  }

  /// The head down to where a smaller region than that of ``beyond`` ends; nil where nothing reaches farther down.
  func ending(in region: FusionRegion) -> FusedHead? {
    beyond.map { beyond in
      FusedHead(
        mesh: beyond.surface.mesh(beyond.extraction, in: region), headValidity: headValidity, samples: samples,
        beyond: beyond)
    }
  }

  /// Decodes posed frames again and fuses them in order; of more than `mostFrames`, those that show most of the head.
  /// With `beyond`, what is fused reaches farther than the mesh, for landmarks to be looked for.
  ///
  /// Some frames are decoded and prepared at a time, each by one thread, and then fused block by block, each block by
  /// one thread, so that the number of threads changes nothing.
  static func fuse(
    _ recording: Recording, _ tracking: Tracking, region: FusionRegion, beyond deep: FusionRegion? = nil,
    _ choices: ReconstructionOptions, mostFrames: Int = Self.mostFrames, workers: Workers,
    step: @Sendable (Int) -> Void = { _ in }
  ) throws -> FusedHead {
    let options = FusionOptions(region: deep ?? region, voxelSize: choices.voxelSize, rules: choices.fusion)
    var fusion = try TSDFVolume(options)
    let ball = MarkerBall(tracking.map)
    let posed = tracking.posedFrames(atMost: mostFrames, around: region.centre)
    let paintedStep = max(1, posed.count / paintedFrames)
    let sampledStep = max(1, posed.count / sampledFrames)
    for frame in Set(recording.frames.indices).subtracting(posed) { step(frame) }
    var samples: [FrameSample] = []
    var validity = [ValidCount?](repeating: nil, count: recording.frames.count)
    for start in stride(from: 0, to: posed.count, by: batch) {
      let group = Array(posed[start..<min(start + batch, posed.count)])
      let prepared = workers.map(group.count, tool: { FramePreparer(recording, tracking, ball, options) }) {
        preparer, k -> Result<(DepthView, ValidCount, FrameSample?), any Error> in
        defer { step(group[k]) }
        let isPainted = (start + k) % paintedStep == 0
        do {
          let (view, validity) = try preparer.prepare(group[k], isPainted: isPainted)
          let isSampled = (start + k) % sampledStep == 0 && tracking.recovered[group[k]] == nil
          return .success((view, validity, isSampled ? FrameSample(recording.frames[group[k]], view) : nil))
        } catch { return .failure(error) }
      }
      let views = try prepared.map { try $0.get() }
      fusion.integrate(views.map(\.0), workers: workers)
      for (k, view) in views.enumerated() { validity[group[k]] = view.1 }
      samples += views.compactMap(\.2)
    }
    var extraction = choices.meshing
    extraction.seeds = tracking.map.centres
    let surface = fusion.surface(extraction, workers: workers)
    let mesh = surface.mesh(extraction, in: deep == nil ? nil : region)
    guard deep != nil else { return FusedHead(mesh: mesh, headValidity: validity, samples: samples) }
    var outline = extraction
    outline.minimumSight = leastSight
    let beyond = Beyond(surface: surface, extraction: extraction, face: fusion.mesh(outline, workers: workers))
    return FusedHead(mesh: mesh, headValidity: validity, samples: samples, beyond: beyond)
  }

  /// The most frames that are fused. Chosen for speed: more of them only average noise further,
  /// Docs/decisions/fusion.md (At most 300 frames are fused).
  private static let mostFrames = 300
  /// The number of frames, evenly chosen, whose colours are averaged. Chosen for speed: decoding a colour image takes
  /// 1.1 ms, Docs/decisions/fusion.md (Decoding).
  private static let paintedFrames = 40
  /// The number of frames, evenly chosen, whose points are kept for the check for slips. See Docs/methods/slips.md
  /// (Detecting a slip); the number itself is assumed.
  private static let sampledFrames = 150
  /// The least sum of weights of a voxel of the surface on which landmarks are looked for: one view from 0.36 m under
  /// 50° has as much. See Docs/decisions/fusion.md (A second volume to find faces in): with 1 small holes stay.
  private static let leastSight = 0.3
  /// Frames prepared at a time: enough to keep every thread busy, few enough for memory.
  private static let batch = 16
}

extension Tracking {
  /// The frames with a pose, in order; of more than `most`, at most that many, at even shares of the frames and of the camera's
  /// way around a point of the head. A jump of the camera takes the shares that it passes over, so that fewer are left.
  ///
  /// A frame adds what it sees from another side, and a little against noise where the camera rests. Of those that add
  /// the same, the one with the most markers is taken: it is the sharpest, and its pose the best known.
  func posedFrames(atMost most: Int, around centre: Vector3) -> [Int] {
    let posed = scanFromCamera.indices.filter { scanFromCamera[$0] != nil }
    guard posed.count > most else { return posed }
    let sides = posed.map { (scanFromCamera[$0]!.translation - centre).normalized }
    var ways = [0.0]
    for k in 1..<posed.count { ways.append(ways[k - 1] + (sides[k] - sides[k - 1]).length) }
    let way = ways[posed.count - 1]
    let groups = posed.indices.map { k in
      let time = Double(k) / Double(posed.count - 1)
      return min(most - 1, Int((time + (way > 0 ? ways[k] / way : time)) / 2 * Double(most)))
    }
    var chosen: [Int] = []
    for k in posed.indices {
      if k == 0 || groups[k] != groups[k - 1] {
        chosen.append(posed[k])
      } else if observations[posed[k]].markers.count > observations[chosen[chosen.count - 1]].markers.count {
        chosen[chosen.count - 1] = posed[k]
      }
    }
    return chosen
  }
}

/// The points of a posed frame, thinned.
struct FrameSample: Sendable {
  let frame: Int
  /// When it was taken, seconds on the recording's clock.
  let time: Double
  let cloud: Cloud

  /// The step between the points along both axes, in pixels. Assumed: a point for each patch of 4 mm.
  private static let pixelStep = 8

  init(_ frame: RecordedFrame, _ view: DepthView) {
    (self.frame, time) = (frame.index, frame.time)
    cloud = Cloud(view, step: Self.pixelStep)
  }
}

/// Prepares one frame after the other for fusion, in memory that the next one uses again.
private struct FramePreparer: ~Copyable {
  private var decoder: FrameDecoder
  private let tracking: Tracking
  private let ball: MarkerBall
  private let options: FusionOptions
  private var depth = DepthImage(width: 0, height: 0, pixels: [])
  private var color = ColorImage(width: 0, height: 0, pixels: [])

  init(_ recording: Recording, _ tracking: Tracking, _ ball: MarkerBall, _ options: FusionOptions) {
    decoder = FrameDecoder(recording)
    (self.tracking, self.ball, self.options) = (tracking, ball, options)
  }

  /// The view of a posed frame, and how valid its depth is on the head.
  mutating func prepare(_ index: Int, isPainted: Bool) throws -> (DepthView, ValidCount) {
    let frame = decoder.recording.frames[index]
    try decoder.depth(frame, into: &depth)
    if isPainted { try decoder.color(frame, into: &color) }
    let pose = tracking.scanFromDepthCamera(index)!
    let cameras = tracking.calibration.corrected(frame.cameras)
    let view = DepthView(
      depth: depth, camera: cameras.depth, scanFromCamera: pose,
      color: isPainted ? ViewColor(color, cameras) : nil, correction: tracking.depthCorrection, options: options)
    return (view, ball.validity(of: depth, cameras.depth, scanFromCamera: pose))
  }
}

/// The ball that the cap's markers span: the part of an image that it covers is certainly the head.
struct MarkerBall {
  let centre: Vector3
  let radius: Double

  /// The sphere of the head's region, without the room that is left for nose and chin.
  init(_ map: MarkerMap) {
    let points = map.centres
    let middle = FusionRegion.around(markerCentres: points)?.centre ?? .zero
    centre = middle
    radius = RobustStatistics.median(points.map { ($0 - middle).length })
  }

  /// The pixels whose rays meet the ball.
  func validity(of depth: DepthImage, _ camera: Camera, scanFromCamera: RigidTransform) -> ValidCount {
    let middle = scanFromCamera.inverse * centre
    guard middle.z > radius, radius > 0 else { return ValidCount() }
    let pixel = camera.project(middle)
    // The outline of a ball is a cone of sine r/d; seen near the axis it is close to a circle of radius f·tan.
    let sine = radius / middle.length
    let reach = camera.fx * sine / (1 - sine * sine).squareRoot()
    var count = ValidCount()
    for y in rows(pixel.y, reach, depth.height) {
      let half = (reach * reach - (Double(y) - pixel.y) * (Double(y) - pixel.y)).squareRoot()
      guard half > 0 else { continue }
      for x in rows(pixel.x, half, depth.width) {
        count.add(depth.pixels[y * depth.width + x] > 0)
      }
    }
    return count
  }

  private func rows(_ centre: Double, _ reach: Double, _ size: Int) -> Range<Int> {
    let low = Int(min(max((centre - reach).rounded(.up), 0), Double(size)))
    let high = Int(min(max((centre + reach).rounded(.down) + 1, 0), Double(size)))
    return low..<max(low, high)
  }
}
