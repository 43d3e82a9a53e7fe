import Foundation
import Geometry
import Images
import Recordings
import TestSupport
import Testing

@testable import Movement

/// Pictures of videos and folders, and the landmarks' frames among them.
@Suite struct PictureSourceTests {
  static let canReadVideos = ["ffmpeg", "ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  static func ffmpeg(_ arguments: [String]) throws {
    let process = try Process.run(
      URL(fileURLWithPath: "/usr/bin/ffmpeg"), arguments: ["-nostdin", "-v", "error", "-y"] + arguments)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Writes pictures as the frames of a video.
  static func write(_ pictures: [ColorImage], rate: Int, to file: URL, more: [String] = []) throws {
    let raw = file.deletingLastPathComponent().appendingPathComponent("raw-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: raw) }
    try Data(pictures.flatMap(\.pixels)).write(to: raw)
    let size = "\(pictures[0].width)x\(pictures[0].height)"
    try ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-framerate", "\(rate)", "-i", raw.path]
        + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "14", "-pix_fmt", "yuv420p"] + more + [file.path])
  }

  @Test(.enabled(if: canReadVideos, "needs ffmpeg"))
  func aVideoIsReadAtARate() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("v.mp4")
    let pictures = (0..<20).map { k in
      DotPictures.picture([Vector2(20 + 4 * Double(k), 40)], width: 128, height: 96, radius: 10)
    }
    try Self.write(pictures, rate: 10, to: file)
    let series = try #require(try PictureSeries.video(file, rate: 5, programs: "/usr/bin"))
    #expect(series.pictures.map(\.place) == Array(stride(from: 0, to: 20, by: 2)))
    #expect(zip(series.pictures, 0...).allSatisfy { abs($0.time - Double($1) / 5) < 1e-6 })
    for picture in series.pictures {
      let image = try series.color(picture)
      #expect(image.width == 128)
      #expect(image.height == 96)
      // Red where the dot is, and not where it was.
      let at = { (x: Int) in image.pixels[3 * (40 * 128 + x)] }
      #expect(at(20 + 4 * picture.place) > 200)
      #expect(at(picture.place < 10 ? 110 : 14) < 120)
    }
    // Frames of landmarks are those of a video by their times, or by the numbers in their names from 0.
    let all = try PictureSource.all(file, RecordingReading(programs: "/usr/bin"))
    #expect(all.pictures.count == 20)
    #expect(FrameMatch(["0", "1", "2"], [0, 0.3, 0.6], .mediaPipe, in: all).frames == [0, 3, 6])
    #expect(FrameMatch(["1", "2", "3"], [0, 0.1, 7], .trc, in: all).frames == [0, 1, nil])
    let names = ["v_000000000007_keypoints.json", "v_000000000020_keypoints.json"]
    #expect(FrameMatch(names, [0, 1], .openPose, in: all).frames == [7, nil])
    #expect(try PictureSeries.video(DotPictures.heatMap, rate: 5, programs: "/usr/bin") == nil)
  }

  /// A video of a phone that was held upright is turned as ffmpeg's own player turns it.
  @Test(.enabled(if: canReadVideos, "needs ffmpeg"), arguments: [90, 180, 270])
  func aTurnedVideoIsUpright(_ degrees: Int) throws {
    let folder = try TemporaryFolder()
    let (plain, turned) = (
      folder.url.appendingPathComponent("p.mp4"), folder.url.appendingPathComponent("t.mp4")
    )
    let picture = DotPictures.picture([[30, 20], [100, 70]], width: 128, height: 96, radius: 10)
    try Self.write([picture, picture], rate: 10, to: plain)
    try Self.ffmpeg(["-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)", turned.path])
    let shown = folder.url.appendingPathComponent("shown.png")
    try Self.ffmpeg(["-i", turned.path, "-frames:v", "1", shown.path])
    let expected = try ImageFile.color(Data(contentsOf: shown))
    let series = try #require(try PictureSeries.video(turned, rate: 10, programs: "/usr/bin"))
    let found = try series.color(series.pictures[0])
    #expect(found.width == expected.width)
    #expect(found.height == expected.height)
    let differences = zip(found.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 2)
  }

  @Test(.enabled(if: canReadVideos, "needs ffmpeg"))
  func pixelsThatAreNotSquareAreRefused() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("v.mp4")
    let picture = DotPictures.picture([[30, 20]], width: 128, height: 96, radius: 10)
    try Self.write([picture], rate: 10, to: file, more: ["-vf", "setsar=4/3"])
    do throws(RecordingError) {
      _ = try PictureSeries.video(file, rate: 3, programs: "/usr/bin")
      Issue.record("it was taken")
    } catch { #expect(error.description.contains("4:3")) }
  }

  @Test func framesAreFoundAmongTheImagesOfAFolder() throws {
    let folder = try TemporaryFolder()
    for number in [12, 3, 8] {
      let picture = DotPictures.picture([Vector2(Double(2 * number), 10)], width: 40, height: 30, radius: 4)
      try ImageFile.png(picture).write(to: folder.url.appendingPathComponent("frame_\(number).png"))
    }
    try Data("x".utf8).write(to: folder.url.appendingPathComponent("notes.txt"))
    let times = try PictureSource.open(folder.url, rate: 10, programs: "").pictures.map(\.time)
    #expect(zip(times, [0, 0.5, 0.9]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(throws: PoseModelError.noRate(path: folder.url.path(percentEncoded: false))) {
      _ = try PictureSource.open(folder.url, rate: nil, programs: "")
    }
    // By their names, else by the numbers in them, whatever the times are.
    let all = try PictureSource.all(folder.url, RecordingReading(programs: ""))
    #expect(FrameMatch(["frame_8_keypoints.json", "frame_3"], [0, 1], .openPose, in: all).frames == [1, 0])
    #expect(FrameMatch(["3", "4", "12"], [0, 1, 2], .trc, in: all).frames == [0, nil, 2])
    // Zeros before a number are none of it: 12 is written like 12.png, and 3 unlike 03.png.
    for number in [3, 8, 12] {
      let place = { (name: String) in folder.url.appendingPathComponent(name) }
      try FileManager.default.moveItem(
        at: place("frame_\(number).png"), to: place((number < 10 ? "0" : "") + "\(number).png"))
    }
    let numbers = try PictureSource.all(folder.url, RecordingReading(programs: ""))
    #expect(FrameMatch(["3", "8", "12"], [0, 1, 2], .openPose, in: numbers).frames == [0, 1, 2])
    let empty = try TemporaryFolder()
    #expect(throws: PoseModelError.noPictures(path: empty.url.path(percentEncoded: false))) {
      _ = try PictureSource.open(empty.url, rate: 10, programs: "")
    }
    let text = folder.url.appendingPathComponent("notes.txt")
    #expect(throws: PoseModelError.noPictures(path: text.path(percentEncoded: false))) {
      _ = try PictureSource.open(text, rate: 10, programs: "")
    }
  }
}
