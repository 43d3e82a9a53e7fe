import Foundation
import TestSupport
import Testing

/// Files of recorders that claim to be huge: refused with little memory, not after the memory is gone.
@Suite struct HostileRecorderTests {
  private static let samples = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders")

  /// With 1 GB of address space, of which the program itself takes half.
  private func refuse(_ file: URL, says words: [String]) throws {
    let outcome = try Command.shell("ulimit -v 1000000; exec \"$0\" info '\(file.path)'")
    outcome.expectFailure(65, says: words)
  }

  @Test(arguments: [8000, 16000, 100_000, 1 << 40]) func metadataOfRecord3DThatClaimHugeImages(side: Int) throws {
    let metadata = """
      {"w": 80, "h": 60, "dw": \(side), "dh": \(side / 4 * 3), "K": [74, 0, 0, 0, 73.9, 0, 39.8, 29.5, 1]}
      """
    let color = try Data(contentsOf: Self.samples.appendingPathComponent("record3d-exr/rgb/0.jpg"))
    let depth = Array("bvx-".utf8) + SmallZip.little(UInt32.max) + [0, 0, 0, 0] + Array("bvx$".utf8)
    let zip = SmallZip([
      .init("metadata", Array(metadata.utf8)), .init("rgbd/0.jpg", Array(color)), .init("rgbd/0.depth", depth),
    ])
    let workspace = try Workspace()
    try Data(zip.bytes).write(to: workspace.file("scan.r3d"))
    try refuse(workspace.file("scan.r3d"), says: [side == 8000 ? "rgbd/0.depth" : "scan.r3d/metadata"])
  }

  /// 4 GB of zeros in 4 MB.
  @Test func aBombOfRecord3D() throws {
    var bomb = SmallZip.Entry.deflated("rgbd/0.depth", [UInt8](repeating: 0, count: 1000))
    bomb.packed = [UInt8](repeating: 0, count: 4 << 20)
    (bomb.claimedSize, bomb.isZip64) = (4 << 30, true)
    let metadata = #"{"w": 80, "h": 60, "K": [74, 0, 0, 0, 73.9, 0, 39.8, 29.5, 1]}"#
    let color = try Data(contentsOf: Self.samples.appendingPathComponent("record3d-exr/rgb/0.jpg"))
    let zip = SmallZip([.init("metadata", Array(metadata.utf8)), .init("rgbd/0.jpg", Array(color)), bomb])
    let workspace = try Workspace()
    try Data(zip.bytes).write(to: workspace.file("scan.r3d"))
    try refuse(workspace.file("scan.r3d"), says: ["rgbd/0.depth", "bytes"])
  }

  @Test(arguments: [8000, 16384, Int(UInt32.max)]) func aHeaderOfScanNetThatClaimsHugeImages(side: Int) throws {
    var file = try Data(contentsOf: Self.samples.appendingPathComponent("sens/scan.sens"))
    file.replaceSubrange(289..<297, with: SmallZip.little(UInt32(side)) + SmallZip.little(UInt32(side / 4 * 3)))
    let workspace = try Workspace()
    try file.write(to: workspace.file("scan.sens"))
    try refuse(workspace.file("scan.sens"), says: ["scan.sens"])
  }

  @Test(arguments: [8000, 16384, 1 << 40]) func aFrameOfStandardCyborgThatClaimsAHugeImage(side: Int) throws {
    let source = Self.samples.appendingPathComponent("standard-cyborg/frame-000.ply")
    let text = String(decoding: try Data(contentsOf: source).prefix(1000), as: Unicode.ASCII.self)
    let end = try #require(text.range(of: "end_header\n")).upperBound
    let header = text[..<end].replacing("4800", with: "\(side.multipliedReportingOverflow(by: side).partialValue)")
    let json =
      #"{"width": \#(side), "height": \#(side), "timestamp": 1, "camera_intrinsics": {"intrinsic_matrix": "#
      + #"[1, 0, 0, 0, 1, 0, 0, 0, 1], "intrinsic_matrix_reference_dimensions_width": 80, "#
      + #""intrinsic_matrix_reference_dimensions_height": 60}}"#
    let count = header.replacing(/element metadata \d+/, with: "element metadata \(json.utf8.count)")
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.recording, withIntermediateDirectories: true)
    try workspace.write("frame-000.ply", count + json)
    try refuse(workspace.recording, says: ["frame-000.ply"])
  }
}
