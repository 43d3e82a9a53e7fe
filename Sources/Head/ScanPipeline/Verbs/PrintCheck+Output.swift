import Geometry
public import CapSheets
public import Diagnostics
public import Foundation
internal import Files
public import Markers
import Reports

extension PrintCheck {
  /// Measures a print from the files of photos.
  ///
  /// - Throws: `CapCheckError`, `ImageError`, `MarkerError`.
  public init(photos files: [URL], of cap: Cap, knownMm: Double) throws {
    var seen: Set<String> = []
    let photos = try files.map { file in
      let bytes = try SheetPhoto.bytes(file)
      guard seen.insert(Checksum.sha256(Data(bytes))).inserted else {
        throw CapCheckError.twice(file: file.relativePath)
      }
      return try SheetPhoto(bytes, name: file.relativePath, cap: cap.dictionary)
    }
    try self.init(photos, of: cap, knownMm: knownMm)
  }

  /// What was found, in a few lines, and a line for each marker that is not as it should be.
  public func table(_ language: Language = .english) -> String {
    var facts = TextTable()
    facts.add(
      language("cap_check.side"),
      length(side, language) + language("cap_check.nominal", ["side": .exact(nominalMm, unit: "mm")]))
    facts.add(language("cap_check.error"), share(error, language))
    facts.add(language("cap_check.stretch"), share(stretch, language))
    facts.add(
      language("cap_check.photos"),
      language("cap_check.photos_of", ["count": .count(photos), "rms": .number(rmsPixels, decimals: 2, unit: "px")]))
    facts.add(language("cap_check.markers"), seen(language))
    var lines = facts.text
    let faulty = markers.filter { !$0.faults.isEmpty }
    if !faulty.isEmpty {
      var table = TextTable(rightAligned: [0, 1, 2, 3, 4])
      table.addRow(language("cap_check.columns").split(separator: ";").map(String.init))
      for marker in faulty { table.addRow(row(marker, language)) }
      lines += "\n" + table.text
    }
    lines += "\n"
    for reason in reasons { lines += language("cap_check.reason_\(reason.rawValue)", advice) + "\n" }
    if reasons.isEmpty { lines += language("cap_check.good", advice) + "\n" }
    return lines
  }

  private var advice: [String: FindingValue] {
    [
      // As YAML has it, in every language.
      "side": .text(NumberText.number(side.value, digits: 2)),
      "least": .percent(Self.mostError), "margin": .percent(Self.mostMargin, decimals: 1),
    ]
  }

  private func length(_ estimate: Estimate, _ language: Language) -> String {
    interval(estimate, scale: 1, unit: "mm", decimals: 2, language)
  }

  private func share(_ estimate: Estimate, _ language: Language) -> String {
    interval(estimate, scale: 100, unit: "%", decimals: 2, language)
  }

  private func interval(
    _ estimate: Estimate, scale: Double, unit: String, decimals: Int, _ language: Language
  ) -> String {
    let number = { (value: Double) in language.number(scale * value, digits: decimals) }
    return number(estimate.value) + " " + unit
      + "  [" + number(estimate.value - estimate.halfWidth) + ", " + number(estimate.value + estimate.halfWidth) + "]"
  }

  private func seen(_ language: Language) -> String {
    var values: [String: FindingValue] = ["count": .count(markers.count)]
    if !missing.isEmpty { values["missing"] = .list(missing.map { .count($0) }) }
    return language("cap_check.seen", values)
  }

  private func row(_ marker: Marker, _ language: Language) -> [String] {
    [
      "\(marker.id)", language.number(marker.width.value, digits: 2), language.number(marker.height.value, digits: 2),
      language.number(marker.skewDegrees.value, digits: 2),
      marker.bend.map { language.number($0.value, digits: 2) } ?? "–",
      marker.faults.map { language("cap_check.fault_\($0.rawValue)") }.joined(separator: ", "),
    ]
  }

  /// The check of the print as a text for programs; lengths in millimetres, shares as fractions.
  public func json() throws -> Data { try File(self).machineJSON() }

  private struct File: Encodable {
    struct Entry: Encodable {
      let id, photos: Int
      let widthMm, heightMm, skewDegrees: Estimate
      let bendMm: Estimate?
      let faults: [String]
    }

    let schema = "calvaria/cap-check/1"
    let usable: Bool
    let reasons: [String]
    let paper: String
    let photos: Int
    let nominalMm: Double
    let sideMm, scaleError, stretch: Estimate
    let rmsPx: Double
    let missing: [Int]
    let markers: [Entry]

    init(_ check: PrintCheck) {
      (usable, reasons) = (check.reasons.isEmpty, check.reasons.map(\.rawValue))
      (paper, photos, nominalMm, rmsPx) = (check.paper.rawValue, check.photos, check.nominalMm, check.rmsPixels)
      (sideMm, scaleError, stretch) = (check.side, check.error, check.stretch)
      missing = check.missing
      markers = check.markers.map { marker in
        Entry(
          id: marker.id, photos: marker.sightings, widthMm: marker.width, heightMm: marker.height,
          skewDegrees: marker.skewDegrees, bendMm: marker.bend,
          faults: marker.faults.map(\.rawValue))
      }
    }
  }
}
