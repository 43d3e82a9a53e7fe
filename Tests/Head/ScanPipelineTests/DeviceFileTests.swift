import Files
import Geometry
import Testing

@testable import ScanPipeline
@testable import Tracking

/// Device files and sheets of printed heads.
@Suite struct DeviceFileTests {
  static let device = DeviceFile(
    name: "phone \"3\" \\ b", date: "2026-11-28", colorSize: [640, 480], depthSize: [320, 240], statedFocal: 592.3,
    statesLens: false, focal: Estimate(1.0125, sigma: 0.0015),
    lens: [Estimate(0.05, sigma: 0.003), Estimate(-0.02, sigma: 0.01)], depthScale: Estimate(0.99, sigma: 0.002),
    depthField: (0..<10).map { Estimate(0.0001 * Double($0), sigma: 0.0002) },
    timeOffset: Estimate(0.033, sigma: 0.0003))

  @Test func aFileIsReadAsItIsWritten() throws {
    let read = try DeviceFile.parse(Self.device.yaml, path: "device.yaml")
    #expect(read.name == Self.device.name && read.date == Self.device.date)
    #expect(read.colorSize == [640, 480] && read.depthSize == [320, 240] && !read.statesLens)
    for (a, b) in [
      (read.focal, Self.device.focal), (read.lens[1], Self.device.lens[1]), (read.depthScale, Self.device.depthScale),
      (read.depthField[9], Self.device.depthField[9]), (read.timeOffset, Self.device.timeOffset),
    ] {
      #expect(abs(a.value - b.value) < 1e-6 && abs(a.sigma - b.sigma) < 1e-6)
    }
    // Written once more it is the same text.
    #expect(read.yaml == Self.device.yaml)
  }

  @Test(arguments: [
    ("focal: {value: 1.012500", "focal: {value: .nan"), ("focal: {value: 1.012500", "focal: {value: 3"),
    ("sd: 0.001500", "sd: 0"), ("sd: 0.001500", "sd: -1"), ("sd: 0.001500", "sd: .inf"),
    ("[640, 480]", "[640]"), ("[640, 480]", "[640.5, 480]"), ("[640, 480]", "[1e9, 480]"), ("2026-11-28", "2026-13-28"),
    ("stated_lens: false", "stated_lens: maybe"), ("calvaria/device/1", "calvaria/device/2"),
    ("depth_field_mm: [", "depth_field_mm: [1, "), ("stated_focal_px: 592.300000", "stated_focal_px: 0"),
    ("k1:", "k3:"), ("name: ", "name: []\nother: "),
  ])
  func aWrongFileIsRefused(right: String, wrong: String) {
    #expect(Self.device.yaml.contains(right))
    #expect(throws: FileError.self) {
      try DeviceFile.parse(Self.device.yaml.replacing(right, with: wrong, maxReplacements: 1), path: "device.yaml")
    }
  }

  @Test func thePriorAllowsForWhatChangesBetweenRecordings() {
    let prior = Self.device.prior
    #expect(abs(prior.focalSigma - ((0.0015 / 1.0125) * (0.0015 / 1.0125) + 0.003 * 0.003).squareRoot()) < 1e-9)
    #expect(prior.depthScale.value == 0.99)
    #expect(prior.depthScale.sigma > 0.002)
    #expect(prior.depthField.allSatisfy { $0.sigma > 0.0003 })
  }

  /// Frames of 20 × 16 pixels, whose focal length is 20 pixels.
  @Test func itsFocalLengthAndLensTakeThePlaceOfTheStatedOnes() throws {
    let painted = try PaintedRecording(2, width: 20, height: 16) { _, _, _ in (90, 90, 90) }
    var device = Self.device
    (device.colorSize, device.depthSize, device.statedFocal) = ([20, 16], [20, 16], 20)
    let apply = { (device: DeviceFile) in try device.applied(to: painted.recording, file: "device.yaml") }
    let camera = try apply(device).frames[1].camera
    #expect(abs(camera.fx - 20.25) < 1e-9)
    #expect(camera.lens?.radial[0] == 0.05)
    // Phones that focus state 2 % more or less.
    for ratio in [0.981, 1.019, 0.979, 1.021] {
      device.statedFocal = 20 / ratio
      var error: DeviceFileError?
      do { _ = try apply(device) } catch let found as DeviceFileError { error = found }
      let isOther = abs(ratio - 1) > 0.02
      #expect(error == (isOther ? .otherFocal(file: "device.yaml", stated: 20 / ratio, found: 20) : nil), "\(ratio)")
    }
    (device.statedFocal, device.statesLens) = (20, true)
    #expect(throws: DeviceFileError.otherLens(file: "device.yaml", isStated: false)) { try apply(device) }
    device.depthSize = [16, 20]
    #expect(
      throws: DeviceFileError.otherSize(
        file: "device.yaml", stated: [20, 16], depth: [16, 20], found: [20, 16], foundDepth: [20, 16])
    ) { try apply(device) }
  }

  @Test func aSheetIsReadAsItIsWritten() throws {
    let sheet = HeadSheet([.cvai: 4.812, .circumference: 405.12])
    #expect(try HeadSheet.parse(sheet.yaml(markers: [3: [1, 2, 3]]), path: "head.yaml") == sheet)
    for wrong in ["cvai: .nan", "cvai: -1", "ears: 3", "{}"] {
      #expect(throws: FileError.self) {
        try HeadSheet.parse("schema: calvaria/head-sheet/1\nmeasures:\n  \(wrong)\n", path: "head.yaml")
      }
    }
  }

  @Test func aLineIsJudgedByItsLimitsAndByHowWellItIsKnown() {
    let line = { (value: Double, sigma: Double) in
      AcceptanceLine(
        key: "focal", value: Estimate(value, sigma: sigma), unit: "%", decimals: 2, tolerance: 0.75, limit: 12,
        reach: 0.6
      ).verdict
    }
    #expect(line(-0.7, 0.1) == .pass)
    #expect(line(-6, 0.1) == .attention)
    #expect(line(13, 0.1) == .fail)
    #expect(line(0, 0.4) == .fail)
    #expect(line(.nan, 0.1) == .fail)
    #expect([AcceptanceVerdict.attention, .fail, .pass].max() == .fail)
  }
}
