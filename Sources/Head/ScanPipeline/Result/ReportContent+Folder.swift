import Analysis
import Diagnostics
public import Geometry
import HeadViews
import Landmarks
import Platform
import PointClouds
public import Reports
public import Files
public import Workers

extension ReportContent {
  /// What the files of a result give for its report. What is missing or not readable is left out; the report says so.
  ///
  /// - Parameters:
  ///   - stated: who was scanned and so on; it goes before what the result says.
  ///   - workers: the threads that share the maps.
  public init(_ folder: ResultFolder, stated: ScanDescription = ScanDescription(), workers: Workers) {
    self.init(folder.result)
    scan = stated.completed(by: scan)
    section = folder[SectionFile.name].flatMap { SectionFile.read(Data($0)) }
    head = folder.head(section, workers: workers)
    for name in [SheetName.clicks, SheetName.frames] {
      guard let bytes = folder[name], bytes.starts(with: [0xFF, 0xD8]), bytes.count <= Self.largestSheet else {
        continue
      }
      sheets[name] = Data(bytes)
    }
    unusable = [(head == nil, ResultFolder.meshName), (section == nil && result.section != nil, SectionFile.name)]
      .filter(\.0).map(\.1)
    threeScript = HeadBrowser.threeScript()
  }

  /// No sheet of pictures is larger, in bytes; a larger one would make the page too large.
  private static let largestSheet = 1 << 20
}

extension ResultFolder {
  static let meshName = "mesh.ply"

  /// The surface with what is drawn on it; nil where there is none.
  fileprivate func head(_ section: SectionFile?, workers: Workers) -> HeadScene? {
    let head =
      madeHead ?? self[Self.meshName].flatMap { Self.head(mesh: $0, markers: self[MarkersFile.name], workers: workers) }
    return head?.annotated(HeadAnnotation(result, section), workers: workers)
  }

  /// The surface of a result before anything is drawn on it; nil for bytes that are none.
  ///
  /// - Parameters:
  ///   - mesh: the bytes of its mesh.
  ///   - markers: those of the file of the cap's markers; nil where there is none.
  static func head(mesh bytes: [UInt8], markers: [UInt8]?, workers: Workers) -> HeadScene? {
    guard let document = try? MeshFile.decode(bytes, name: meshName),
      let mesh = try? document.mesh(unit: MeshLabel(comments: document.comments).unit ?? .millimetres)
    else { return nil }
    // A page holds no more triangles; its pictures, of half a millimetre a pixel, need no more.
    return try? HeadScene.make(mesh, markers: corners(markers), maps: [.coverage, .uncertainty], workers: workers)
      .reduced(toTriangles: HeadScene.pageTriangles)
  }

  /// The corners of the cap's markers; none without their file.
  private static func corners(_ markers: [UInt8]?) -> [Int: [Vector3]] {
    guard let file = markers.flatMap(MarkersFile.read) else { return [:] }
    return file.markers.reduce(into: [:]) { all, marker in
      if let id = Int(marker.key), let corners = marker.value.corners(within: 1e4) { all[id] = corners }
    }
  }
}

extension HeadAnnotation {
  /// What a result says is drawn on its mesh.
  init(_ result: ScanResult, _ section: SectionFile?) {
    let landmarks = result.headLandmarks
    self.init(
      landmarks: landmarks.estimates.sorted { $0.key < $1.key }.map { landmark, estimate in
        ShownLandmark(landmark, position: estimate.position, state: estimate.fault == nil ? .accepted : .rejected)
      })
    up = result.upward
    guard let frame = (try? result.headFrame(of: landmarks)).flatMap(\.self) else { return }
    headFromMesh = frame.headFromScan
    guard let section else { return }
    let meshFromHead = frame.headFromScan.inverse
    let place = { (p: [Double]) in meshFromHead * (Vector3(p[0], p[1], section.heightMm) / 1000) }
    outline = section.outlineMm.map { $0.map(place) }
    isClosed = section.closed
    gaps = section.gapsMm.map { $0.map(place) }
    diagonals = [
      (MeasureName.diagonalLeftFront, section.leftFront), (.diagonalRightFront, section.rightFront),
    ].compactMap { name, diagonal in
      diagonal.map { ShownDiagonal(name, front: place($0.frontMm), back: place($0.backMm)) }
    }
    plane = section.frame(margin: 15).map { $0.map(place) }
  }
}

extension SectionFile {
  /// The corners of a rectangle around the outline, so many millimetres larger on each side; nil without an outline.
  fileprivate func frame(margin: Double) -> [[Double]]? {
    let points = outlineMm.flatMap(\.self)
    guard let west = points.map({ $0[0] }).min(), let east = points.map({ $0[0] }).max(),
      let south = points.map({ $0[1] }).min(), let north = points.map({ $0[1] }).max()
    else { return nil }
    let (left, right, back, front) = (west - margin, east + margin, south - margin, north + margin)
    return [[left, back], [right, back], [right, front], [left, front]]
  }
}

extension ScanResult {
  /// Where up is in the frame of the mesh; nil where it is not known, or is no unit vector.
  public var upward: Vector3? {
    up.flatMap { $0.count == 3 ? Vector3($0[0], $0[1], $0[2]) : nil }.flatMap { abs($0.length - 1) < 0.01 ? $0 : nil }
  }
}
