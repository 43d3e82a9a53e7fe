import Analysis
import Feedback
import Foundation
import Markers
import Movement
import Studies

@testable import Files
@testable import ScanPipeline

extension Target {
  /// YAML that defines something: protocols, scales, norms, rules, caps and sheets.
  static let definitions: [Target] = [
    definition(MeasurementProtocol.self, "protocol", "protocols"), definition(SeverityScale.self, "scale", "scales"),
    definition(NormTable.self, "norms", "norms"), definition(ReferenceGroup.self, "reference", "references"),
    definition(MotionRules.self, "motion-rules", file: "motion/standard"),
    definition(NeckRules.self, "neck-rules", file: "motion/neck"),
    definition(GestureRules.self, "gesture-rules", file: "motion/gestures"),
    definition(MotionNorm.self, "motion-norm", "motion/norms"),
    definition(MovementRules.self, "movement-rules", file: "feedback/movement"),
    definition(JointGuidance.self, "joint-guidance", file: "feedback/joint"),
    definition(AnswerGuidance.self, "answer-guidance", file: "feedback/gesture"),
    definition(RatingForm.self, "rating-form", "ratings"),
    definition(PoseModelDescription.self, "pose-model") {
      [
        Data(
          "schema: calvaria/pose-model/1\nname: model\ninput_size: {width: 192, height: 256}\nmean: [1, 2, 3]\ncolour: bgr\npadding: 1.25\nudp: true\n"
            .utf8)
      ]
    },
    yaml("feedback-rules", { try [Material.data("Datasets/feedback/standard.yaml")] }) {
      _ = try FeedbackFile.parse($0, path: "f")
    },
    yaml("cap", { try [Material.data("Datasets/sample/cap.yaml"), Material.data("Datasets/recorders/tum/cap.yaml")] }) {
      _ = try CapFile.parse($0, path: "cap.yaml")
    },
    yaml(
      "head-sheet",
      { [Data(HeadSheet([.cvai: 4.5, .circumference: 410]).yaml(markers: [1: [0.01, 0.02, 0.03]]).utf8)] }
    ) {
      _ = try HeadSheet.parse($0, path: "head.yaml")
    },
    yaml(
      "device",
      {
        [
          Data(
            """
            schema: calvaria/device/1
            name: phone
            date: 2026-01-02
            image: [640, 480]
            depth_image: [320, 240]
            stated_focal_px: 600
            stated_lens: false
            focal: {value: 1.01, sd: 0.001}
            k1: {value: 0.01, sd: 0.002}
            k2: {value: -0.02, sd: 0.02}
            depth_scale: {value: 1.001, sd: 0.001}
            depth_field_mm: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
            depth_field_sd_mm: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
            time_offset_ms: {value: 3, sd: 1}
            """.utf8)
        ]
      }
    ) {
      let device = try DeviceFile.parse($0, path: "device.yaml")
      Check.isReadBack(device) {
        Data($0.yaml.utf8)
      } read: {
        try DeviceFile.parse(String(decoding: $0, as: UTF8.self), path: "device.yaml")
      }
    },
  ]

  private static func yaml(
    _ name: String, _ seeds: @escaping @Sendable () throws -> [Data],
    _ parse: @escaping @Sendable (String) throws -> Void
  ) -> Target {
    Target(
      name: name, words: ["&a", "*a", "? ", "<<: ", "!!", "|\n", ".nan", ".inf", "~"], takesWordsOfSeeds: true,
      seeds: seeds,
      prepare: {
        // Files that are no UTF-8 never come to be parsed.
        { bytes in if let text = String(validating: bytes, as: UTF8.self) { try parse(text) } }
      })
  }

  /// - Parameter folder: of Datasets, all files of which are such definitions.
  private static func definition<Kind: Definition>(_ kind: Kind.Type, _ name: String, _ folder: String) -> Target {
    definition(kind, name) { try Material.all("Datasets/\(folder)", ".yaml") }
  }

  /// - Parameter file: the one of Datasets that is such a definition.
  private static func definition<Kind: Definition>(_ kind: Kind.Type, _ name: String, file: String) -> Target {
    definition(kind, name) { [try Material.data("Datasets/\(file).yaml")] }
  }

  private static func definition<Kind: Definition>(
    _ kind: Kind.Type, _ name: String, _ seeds: @escaping @Sendable () throws -> [Data]
  ) -> Target {
    yaml(name, seeds) { _ = try Kind.parse($0, file: "file") }
  }
}
