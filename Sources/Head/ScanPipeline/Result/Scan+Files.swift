import Landmarks
import Analysis
import Diagnostics
import Geometry
public import Files
import HeadViews
import Markers
import Platform
import PointClouds
import Recordings
import Reports
import Tracking
import Workers

extension OutputKind {
  /// A result of a scan or of a mesh.
  public static let result = measured(hasLandmarks: false)
  /// A result whose landmarks were picked in the page of `view`, with the landmark file.
  public static let pickedResult = measured(hasLandmarks: true)

  /// The landmark file is written with a result, or is what people add to it.
  private static func measured(hasLandmarks: Bool) -> OutputKind {
    let files: Set = [
      "result.json", "mesh.ply", "cloud.ply", "trajectory.txt", "markers.json", "frames.csv", "options.json",
      "report.html", "report.pdf", "section.json", "clicks.jpg", "frames.jpg",
    ]
    let added: Set = ["rating.json", "earlier"]
    return OutputKind(
      .phrase("earlier_result"), mark: "result.json", holding: "\"calvaria/result/",
      files: hasLandmarks ? files.union([LandmarkFile.usualName]) : files,
      companions: hasLandmarks ? added : added.union([LandmarkFile.usualName]))
  }
}

extension Scan {
  /// The files of a result by name, and the result in them.
  ///
  /// - Parameter language: that of the report.
  public func files(
    _ language: Language = .english
  ) throws -> (result: ScanResult, files: [(name: String, content: Data)]) {
    let workers = Workers(count: options.threads)
    let markers = MarkersFile(
      tracking.map.transformed(by: outputFromScan), cap: cap, isInHeadFrame: measures.frame != nil)
    // The mesh has nothing to do with the pictures of frames and the tables.
    let ((pictures, others), (surface, head)):
      ((Pictures, [(name: String, content: Data)]), (SurfaceFiles, HeadScene?)) = try workers.both {
        let pictures = try Pictures(self, workers)
        return (
          pictures,
          [
            ("trajectory.txt", Data(trajectory().utf8)), (MarkersFile.name, try markers.machineJSON()),
            ("frames.csv", Data(FramesTable.csv(frameRows()).utf8)), ("options.json", try optionsFile()),
          ] + pictures.files
        )
      } _: {
        let moved = mesh.transformed(by: outputFromScan)
        return workers.both {
          SurfaceFiles(moved, label)
        } _: {
          .bare(moved.asWritten(in: .millimetres), markers: markers, workers: workers)
        }
      }
    var result = result(meshDigest: Checksum.sha256(surface.mesh))
    result.pictures = .init(frames: pictures.frames.sheet, clicks: pictures.clicks?.sheet)
    let section = SectionFile(measures)
    let sealed = try result.sealed()
    var files =
      [(ResultFolder.resultName, sealed), (ResultFolder.meshName, surface.mesh), ("cloud.ply", surface.cloud)] + others
    if let section { files.append((SectionFile.name, try section.json())) }
    let content = try ReportContent(
      sealed: sealed, section: section, head: head, sheets: pictures.sheets, workers: workers)
    return (result, files + [try content.file(language, workers)])
  }

  /// The bytes of `mesh.ply` and `cloud.ply`.
  private struct SurfaceFiles {
    let mesh, cloud: Data

    init(_ surface: Mesh, _ label: MeshLabel) {
      let points = Cloud(
        positions: surface.positions, normals: surface.normals, colors: surface.colors, weights: surface.weights)
      mesh = Seal.sealed(MeshFile.encode(surface, as: .ply, unit: .millimetres, comments: label.comments))
      cloud = Seal.sealed(MeshFile.encode(points, unit: .millimetres, comments: label.comments))
    }
  }

  /// The pictures of frames and of clicks.
  private struct Pictures {
    let frames: (jpeg: Data, sheet: ScanResult.Sheet)
    let clicks: (jpeg: Data, sheet: ScanResult.Sheet)?

    init(_ scan: Scan, _ workers: Workers) throws {
      frames = try FrameSheet(recording: scan.recording, tracking: scan.tracking).drawn(workers)
      clicks = try ClickSheet(recording: scan.recording, clicks: scan.landmarks.clicked.clicks).drawn(workers)
    }

    var files: [(name: String, content: Data)] {
      [(SheetName.frames, frames.jpeg)] + (clicks.map { [(SheetName.clicks, $0.jpeg)] } ?? [])
    }

    var sheets: [String: Data] { Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.content) }) }
  }

  /// What the mesh and the cloud say of themselves.
  private var label: MeshLabel {
    MeshLabel(
      unit: .millimetres, isInHeadFrame: measures.frame != nil,
      capThickness: CapLayer(cap, tracking.map).map { gap?.applied(to: $0) ?? $0 }?.thickness)
  }

  /// TUM lines: timestamp, position in metres, quaternion x y z w of the camera in the frame of `mesh.ply`.
  private func trajectory() -> String {
    var text = "# camera in the frame of mesh.ply: \(label.frameName)\n# timestamp tx ty tz qx qy qz qw (m)\n"
    for frame in recording.frames {
      guard let pose = tracking.scanFromCamera[frame.index] else { continue }
      let moved = outputFromScan * pose
      let q = moved.rotation.quaternion
      let numbers = [moved.translation.x, moved.translation.y, moved.translation.z, q.x, q.y, q.z, q.w]
      text += ([frame.name.asWord] + numbers.map { NumberText.number($0, digits: 7) }).joined(separator: " ") + "\n"
    }
    return text
  }

  private func frameRows() -> [FrameRow] {
    let start = recording.frames[0].time
    return recording.frames.map { frame in
      let observations = tracking.observations[frame.index]
      return FrameRow(
        frame: frame.name, time: frame.time - start, pose: tracking.origin(ofFrame: frame.index),
        rejections: tracking.rejections[frame.index],
        markersSeen: observations.markers.count + observations.rejected.count,
        markersUsed: tracking.scanFromCamera[frame.index] == nil ? 0 : observations.markers.count,
        reprojectionRMS: tracking.reprojection(ofFrame: frame.index),
        poseDeviationMillimetres: tracking.recovered[frame.index].map { $0.deviation * 1000 },
        depth: coverage.depth.frames[frame.index])
    }
  }

  private func optionsFile() throws -> Data {
    var file = OptionsFile()
    file.stages = options.stages
    (file.format, file.depthScale) = (options.reading.format, options.reading.codesPerMetre)
    (file.measurement, file.scales) = (measures.choices, measures.scales)
    return try file.json()
  }
}

extension MarkersFile {
  /// The file of a marker map.
  fileprivate init(_ map: MarkerMap, cap: Cap, isInHeadFrame: Bool) {
    self.init(
      dictionary: cap.dictionary.name, markerSizeMm: rounded(cap.markerSize * 1000, 4), isInHeadFrame: isInHeadFrame,
      markers: map.ids.reduce(into: [:]) { all, id in
        let marker = map.markers[id]!
        all["\(id)"] = Marker(
          cornersMm: marker.corners.map { [$0.x, $0.y, $0.z].map { rounded($0 * 1000, 4) } },
          cornerSdMm: marker.cornerSigmas.map { rounded($0 * 1000, 4) }, sightings: marker.sightings)
      })
  }
}

extension String {
  /// The text as one word of a line, as URLs have it: what is blank, breaks lines, begins a comment or can't be seen
  /// stands as the `%` and two hexadecimal digits of each of its bytes.
  var asWord: String {
    unicodeScalars.map { scalar in
      let stays =
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        && !"%#".contains(Character(scalar))
      if stays { return String(scalar) }
      return String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }.joined()
  }
}
