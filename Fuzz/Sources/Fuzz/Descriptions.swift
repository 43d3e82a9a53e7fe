import Foundation

@testable import Files
@testable import Landmarks
@testable import Replay
@testable import ScanPipeline

extension Target {
  /// JSON and lists that people and other programs write: landmarks, options, what is stated of a scan.
  static let descriptions: [Target] = [
    json(
      "landmarks",
      {
        let markups = Data(
          """
          # Markups fiducial file version = 4.11
          # CoordinateSystem = LPS
          # columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID
          1,1.5,-60,3,0,0,0,1,1,1,0,sellion,,
          """.utf8)
        let picked = Data(
          "<!DOCTYPE PickedPoints><PickedPoints><point x=\"1\" y=\"2\" z=\"3\" active=\"1\" name=\"sellion\"/></PickedPoints>"
            .utf8)
        return try [
          Material.data("Datasets/sample/landmarks.json"),
          MarkupsFile.json(HeadLandmarks(Head().points, standardDeviation: 0.001)), markups, picked,
        ]
      }
    ) { bytes in
      let file = try LandmarkFile.parse(bytes, name: "landmarks.json")
      // Points of other programs are written in this one's own way.
      guard file.numbers == .ofMesh else { return }
      Check.isReadBack(file) {
        try $0.json()
      } read: {
        try LandmarkFile.parse($0, name: "landmarks.json")
      }
    },
    json("options", { try [OptionsFile().json()] }) { bytes in
      let options = try OptionsFile.parse(bytes, file: "options.json")
      Check.isReadBack(options) {
        try $0.json()
      } read: {
        try OptionsFile.parse($0, file: "options.json")
      }
    },
    json(
      "scan",
      {
        [
          Data(
            "{\"subject\":\"01\",\"session\":\"1\",\"date\":\"2026-02-28\",\"age_months\":5.5,\"sex\":\"female\",\"hair_mm\":2}"
              .utf8)
        ]
      }
    ) { bytes in
      let scan = try ScanDescriptionFile.parse(bytes, name: "scan.json")
      Check.isReadBack(scan) {
        try ScanDescriptionFile.json($0)
      } read: {
        try ScanDescriptionFile.parse($0, name: "scan.json")
      }
    },
    Target(
      name: "thermal-log", words: ["nominal", "fair", "serious", "critical", "#"],
      seeds: { [Data("# seconds state\n0.5 nominal\n1.5 fair\n9 serious\n".utf8)] },
      prepare: {
        { bytes in
          if let text = String(validating: bytes, as: UTF8.self) { _ = try ThermalLog.parse(text, file: "thermal.csv") }
        }
      }),
  ]

  /// A target that takes JSON.
  static func json(
    _ name: String, _ seeds: @escaping @Sendable () throws -> [Data], _ parse: @escaping @Sendable (Data) throws -> Void
  ) -> Target {
    let numbers = ["null", "true", "1e308", "1e400", "-0.0", "9223372036854775808", "\\u0000", "\\ud800", "[]", "{}"]
    return Target(
      name: name, words: numbers, takesWordsOfSeeds: true, seeds: seeds, prepare: { parse })
  }
}
