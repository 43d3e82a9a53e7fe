import Analysis
import ArgumentParser
import Diagnostics
import Foundation
import Landmarks
import Studies
import PointClouds
import ScanPipeline

/// `calvaria observers`: how well people agree on landmarks, and what it does to the measures.
struct ObserversCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "observers",
    abstract: "Tell from the landmark files of several people how well they agree, and what it does to the CVAI.",
    discussion: """
      Each file holds what one observer picked on one scan, at one time. The observer is picked.by of the file, or the \
      A of landmarks-A.json and landmarks-A-2.json; the scan is picked.on, or the file's folder. Exit code 0 where the \
      deviations within and between observers are known for sellion and both tragions, 2 where not (the reason is given).
      """)

  @Argument(help: ArgumentHelp("Landmark files with places in space, as calvaria view saves them.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Tell the effect on this head: the mesh that was picked on, or the result folder of the recording.",
      valueName: "mesh|result"))
  var mesh: String?

  @Option(help: "The unit of the mesh's numbers: mm, cm, m or in; by default guessed from the head's size.")
  var units: LengthUnit?

  @Flag(help: "Print JSON instead of the tables.")
  var json = false

  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: mesh, stageFile.path)
    let options = try stageFile.read()
    guard files.count <= ObserverLimits.files else { throw ObserverStudyError.tooMany(files: files.count) }
    let study = try ObserverStudy(
      files.map { try ObserverReading.read(.given($0)) }, options: options.stages.reconstruction.landmarks.picked,
      observer: options.stages.analysis.intervals.observer)
    let effect = try mesh.map { try self.effect(of: study, on: $0, options) }
    try Terminal.print(json ? try study.json(effect) : Terminal.page(study.table(effect, language.chosen)))
    if !study.isComplete { throw ExitCode(2) }
  }

  private func effect(of study: ObserverStudy, on path: String, _ options: OptionsFile) throws -> LandmarkEffect {
    let head = try PickedHead.read(.given(path), unit: units)
    if let unit = head.guessedUnit {
      narration.tell(
        "\(path.printable()): " + Finding(.inputUnitGuessed, ["unit": .text(unit.symbol)]).text(language.chosen))
    }
    guard let scan = study.scan(ofDigest: head.digest) else { throw ObserverStudyError.otherHead(path: path) }
    let landmarks = head.landmarks ?? study.means(on: scan)
    if head.landmarks == nil {
      do { try head.surface.check(landmarks) } catch { throw MeshMeasurementError.unfit(file: path, cause: error) }
    }
    let analysis = HeadAnalysis(
      choices: options.measurement ?? .standard,
      uncertainty: UncertaintyOptions(options.stages.analysis.intervals), options: options.stages.analysis)
    return try LandmarkEffect(of: study, on: head.surface, landmarks: landmarks, analysis)
  }
}
