internal import ArucoBridge
public import Geometry
public import Images

/// Finds a cap's markers in RGB-D frames.
public struct MarkerDetector: Sendable {
  /// The dictionary that is looked for.
  public let dictionary: MarkerDictionary
  /// The side of a marker in metres.
  public let markerSize: Double

  /// An image with a longer side than this is searched at half its size first, pixels. Chosen for speed; images of 640
  /// × 480 are searched as they are.
  private static let largestSide = 1000
  /// Where the median side of the markers found at half size is shorter than this, the full size is searched too,
  /// pixels. At 28 px and more 86 to 97 % of markers are found, at 12 to 16 px 22 to 57 % (measured with OpenCV 4.6 on
  /// real images of a board).
  private static let leastSide = 24.0
  /// No more sightings than this are kept of a frame.
  private static let capacity = 512

  /// A detector of a cap's markers.
  public init(_ cap: Cap) {
    dictionary = cap.dictionary
    markerSize = cap.markerSize
  }

  /// A detector of a dictionary's markers of some size in metres.
  public init(dictionary: MarkerDictionary, markerSize: Double) {
    self.dictionary = dictionary
    self.markerSize = markerSize
  }

  /// The ids and refined corners (pixels) of the markers in a grey image, or in a part of it; `frame` is named in errors.
  public func corners(
    in image: GrayImage, _ box: SearchBox? = nil, frame: String
  ) throws(MarkerError) -> [(id: Int, corners: [Vector2])] {
    let refined = try found(in: image, box, frame: frame).map { id, corners in
      (id: id, corners: EdgeRefinement.refined(corners, in: image, cells: dictionary.cells))
    }
    return EdgeShift.takenOff(refined, in: image, dictionary: dictionary)
  }

  /// The ids and corners (pixels) of the markers in a grey image of any size.
  ///
  /// A large image is searched at half its size, which takes a fraction of the time; where markers are small there, or
  /// none is found, it is searched at its full size too.
  private func found(
    in image: GrayImage, _ box: SearchBox?, frame: String
  ) throws(MarkerError) -> [(id: Int, corners: [Vector2])] {
    guard max(image.width, image.height) > Self.largestSide else {
      return try detected(in: image, box, frame: frame)
    }
    let coarse = try detected(in: image.halved, box?.halved, frame: frame).map { id, corners in
      (id: id, corners: corners.map { 2 * $0 + 0.5 })
    }
    guard Self.isLeftToSearch(coarse.map(\.corners)) else { return coarse }
    let fine = try detected(in: image, box, frame: frame)
    let missed = coarse.filter { marker in
      !fine.contains { $0.id == marker.id && Self.isSame($0.corners, marker.corners) }
    }
    return fine + missed
  }

  /// Whether what half the size showed, in pixels of the full size, leaves something to find there.
  static func isLeftToSearch(_ coarse: [[Vector2]]) -> Bool {
    let sides = coarse.map { ($0[0] - $0[2]).length / 2.0.squareRoot() }
    return coarse.isEmpty || RobustStatistics.median(sides) < 2 * leastSide
  }

  /// Whether two sightings are of one print: their middles are closer than half a side.
  static func isSame(_ a: [Vector2], _ b: [Vector2]) -> Bool {
    let apart: Vector2 = a.reduce(.zero, +) - b.reduce(.zero, +)
    return (apart / 4).length < (a[0] - a[1]).length / 2
  }

  /// The ids and corners (pixels) of the markers in a grey image, or in a part of it, as OpenCV finds them.
  private func detected(
    in image: GrayImage, _ box: SearchBox? = nil, frame: String
  ) throws(MarkerError) -> [(id: Int, corners: [Vector2])] {
    let box = box ?? SearchBox(x: 0, y: 0, width: image.width, height: image.height)
    let part = ArucoBox(x: Int32(box.x), y: Int32(box.y), width: Int32(box.width), height: Int32(box.height))
    var found = [ArucoMarker](repeating: ArucoMarker(), count: Self.capacity)
    var count: Int32 = 0
    var error = ArucoError()
    let status = image.pixels.withUnsafeBufferPointer {
      aruco_detect(
        dictionary.name, $0.baseAddress, Int32(image.width), Int32(image.height), part, &found, Int32(Self.capacity),
        &count, &error)
    }
    guard status == 0 else {
      throw MarkerError.operationFailed(operation: "detectMarkers", frame: frame, detail: error.text)
    }
    return found.prefix(Int(count)).map { marker in
      let c = marker.corners
      return (Int(marker.id), [[c.0, c.1], [c.2, c.3], [c.4, c.5], [c.6, c.7]])
    }
  }

  /// Every marker of a frame, or of a part of its image, with its metric corners, none rejected yet.
  public func observe(
    gray: GrayImage, _ box: SearchBox? = nil, depth: DepthImage, cameras: CameraPair, frame: Int, time: Double,
    name: String
  ) throws(MarkerError) -> FrameObservations {
    let depth = RegisteredDepth(depth, cameras)
    var markers: [MarkerObservation] = []
    for (id, corners) in try corners(in: gray, box, frame: name) {
      let surface = MarkerSurface(corners: corners, depth: depth)
      markers.append(
        MarkerObservation(
          id: id, corners: corners, metric: surface.metricCorners(), depthPixels: surface.pixelCount,
          validDepthPixels: surface.validCount))
    }
    return FrameObservations(frame: frame, time: time, cameras: cameras, markers: markers)
  }

  /// Every marker of a frame whose colour and depth images are of one camera.
  public func observe(
    gray: GrayImage, depth: DepthImage, camera: Camera, frame: Int, time: Double, name: String
  ) throws(MarkerError) -> FrameObservations {
    try observe(gray: gray, depth: depth, cameras: CameraPair(camera), frame: frame, time: time, name: name)
  }

  /// The dictionary of which the images show the most distinct ids, or nil where none shows `fewest`.
  public static func likelyDictionary(
    in images: [GrayImage], fewest: Int = 4
  ) throws(MarkerError) -> (dictionary: MarkerDictionary, ids: Set<Int>)? {
    var best: (dictionary: MarkerDictionary, ids: Set<Int>)?
    // Large dictionaries contain the smaller ones of their kind and report more false markers, so the smaller one wins
    // unless it misses more than a stray or two.
    for dictionary in MarkerDictionary.all {
      var ids: Set<Int> = []
      for image in images {
        let detector = MarkerDetector(dictionary: dictionary, markerSize: 1)
        ids.formUnion(try detector.detected(in: image, frame: "probe").map(\.id))
      }
      let isLarger = best.map { $0.dictionary.bits(of: 0) == dictionary.bits(of: 0) } ?? false
      let strays = isLarger ? max(2, best!.ids.count / 8) : 0
      if ids.count >= fewest, ids.count > (best?.ids.count ?? 0) + strays { best = (dictionary, ids) }
    }
    return best
  }

  /// Both poses that explain a marker's corners as a plane (IPPE), the one whose normal agrees with the depth's first; by
  /// reprojection without depth. `frame` is named in errors.
  public func poses(
    of marker: MarkerObservation, _ camera: Camera, frame: String
  ) throws(MarkerError) -> [PlanarPose] {
    let flat = marker.corners.map(camera.rectified).flatMap { [$0.x, $0.y] }
    var found = [ArucoPose](repeating: ArucoPose(), count: 2)
    var count: Int32 = 0
    var error = ArucoError()
    guard aruco_square_poses(flat, markerSize, camera.fx, camera.fy, camera.cx, camera.cy, &found, &count, &error) == 0
    else { throw MarkerError.operationFailed(operation: "solvePnPGeneric", frame: frame, detail: error.text) }
    let poses = found.prefix(Int(count)).map(PlanarPose.init)
    guard let normal = marker.metric?.normal else { return poses }
    return poses.sorted {
      $0.cameraFromMarker.rotation.c2.dot(normal) > $1.cameraFromMarker.rotation.c2.dot(normal)
    }
  }
}

extension PlanarPose {
  fileprivate init(_ pose: ArucoPose) {
    let (r, t) = (pose.rotation, pose.translation)
    self.init(
      cameraFromMarker: RigidTransform(
        rotation: Matrix3(rows: [r.0, r.1, r.2], [r.3, r.4, r.5], [r.6, r.7, r.8]), translation: [t.0, t.1, t.2]),
      reprojection: pose.reprojection_px)
  }
}

extension ArucoError {
  fileprivate var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// The outline of a marker in an image.
public struct MarkerOutline: Sendable, Equatable {
  /// The marker's id.
  public let id: Int
  /// The refined corners in pixels, clockwise in the print from its top left.
  public let corners: [Vector2]
  /// How far the middle of each side lies outside of the line between its corners, in pixels, the side from the first to
  /// the second corner first; nil where the image does not show it.
  public let bulges: [Double?]
}

extension MarkerDetector {
  /// The outlines of the markers in a grey image; `frame` is named in errors.
  public func outlines(in image: GrayImage, frame: String) throws(MarkerError) -> [MarkerOutline] {
    try corners(in: image, frame: frame).map { id, corners in
      MarkerOutline(
        id: id, corners: corners,
        bulges: EdgeRefinement.bulges(corners, in: image, cells: dictionary.cells))
    }
  }
}

/// One of OpenCV's predefined ArUco dictionaries: what can be printed on a cap.
public struct MarkerDictionary: Sendable, Equatable {
  /// OpenCV's name, such as `DICT_4X4_100`.
  public let name: String
  /// The number of ids.
  public let count: Int
  /// Inner cells a side; a printed marker has one more cell of black border on each side.
  public let cells: Int

  /// The dictionary of that name, or nil where OpenCV has none.
  public init?(name: String) {
    var count: Int32 = 0
    var cells: Int32 = 0
    var error = ArucoError()
    guard aruco_dictionary_info(name, &count, &cells, &error) == 0 else { return nil }
    (self.name, self.count, self.cells) = (name, Int(count), Int(cells))
  }

  /// Every dictionary, the smaller ones of a kind first.
  public static var all: [MarkerDictionary] {
    let sizes = [4, 5, 6, 7].flatMap { side in [50, 100, 250, 1000].map { "DICT_\(side)X\(side)_\($0)" } }
    let others = ["DICT_ARUCO_ORIGINAL"] + ["16h5", "25h9", "36h10", "36h11"].map { "DICT_APRILTAG_\($0)" }
    return (sizes + others).compactMap(MarkerDictionary.init)
  }

  /// The inner cells of a marker, rows from the top left, true for white; nil for an id that it does not have.
  public func bits(of id: Int) -> [[Bool]]? {
    var flat = [UInt8](repeating: 0, count: cells * cells)
    var error = ArucoError()
    guard id >= 0, id < count, aruco_marker_bits(name, Int32(id), &flat, &error) == 0 else { return nil }
    return (0..<cells).map { row in (0..<cells).map { flat[row * cells + $0] == 1 } }
  }
}
