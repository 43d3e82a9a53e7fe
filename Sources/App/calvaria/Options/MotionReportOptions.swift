import ArgumentParser
import Diagnostics
import Foundation
import Movement
import MovementReports
internal import Files
import Recordings
import Replay

/// What is written of a range of motion beside the measurement: a report with pictures and earlier results, and a video.
struct MotionReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Pictures of the frames: a folder of images with the frames' numbers in their names, a video, or a recording.",
      valueName: "path"))
  var pictures: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Earlier results, folders of motion, for the report's history.", valueName: "folder"))
  var history: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write a video (MP4) with the angle, its curve and the pictures or a stick figure, through ffmpeg.",
      valueName: "file"))
  var video: String?

  @OptionGroup var scan: ScanDescriptionOptions

  func validate() throws {
    guard history.count <= MotionHistoryFile.most else {
      throw CallError.wrong(
        option: "--history", expected: .phrase("number_at_most", ["limit": .count(MotionHistoryFile.most)]),
        found: .count(history.count)
      ).refusal
    }
  }

  /// Refuses what has no effect without an output folder, and a video in it.
  func validate(output: String?) throws {
    if let output { return try requireApart([("--video", video)], from: output) }
    let given =
      [("--pictures", pictures != nil), ("--history", !history.isEmpty), ("--video", video != nil)]
      + scan.given.map { ($0.name, $0.value != nil) }
    for (option, isGiven) in given where isGiven {
      throw CallError.needs(option: option, needed: "--output").refusal
    }
  }

  /// All that is read: no output may take its place.
  var inputs: [URL] { (history + [pictures].compactMap(\.self)).map { .given($0) } }

  /// What the work needs, opened and claimed before it begins.
  ///
  /// - Parameters:
  ///   - scan: who was measured, when, by whom and with what.
  ///   - read: all that is read of the movement: no output may take its place.
  ///   - reading: how the movement's own recording is read, where pictures come from it.
  func prepared(
    force: Bool, stating scan: ScanDescription, reading read: [URL], as reading: RecordingReading? = nil
  ) throws -> MotionReportWork {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let seen = pictures.map { URL.given($0).resolvingSymlinksInPath().path }
    let own = seen == read.first?.resolvingSymlinksInPath().path ? reading : nil
    return MotionReportWork(
      pictures: try pictures.map { try FramePictureSource($0, own ?? RecordingReading(programs: path)) },
      stated: scan, earlier: try history.map { try MotionFolder.read(.given($0)).earlier() },
      tool: try video.map { _ in try VideoTool(path: path) },
      video: try video.map { try OutputFile(.given($0), force: force, inputs: inputs + read) })
  }
}

/// Writes what ``MotionReportOptions`` asks for.
struct MotionReportWork {
  /// Where the pictures come from; nil without.
  let pictures: FramePictureSource?
  let stated: ScanDescription
  let earlier: [EarlierMotion]
  let tool: VideoTool?
  let video: OutputFile?

  /// Writes the files of an output into its folder: those of the measurement, who and when, the earlier results, the pictures
  /// and the report; and the video, which grows in the folder: when that is removed, so is the video.
  ///
  /// - Parameters:
  ///   - landmarks: the points that were measured, and those that are drawn; nil without any.
  ///   - found: files of what was found before the measurement.
  func write(
    _ measured: MeasuredMotion, _ landmarks: (measured: LandmarkSequence?, drawn: LandmarkSequence?),
    and found: [(name: String, content: Data)] = [], to folder: OutputFolder, _ language: Language,
    _ narration: NarrationOptions
  ) throws {
    var files = try measured.files(landmarks.measured) + found
    if !stated.isEmpty { files.append((ScanDescriptionFile.name, try ScanDescriptionFile.json(stated))) }
    if !earlier.isEmpty { files.append((MotionHistoryFile.name, try MotionHistoryFile(earlier).json())) }
    var written = try MotionFolder(files: files, curve: measured.curve)
    if let pictures, let curve = written.curve {
      let extremes = try narration.timed("pictures") {
        try ExtremePictures(written.result, curve, landmarks.drawn, from: pictures, language)
      }
      files += extremes.files
      written.pictures = extremes.pictures
      for finding in extremes.findings { narration.tell(finding.line(language)) }
    }
    for finding in written.leftOut { narration.tell(finding.line(language)) }
    files.append(("report.html", Data(MotionPage(written, language: language).html().utf8)))
    try folder.write(files)
    if let tool, let video, let curve = written.curve {
      try film(written.result, curve, landmarks.drawn, tool, to: video, in: folder, language, narration)
    }
  }

  private func film(
    _ result: MotionResult, _ curve: AngleCurve, _ landmarks: LandmarkSequence?, _ tool: VideoTool,
    to target: OutputFile, in folder: OutputFolder, _ language: Language, _ narration: NarrationOptions
  ) throws {
    guard let video = try MotionVideo(result, curve, landmarks, pictures: pictures, language) else { return }
    let file = folder.staging.appending(path: "video.mp4")
    try narration.timed("video") { try video.write(tool, to: file) }
    try target.take(file)
  }
}
