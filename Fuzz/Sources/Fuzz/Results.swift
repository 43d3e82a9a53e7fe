import Diagnostics
import Foundation
import Landmarks

@testable import Analysis
@testable import Files
@testable import Reports
@testable import ScanPipeline
@testable import Studies

extension Target {
  /// What the program writes and reads again: results, sections, markers, ratings, outcomes.
  static let results: [Target] = [
    json("result", { try [Head().measured()] }) { bytes in
      let result = try ScanResult.read(bytes)
      Check.isReadBack(result) {
        try $0.json()
      } read: {
        try ScanResult.read($0)
      }
      for language in Language.allCases { _ = (result.table(language), result.brief(language)) }
      Check.json(try ProtocolComparison([result, result]).json())
    },
    json(
      "section",
      {
        [
          Data(
            "{\"schema\":\"calvaria/section/1\",\"height_mm\":40,\"closed\":true,\"outline_mm\":[[[1,2],[3,4]]],\"gaps_mm\":[],\"centre_mm\":[0,0]}"
              .utf8)
        ]
      }
    ) { bytes in
      guard let section = SectionFile.read(bytes) else { throw Refused() }
      Check.json(try section.json())
    },
    json(
      "markers",
      {
        [
          Data(
            "{\"schema\":\"calvaria/markers/1\",\"frame\":\"head\",\"dictionary\":\"DICT_4X4_50\",\"marker_size_mm\":20,\"markers\":{\"1\":{\"corners_mm\":[[0,0,0],[1,0,0],[1,1,0],[0,1,0]]}}}"
              .utf8)
        ]
      }
    ) { bytes in
      guard let file = MarkersFile.read(Array(bytes)) else { throw Refused() }
      for marker in file.markers.values { _ = marker.corners(within: 1) }
    },
    json("outcome", { try [Data(contentsOf: Study().scan.outcomeFile)] }) { bytes in
      let outcome = try ScanOutcome.read(bytes)
      Check.isReadBack(outcome) {
        try $0.machineJSON()
      } read: {
        try ScanOutcome.read($0)
      }
    },
  ]
}
