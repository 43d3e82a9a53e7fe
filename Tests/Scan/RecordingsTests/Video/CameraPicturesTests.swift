import Foundation
import Images
import TestSupport
import Testing

@testable import Recordings

/// Pictures of a camera, from a script that stands in for ffmpeg.
@Suite(.timeLimit(.minutes(1))) struct CameraPicturesTests {
  /// A header of PPM for 3 × 2 pixels of 18 letters.
  private static let header = "P6\\n3 2\\n255\\n"
  private static let letters = "abcdefghijklmnopqr"

  /// What a script's pictures are once it has ended.
  private func ended(_ script: String, _ address: String = "/no/camera") throws -> (CameraPictures, StandInPrograms) {
    let programs = try StandInPrograms(ffmpeg: script)
    let pictures = try CameraPictures(address, path: programs.path)
    while try !pictures.hasEnded() {
      // At the limit of time a test is called off.
      try Task.checkCancellation()
      sched_yield()
    }
    return (pictures, programs)
  }

  @Test func theNewestPictureIsKept() throws {
    let start = ContinuousClock.now
    let (pictures, _) = try ended("printf '\(Self.header)\(Self.letters)'; printf '\(Self.header)ABCDEFGHIJKLMNOPQR'")
    #expect(pictures.count == 2)
    #expect(pictures.fault == nil)
    let newest = try #require(pictures.take())
    #expect(newest.image == ColorImage(width: 3, height: 2, pixels: Array("ABCDEFGHIJKLMNOPQR".utf8)))
    #expect(newest.time > 0 && newest.time <= start.duration(to: .now) / .seconds(1))
    #expect(pictures.take() == nil, "each is taken once")
  }

  /// A camera has its own pace, a file is read at the pace of its pictures, and what is neither is ffmpeg's to judge.
  @Test func whatIsReadIsToldFromItsKind() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.mp4").path
    try Data().write(to: URL(filePath: file))
    for (address, before) in [("/dev/null", "-f v4l2 "), (file, "-re "), ("/no/camera", "")] {
      let asked = try ended("printf '\(Self.header)\(Self.letters)'", address).1.asked("ffmpeg")
      #expect(asked.hasSuffix("-loglevel error \(before)-i \(address) -an -f image2pipe -c:v ppm pipe:1\n"), "\(asked)")
    }
  }

  @Test func aCameraThatNeverSendsAPictureIsAnError() throws {
    let error = #expect(throws: RecordingError.self) { try ended("echo busy >&2; exit 1") }
    #expect(error == .badContainer(file: "/no/camera", fault: .text("busy")))
  }

  /// Pictures that ceased are no error of those before; one that is not whole is none.
  @Test func aCameraThatIsPulledOutHasAFault() throws {
    let (pictures, _) = try ended("printf '\(Self.header)\(Self.letters)'; echo gone >&2; exit 1")
    #expect(pictures.count == 1)
    #expect(pictures.fault == .badContainer(file: "/no/camera", fault: .text("gone")))
    let (torn, _) = try ended("printf '\(Self.header)abc'")
    #expect(torn.count == 0 && torn.take() == nil && torn.fault == nil)
  }

  /// A header of 63 bytes is read, one of 64 is not.
  @Test(arguments: [(53, true), (54, false)]) func aHeaderThatIsTooLongIsRefused(blanks: Int, isOne: Bool) throws {
    let header = "P6\\n3" + String(repeating: " ", count: blanks) + "2\\n255\\n"
    let script = "printf '\(header)\(Self.letters)'"
    if isOne {
      #expect(try ended(script).0.count == 1)
    } else {
      #expect(throws: RecordingError.badContainer(file: "/no/camera", fault: .phrase("no_pictures"))) {
        try ended(script)
      }
    }
  }
}
