import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Videos with bytes changed or cut off: each is read, or refused with a reason, and soon. Each starts ffmpeg, so there are
/// few of them; `CALVARIA_VIDEO_MUTANTS=500` tries more, `CALVARIA_SEED` begins elsewhere.
@Suite(.enabled(if: TestVideo.canBeWritten, "needs ffmpeg and ffprobe, which are absent here"), .serialized, .slow)
struct DamagedVideoTests {
  private static let mutants = DamagedFile.setting("CALVARIA_VIDEO_MUTANTS", 8)
  private static let firstSeed = DamagedFile.setting("CALVARIA_SEED", 1)

  @Test func damageOfStrayScannersIsReadOrRefused() throws {
    let small = try SmallRecording.stray(frames: 9)
    try tryMutants(of: small, ["rgb.mp4", "odometry.csv", "camera_matrix.csv", "confidence/000003.png"]) {
      small.folder
    }
  }

  @Test func damageOfAzureKinectsIsReadOrRefused() throws {
    let small = try SmallRecording.kinect(frames: 3)
    try tryMutants(of: small, ["scan.mkv"]) { small.folder.appendingPathComponent("scan.mkv") }
  }

  /// Half of the mutants are of the first file.
  private func tryMutants(of small: SmallRecording, _ files: [String], _ url: () -> URL) throws {
    let contents = try files.map { try small.read($0) }
    var (read, refused, slowest) = (0, 0, Duration.zero)
    for seed in Self.firstSeed..<(Self.firstSeed + Self.mutants) {
      var random = SeededGenerator(seed: UInt64(seed))
      let file = Bool.random(using: &random) ? 0 : Int.random(in: files.indices, using: &random)
      try small.write(files[file], DamagedFile.damaged(contents[file], &random))
      defer { try? small.write(files[file], contents[file]) }
      let start = ContinuousClock.now
      do throws(RecordingError) {
        try Recording.readingAll(url())
        read += 1
      } catch {
        #expect(!error.subject.isEmpty, "seed \(seed)")
        #expect(!error.problem.isEmpty, "seed \(seed)")
        refused += 1
      }
      slowest = max(slowest, ContinuousClock.now - start)
    }
    let said = "\(files[0]): \(read) read, \(refused) refused from seed \(Self.firstSeed), \(slowest) at most"
    if Self.mutants > 8 { print(said) }
    #expect(read > 0, "\(said)")
    #expect(refused > 0, "\(said)")
    #expect(slowest < .seconds(60), "\(said)")
  }
}
