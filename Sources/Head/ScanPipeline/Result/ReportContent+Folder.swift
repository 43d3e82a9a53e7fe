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
    self.init(
      folder.result, section: folder[SectionFile.name].flatMap { SectionFile.read(Data($0)) },
      head: folder.head(workers), sheets: folder.sheets([SheetName.clicks, SheetName.frames]), workers: workers)
    scan = stated.completed(by: scan)
  }

  /// What the report of a result that is being written is made of.
  ///
  /// The result is read as its file holds it: a finding loses words there, and the page must be the same when it is made again.
  ///
  /// - Parameter sealed: the bytes of `result.json`; for the others see ``init(_:section:head:sheets:workers:)``.
  init(sealed: Data, section: SectionFile?, head: HeadScene?, sheets: [String: Data], workers: Workers) throws {
    self.init(try ScanResult(json: sealed), section: section, head: head, sheets: sheets, workers: workers)
  }

  /// What a report is made of, from the parts of a result.
  ///
  /// - Parameters:
  ///   - section: the outline on which was measured; nil where there is none, or none that can be read.
  ///   - head: what ``HeadScene/bare(_:markers:workers:)`` makes of the surface.
  ///   - sheets: JPEG bytes by their files' names.
  private init(_ result: ScanResult, section: SectionFile?, head: HeadScene?, sheets: [String: Data], workers: Workers)
  {
    self.init(result)
    self.section = section
    self.head = head?.annotated(HeadAnnotation(result, section), workers: workers)
    self.sheets = sheets.filter { $0.value.starts(with: [0xFF, 0xD8]) && $0.value.count <= Self.largestSheet }
    unusable = [(head == nil, ResultFolder.meshName), (section == nil && result.section != nil, SectionFile.name)]
      .filter(\.0).map(\.1)
    threeScript = HeadBrowser.threeScript()
  }

  /// No sheet of pictures is larger, in bytes; a larger one would make the page too large.
  private static let largestSheet = 1 << 20

  /// The page, as a file of a result.
  func file(_ language: Language, _ workers: Workers) throws -> (name: String, content: Data) {
    ("report.html", Data(try ReportPage(self, language: language, workers: workers).html().utf8))
  }

  /// The content without what a child could be known by.
  ///
  /// - Parameter name: what the error calls the result.
  /// - Throws: ``ResultFolderError/noFace(name:)``: a head that is shown with its face would be passed on.
  public func withoutFace(of name: String) throws(ResultFolderError) -> ReportContent {
    let content = defaced
    if head != nil, content.head == nil { throw .noFace(name: name) }
    return content
  }
}

extension ResultFolder {
  /// The surface before anything is drawn on it; nil where there is none that can be read.
  func head(_ workers: Workers) -> HeadScene? {
    guard let bytes = self[Self.meshName], let document = try? MeshFile.decode(bytes, name: Self.meshName),
      let mesh = try? document.mesh(unit: MeshLabel(comments: document.comments).unit ?? .millimetres)
    else { return nil }
    return .bare(mesh, markers: self[MarkersFile.name].flatMap(MarkersFile.read), workers: workers)
  }

  /// The sheets of pictures, by the names of their files; without those that are not there.
  func sheets(_ names: [String]) -> [String: Data] {
    names.reduce(into: [:]) { sheets, name in sheets[name] = self[name].map { Data($0) } }
  }
}

extension HeadScene {
  /// The surface of a result as its page shows it, before anything is drawn on it; nil for a mesh without one.
  ///
  /// - Parameters:
  ///   - mesh: the surface, metres.
  ///   - markers: where the cap's markers lie on it; nil where that is not known.
  static func bare(_ mesh: Mesh, markers: MarkersFile?, workers: Workers) -> HeadScene? {
    let corners = (markers?.markers ?? [:]).reduce(into: [Int: [Vector3]]()) { all, marker in
      if let id = Int(marker.key), let corners = marker.value.corners(within: 1e4) { all[id] = corners }
    }
    // A page holds no more triangles; its pictures, of half a millimetre a pixel, need no more.
    return try? make(mesh, markers: corners, maps: [.coverage, .uncertainty], workers: workers)
      .reduced(toTriangles: pageTriangles)
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
