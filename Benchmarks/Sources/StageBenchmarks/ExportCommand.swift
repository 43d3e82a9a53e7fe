import ArgumentParser
import Foundation
import Geometry
import PointClouds
import Recordings

/// `export`: what peers need to fuse the same depth from the same poses and to detect in the same images.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the poses, the region and the images of the timed frames as JSON.")

  @OptionGroup var input: SubjectOptions

  @Option(help: "The file to write.")
  var to: String

  func run() throws {
    let subject = try input.subject(threads: 2)
    let frames = try subject.posed.get()
    guard let region = try subject.region(), let camera = frames.first?.camera else { throw SubjectError.noHead }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let export = Export(camera: .init(camera), region: .init(region), frames: frames.map(Export.Frame.init))
    try encoder.encode(export).write(to: URL(fileURLWithPath: to))
  }
}

/// Metres; transforms row by row.
private struct Export: Encodable {
  struct Camera: Encodable {
    let width, height: Int
    let fx, fy, cx, cy: Double

    init(_ camera: Geometry.Camera) {
      (width, height) = (camera.width, camera.height)
      (fx, fy, cx, cy) = (camera.fx, camera.fy, camera.cx, camera.cy)
    }
  }

  struct Region: Encodable {
    let centre: [Double]
    let radius: Double
    /// A unit normal and an offset; what lies below is left out.
    let floor: [Double]?

    init(_ region: FusionRegion) {
      (centre, radius) = ([region.centre.x, region.centre.y, region.centre.z], region.radius)
      floor = region.floor.map { [$0.normal.x, $0.normal.y, $0.normal.z, $0.offset] }
    }
  }

  struct Frame: Encodable {
    let color, depth: String
    let scanFromCamera: [Double]

    init(_ posed: PosedFrame) {
      (color, depth) = (posed.frame.colorImage.name, posed.frame.depthImage.name)
      let (rows, t) = (posed.scanFromCamera.rotation.rows, posed.scanFromCamera.translation)
      scanFromCamera = [
        rows.0.x, rows.0.y, rows.0.z, t.x, rows.1.x, rows.1.y, rows.1.z, t.y, rows.2.x, rows.2.y, rows.2.z, t.z,
        0, 0, 0, 1,
      ]
    }
  }

  let camera: Camera
  let region: Region
  let frames: [Frame]
}
