import Analysis
import ArgumentParser
import Diagnostics
import Foundation
internal import Files
import ScanPipeline

/// Who is scanned, when, by whom and with what.
struct ScanDescriptionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A code for the child, never a name.", valueName: "code"))
  var subject: String?

  @Option(help: ArgumentHelp("The visit.", valueName: "name"))
  var session: String?

  @Option(help: ArgumentHelp("The day of the scan.", valueName: "YYYY-MM-DD"))
  var date: String?

  @Option(name: .customLong("operator"), help: ArgumentHelp("Who scanned.", valueName: "name"))
  var operatorName: String?

  @Option(
    help: ArgumentHelp(
      "With what: a name; with reconstruct also the device.yaml of calvaria acceptance, whose focal length, lens and depth then count.",
      valueName: "name|file"))
  var device: String?

  /// The device file, where one is named and no phone.
  var deviceFile: URL? { device.flatMap { Self.isDeviceFile($0) ? .given($0) : nil } }

  /// Whether a device is named by its file.
  static func isDeviceFile(_ device: String) -> Bool {
    [".yaml", ".yml"].contains { device.lowercased().hasSuffix($0) }
  }

  func validate() throws {
    var stated = stated
    if deviceFile != nil { stated.device = nil }
    guard let fault = stated.fault else { return }
    throw CallError.wrong(option: "--" + fault.field, expected: fault.expected, found: .quoted(fault.found)).refusal
  }

  /// The options that are given.
  var given: [(name: String, value: String?)] {
    [
      ("--subject", subject), ("--session", session), ("--date", date), ("--operator", operatorName),
      ("--device", device),
    ]
  }

  /// The description that the options state.
  var stated: ScanDescription {
    var scan = ScanDescription()
    (scan.subject, scan.session, scan.date) = (subject, session, date)
    (scan.operator, scan.device) = (operatorName, device)
    return scan
  }

  /// What the options state, then the scan's `scan.json`, then the names of the path; and that file.
  ///
  /// - Parameters:
  ///   - scan: the recording or the mesh.
  ///   - path: the path whose names count; by default that of the scan.
  ///   - measurement: the options that state age, sex and hair.
  func description(
    of scan: URL, named path: URL? = nil, else measurement: MeasurementOptions
  ) throws -> (ScanDescription, file: URL?) {
    var stated = stated
    let file = ScanDescriptionFile.find(of: scan)
    let written = try file.map { try ScanDescriptionFile.read($0) } ?? ScanDescription()
    stated.ageMonths = try measurement.ageMonths(on: date ?? written.date)
    (stated.sex, stated.gestationWeeks) = (measurement.sex?.rawValue, measurement.gestationWeeks)
    stated.hairMm = measurement.hairMm
    let named = ScanDescription(bidsPath: (path ?? scan).standardizedFileURL.path)
    return (stated.completed(by: written).completed(by: named), file)
  }
}
