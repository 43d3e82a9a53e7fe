import Diagnostics
import Foundation
import Images
import Recordings
import Testing

@testable import Studies

/// What is said of a dataset before anything is measured.
@Suite struct DatasetCheckTests {
  private static let picks = #"{"landmarks": {"sellion": {"point_mm": [1, 2, 3]}}}"#
  /// Four corners and the faces between them.
  private static let mesh = """
    ply
    format ascii 1.0
    element vertex 4
    property float x
    property float y
    property float z
    element face 4
    property list uchar int vertex_indices
    end_header
    0 0 0
    90 0 0
    0 90 0
    0 0 90
    3 0 2 1
    3 0 1 3
    3 0 3 2
    3 1 2 3

    """

  private func check(_ folder: DatasetFolder, needsCap: Bool = true) throws -> DatasetCheck {
    DatasetCheck(try folder.read(), needsCap: needsCap, threads: 1)
  }

  private func codes(_ check: DatasetCheck) -> [[FindingCode]] { check.entries.map { $0.findings.map(\.code) } }

  /// Nothing to say: the heading alone, and no table of findings without a finding in it.
  @Test func aSoundDatasetIsALine() throws {
    let folder = try DatasetFolder([
      "sub-01/scan-1.ply": Self.mesh, "sub-01/scan-1.landmarks.json": Self.picks,
      "participants.tsv": "participant_id\tage_months\nsub-01\t5\n",
    ])
    let check = try check(folder)
    #expect(codes(check) == [[]])
    #expect(check.isSound)
    let heading = Language.english("dataset.summary", ["scans": .count(1), "subjects": .count(1), "sound": .count(1)])
    #expect(check.table(.english) == heading + "\n")
  }

  @Test func whatIsMissingOfAMeshIsSaid() throws {
    let folder = try DatasetFolder(["sub-01/scan-1.ply": Self.mesh, "sub-02/scan-1.ply": "ply\n"])
    let check = try check(folder)
    #expect(codes(check)[0] == [.datasetNoLandmarks, .datasetNoAge])
    #expect(codes(check)[1] == [.datasetUnreadable, .datasetNoLandmarks, .datasetNoAge])
    #expect(!check.isSound)
    #expect(check.table(.english).contains("dataset.no_age"))
  }

  /// Scans that vanished after the list was read, a link to itself and a folder in the place of two of them.
  @Test func whatIsGoneIsNotCalledUnreadable() throws {
    let folder = try DatasetFolder(
      Dictionary(uniqueKeysWithValues: (1...3).map { ("sub-0\($0)/scan-1.ply", Self.mesh + "\($0)\n") }))
    try folder.write("sub-04/scan-1/color/1.png", "")
    let dataset = try folder.read()
    try #require(dataset.scans.map(\.kind) == [.mesh, .mesh, .mesh, .recording])
    for scan in dataset.scans { try FileManager.default.removeItem(at: scan.url) }
    let (loop, other) = (dataset.scans[1].url, dataset.scans[2].url)
    try FileManager.default.createSymbolicLink(atPath: loop.path, withDestinationPath: loop.path)
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    let found = codes(DatasetCheck(dataset, needsCap: false, threads: 1)).map(\.first)
    #expect(found == [.datasetMissingFile, .datasetUnreadable, .datasetUnreadable, .datasetMissingFile])
  }

  /// Of a scan that can't be measured, nothing is looked at but what the lists say.
  @Test func aTwinIsNotLookedAt() throws {
    let folder = try DatasetFolder(["sub-01/scan-1.ply": Self.mesh, "sub-02/scan-1.ply": Self.mesh])
    #expect(codes(try check(folder)) == [[.datasetNoLandmarks, .datasetNoAge], [.datasetTwin]])
  }

  /// Three frames of colour and depth, without a word of the camera's lens and with it.
  @Test func aRecordingWithoutIntrinsicsHasAWordOfItsOwn() throws {
    let folder = try DatasetFolder()
    let (width, height) = (16, 12)
    let image = ColorImage(width: width, height: height, pixels: [UInt8](repeating: 90, count: width * height * 3))
    for frame in 1...3 {
      try folder.write("sub-01/scan-1/color/\(frame).png", "")
      try folder.write("sub-01/scan-1/depth/\(frame).png", "")
      let place = folder.url.appending(path: "sub-01/scan-1")
      try ImageFile.png(image).write(to: place.appending(path: "color/\(frame).png"))
      var codes = [UInt16](repeating: 400, count: width * height)
      codes[0] += UInt16(frame)
      try ImageFile.png(depthCodes: codes, width: width, height: height)
        .write(to: place.appending(path: "depth/\(frame).png"))
    }
    let without = try check(folder)
    #expect(codes(without) == [[.datasetNoIntrinsics, .datasetNoCap, .datasetNoLandmarks, .datasetNoAge]])
    #expect(without.entries[0].frames == nil)
    try folder.write(
      "sub-01/scan-1/camera_intrinsic.json",
      #"{"width":16,"height":12,"intrinsic_matrix":[15,0,0,0,14.8,0,7.5,5.5,1]}"#)
    let with = try check(folder, needsCap: false)
    #expect(codes(with) == [[.datasetNoLandmarks, .datasetNoAge]])
    #expect(with.entries[0].frames == 3)
    try folder.write("sub-01/scan-1/camera_intrinsic.json", "{")
    #expect(codes(try check(folder, needsCap: false))[0].first == .datasetUnreadable)
  }
}
