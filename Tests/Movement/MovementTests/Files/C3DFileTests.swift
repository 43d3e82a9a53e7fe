import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Movement

/// Binary marker files.
@Suite struct C3DFileTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

  /// A sample that ezc3d wrote.
  private static let sample = SharedMaterial.packageRoot.appending(path: "Datasets/movements/knee.c3d")

  @Test func aFileOfEzc3dHasItsAngles() throws {
    let file = try MotionFile.read(Self.sample.path)
    let angles = try knee(file)
    let truth = (0..<40).map { Double(min(max($0 - 10, 0) * 5, 100)) }
    #expect(angles.count == 40 && angles[3].isNaN)
    let worst = zip(angles, truth).filter { $0.0.isFinite }.map { abs($0 - $1) }.max()!
    #expect(worst < 1e-3)
    let read = try sequence(file)
    #expect(read.tracks.count == 8 && read.space.isFlat, "no marker of the sample ever changes its depth")
    #expect(abs(read.times[39] - 39.0 / 30) < 1e-12 && read.frames[39] == "40")
    #expect(!read.tracks[.rightKnee]!.positions[3].isFinite && read.tracks[.rightHip]!.positions[3].isFinite)
  }

  /// What could not be read is zeros, which are places of points here; a file that is cut off while it is read is refused.
  @Test func aFileThatGetsShorterIsRefused() throws {
    defer { files.remove() }
    // Longer than the page that is in memory.
    var made = MadeC3D()
    made.frames = 8000
    let bytes = made.bytes
    let path = files.folder.appending(path: "made.c3d").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let text = try FileText(opening: path, atMost: 1 << 20)
    let whole = try sequence(MotionFile.read(text, path, .init()))
    #expect(whole.times.count == 8000)
    let hips = whole.tracks[.rightHip]!.positions
    #expect(hips.enumerated().allSatisfy { abs($1.z - 0.001 * Double($0 % 4)) < 1e-9 })
    let shorter = try FileText(opening: path, atMost: 1 << 20)
    truncate(path, off_t(bytes.count - 4))
    #expect(throws: MotionError.unreadable(path: path, found: .phrase("end_of_file"))) {
      try MotionFile.read(shorter, path, .init())
    }
  }

  /// Every processor and both storages hold the same points, beside analog samples and markers that are no joints.
  @Test(arguments: ["intel", "dec", "mips"], [true, false])
  func everyProcessorHasTheSamePoints(_ processor: String, _ isFloat: Bool) throws {
    var made = MadeC3D()
    (made.processor, made.isFloat, made.analog) = (processor, isFloat, 3)
    let read = try sequence(.read(bytes: made.bytes, path: "made"))
    #expect(Set(read.tracks.keys) == [.rightHip, .rightKnee])
    for frame in 0..<made.frames {
      let hip = read.tracks[.rightHip]!.positions[frame]
      #expect((hip - Vector3(-0.1, 0.9, 0.001 * Double(frame))).length < 1e-7)
    }
    let knee = read.tracks[.rightKnee]!.positions
    #expect(!knee[1].isFinite, "a negative residual is a missing point")
    #expect((knee[0] - Vector3(0.25, 0.5, 0)).length < 1e-7)
    #expect(read.frames.first == "5" && abs(read.times[0] - 4.0 / 100) < 1e-12)
  }

  /// A word at the very end is read, and zeros behind it; MIPS has the higher byte first.
  @Test func wordsAreThoseOfTheProcessor() {
    for processor in [C3DBytes.Processor.intel, .dec] {
      let bytes = C3DBytes([1, 2, 0xFE, 0xFF], processor)
      #expect(bytes.unsigned(0) == 513 && bytes.unsigned(1) == 0xFE02 && bytes.unsigned(2) == 0xFFFE)
      #expect(bytes.signed(2) == -2 && bytes.signed(0) == 513)
      #expect(bytes.unsigned(3) == 0 && bytes.unsigned(4) == 0 && bytes.signed(9) == 0)
    }
    let mips = C3DBytes([1, 2, 0xFF, 0xFE], .mips)
    #expect(mips.unsigned(0) == 258 && mips.unsigned(2) == 0xFFFE && mips.signed(2) == -2)
  }

  /// −2.75 is −1.375 · 2¹, 0xC0300000 by IEEE 754; DEC's exponent is two higher, 0xC1300000, with the higher word first and its
  /// lower byte in front.
  @Test func numbersAreThoseOfTheProcessor() {
    #expect(C3DBytes([9, 0x00, 0x00, 0x30, 0xC0], .intel).float(1) == -2.75)
    #expect(C3DBytes([0xC0, 0x30, 0x00, 0x00], .mips).float(0) == -2.75)
    #expect(C3DBytes([0x30, 0xC1, 0x00, 0x00], .dec).float(0) == -2.75)
    #expect(C3DBytes([0x30, 0x41, 0x00, 0x00], .dec).float(0) == 2.75)
    // 1 + 2⁻²³ and the exponent 0, which is 0 whatever stands behind.
    #expect(C3DBytes([0x80, 0x40, 0x01, 0x00], .dec).float(0) == 1 + 0x1p-23)
    #expect(C3DBytes([0x7F, 0x00, 0xFF, 0xFF], .dec).float(0) == 0)
    // By IEEE 754 the largest exponent has no number.
    #expect(C3DBytes([0xC0, 0x7F, 0x00, 0x00], .dec).float(0) == 1.5 * 0x1p126)
    #expect(C3DBytes([1, 2], .intel).float(0) == Double(Float(bitPattern: 0x201)))
  }

  @Test func aFileIsToldByItsFirstBytes() {
    #expect(C3DReader.isOne([2, 0x50]) && C3DReader.isOne([8, 0x50, 7]))
    #expect(!C3DReader.isOne([1, 0x50]) && !C3DReader.isOne([9, 0x50]))
    #expect(!C3DReader.isOne([2, 0x51]) && !C3DReader.isOne([2]) && !C3DReader.isOne([]))
  }

  /// 70,000 frames are more than 16 bits count.
  @Test(arguments: ["trial", "long"]) func longFilesStateTheirFramesElsewhere(_ way: String) throws {
    var made = MadeC3D()
    (made.frames, made.first, made.longBy) = (70_000, 1, way)
    #expect(try sequence(.read(bytes: made.bytes, path: "made")).times.count == 70_000)
  }

  /// 65,535 analog samples make a frame longer than the bytes that are read at a time.
  @Test func aFrameMayBeLongerThanWhatIsReadAtATime() throws {
    var made = MadeC3D()
    made.frames = 2
    var bytes = made.bytes
    (bytes[4], bytes[5]) = (0xFF, 0xFF)
    let samples = [UInt8](repeating: 0, count: 4 * 65535)
    bytes.insert(contentsOf: samples, at: 1536 + 48)
    let hip = try sequence(.read(bytes: bytes + samples, path: "made")).tracks[.rightHip]!.positions
    #expect(hip.count == 2 && abs(hip[0].z) < 1e-9 && abs(hip[1].z - 0.001) < 1e-9)
  }

  /// 255 blocks of parameters, and as much again: groups of 65,024 bytes stand before those of the points.
  @Test(arguments: [(4, true), (5, false)]) func parametersMayBeLong(_ groups: Int, _ isRead: Bool) throws {
    let group: [UInt8] = [1, 0xF7, 0x58, 0xFD, 0xFD] + [UInt8](repeating: 0, count: 65_019)
    var bytes = MadeC3D().bytes
    (bytes[16], bytes[17]) = (UInt8((4 + 127 * groups) & 0xFF), UInt8((4 + 127 * groups) >> 8))
    for _ in 0..<groups { bytes.insert(contentsOf: group, at: 516) }
    #expect((fault(bytes) == nil) == isRead)
  }

  @Test func aFileWithoutItsNumberOfFramesHasThoseOfTheHeader() throws {
    var made = MadeC3D()
    made.statesFrames = false
    #expect(try sequence(.read(bytes: made.bytes, path: "made")).times.count == made.frames)
  }

  /// Three labels, but two points in each frame.
  @Test func labelsOfPointsThatAreNotUsedAreLeftOut() throws {
    var made = MadeC3D()
    made.used = 2
    #expect(try Set(sequence(.read(bytes: made.bytes, path: "made")).tracks.keys) == [.rightHip])
  }

  /// A table of 300 numbers takes 1200 bytes, but only 1167 are left: the header's rate counts.
  @Test func aParameterThatReachesBeyondTheEndDoesNotCount() throws {
    var made = MadeC3D()
    (made.headerRate, made.sidesOfRate) = (50, [100, 3])
    #expect(abs(try sequence(.read(bytes: made.bytes, path: "made")).times[0] - 4.0 / 50) < 1e-12)
    made.sidesOfRate = [4, 1]
    #expect(abs(try sequence(.read(bytes: made.bytes, path: "made")).times[0] - 4.0 / 100) < 1e-12)
  }

  @Test func aCoordinateThatNoRoomHasIsNamedByItsFrame() {
    var bytes = MadeC3D().bytes
    // 10⁹ for the knee's x in the third frame, the file's frame 7.
    let knee = 1536 + 2 * 48 + 32
    bytes.replaceSubrange(knee..<(knee + 4), with: [0x28, 0x6B, 0x6E, 0x4E])
    #expect(
      fault(bytes)
        == .malformed(path: "made", place: .text("7"), expected: .number(in: -1e7...1e7), found: .exact(1e9)))
  }

  @Test func whatIsWrongIsNamed() throws {
    let place = { (change: (inout MadeC3D) -> Void) in
      var made = MadeC3D()
      change(&made)
      do throws(MotionError) { _ = try MotionFile.read(bytes: made.bytes, path: "made") } catch {
        if case .malformed(_, .text(let place), _, _) = error { return place }
      }
      return "none"
    }
    #expect(place { _ in } == "none")
    #expect(place { $0.unit = "inch" } == "POINT:UNITS")
    #expect(place { $0.unit = "m" } == "POINT:UNITS", "a thigh of 400 m")
    #expect(place { $0.rate = 0 } == "POINT:RATE")
    #expect(place { $0.rate = .nan } == "POINT:RATE")
    #expect(place { $0.scale = .nan } == "POINT:SCALE")
    #expect(place { $0.frames = 0 } == "C3D")
    #expect(place { ($0.frames, $0.statesFrames) = (0, false) } == "C3D")
    let bytes = MadeC3D().bytes
    // Of 4 frames of 48 bytes the last one lacks a byte.
    #expect(
      fault(Array(bytes.dropLast()))
        == .malformed(
          path: "made", place: .text("POINT:FRAMES"), expected: .phrase("c3d_frames", ["count": .count(4)]),
          found: .count(3)))
    var other = bytes
    other[515] = 87
    #expect(
      fault(other)
        == .malformed(
          path: "made", place: .text("PROCESSOR"), expected: .oneOf(["84 (Intel)", "85 (DEC)", "86 (MIPS)"]),
          found: .count(87)))
    // The link of a group, that at 516 or at 526, leads into itself.
    for (link, start) in [(523, 516), (533, 526)] {
      other = bytes
      (other[link], other[link + 1]) = (1, 0)
      #expect(
        fault(other)
          == .malformed(
            path: "made", place: .text("C3D"), expected: .phrase("c3d_parameters"), found: .count(start)))
    }
    #expect(isMalformed(fault(Array(bytes.prefix(400)))) && isMalformed(fault([2, 0x50])))
    // The fourth byte of the parameters is the processor; where nothing follows, it is the unit that is missing.
    for (count, found) in [(514, "C3D"), (515, "C3D"), (516, "POINT:UNITS")] {
      guard case .malformed(_, .text(found), _, _)? = fault(Array(bytes.prefix(count))) else {
        Issue.record("\(count) bytes: \(fault(Array(bytes.prefix(count))) as Any)")
        continue
      }
    }
    #expect(throws: MotionError.unusedOption("--rate", .c3d)) {
      try MotionFile.read(bytes: bytes, path: "made", .at(30))
    }
  }

  /// A header that tells another block than the parameters would have every frame read late.
  @Test(arguments: [-1, 1]) func twoPlacesOfTheFramesAreRefused(shift: Int) throws {
    var bytes = [UInt8](try Data(contentsOf: Self.sample))
    bytes[16] = UInt8(Int(bytes[16]) + shift)
    let error = #expect(throws: MotionError.self) { try MotionFile.read(bytes: bytes, path: "t.c3d") }
    #expect("\(try #require(error))".contains("POINT:DATA_START"))
  }

  @Test func notANumberIsAMissingPoint() throws {
    var made = MadeC3D()
    made.knee = .nan
    #expect(
      try sequence(.read(bytes: made.bytes, path: "made")).tracks[.rightKnee]!.positions.allSatisfy { !$0.isFinite })
  }

  /// Header and parameters that tell of other analog samples than each other would have every frame but the first read askew.
  @Test(arguments: [(3, 3), (6, 3), (0, 0), (0, nil), (3, nil), (0, 3)]) func analogSamplesThatAgreeAreRead(
    _ samples: Int, _ channels: Int?
  ) throws {
    var made = MadeC3D()
    (made.analog, made.channels) = (samples, channels)
    #expect(try sequence(.read(bytes: made.bytes, path: "made")).times.count == made.frames)
  }

  @Test(arguments: [(3, 2), (3, 0), (2, 4)]) func analogSamplesThatContradictAreRefused(
    _ samples: Int, _ channels: Int
  ) throws {
    var made = MadeC3D()
    (made.analog, made.channels) = (samples, channels)
    let error = #expect(throws: MotionError.self) { try MotionFile.read(bytes: made.bytes, path: "made") }
    #expect("\(try #require(error))".contains("ANALOG:USED"))
  }

  private static let whole = Result { [MadeC3D().bytes, [UInt8](try Data(contentsOf: sample))] }

  /// Bytes that are changed, or a file that is cut: read with times and points that agree, or refused, never a crash.
  @Test(arguments: 1...20) func changedBytesDoNoHarm(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let whole = try Self.whole.get()
    for turn in 0..<100 {
      var bytes = whole[turn % 2]
      for _ in 0..<(1 + Int(random.uniform() * 6)) {
        // Most of them in the header and the parameters.
        let reach = random.uniform() < 0.9 ? min(bytes.count, 1200) : bytes.count
        bytes[Int(random.uniform() * Double(reach))] = UInt8(random.uniform() * 255.99)
      }
      if turn % 5 == 0 { bytes.removeLast(Int(random.uniform() * Double(bytes.count))) }
      if bytes.count > 1 { (bytes[0], bytes[1]) = (bytes[0] % 8, 0x50) }
      let file: MotionFile
      do throws(MotionError) { file = try MotionFile.read(bytes: bytes, path: "changed") } catch { continue }
      let read = try sequence(file)
      let times = read.times
      #expect(!times.isEmpty && times.count <= MotionLimits.frames && read.frames.count == times.count)
      let isAscending = times.allSatisfy(\.isFinite) && zip(times, times.dropFirst()).allSatisfy(<)
      #expect(isAscending)
      for track in read.tracks.values {
        #expect(track.positions.count == times.count && track.confidences == nil)
        #expect(
          track.positions.allSatisfy { ($0.x.isNaN && $0.y.isNaN && $0.z.isNaN) || $0.isWithin(MotionLimits.largest) })
      }
    }
  }
}

/// A small C3D file: a hip that moves along z, a knee that is missing in its second frame, and a marker that is no joint.
private struct MadeC3D {
  var processor = "intel"
  var isFloat = true
  var (analog, frames, first) = (0, 4, 5)
  var (unit, rate, scale) = ("mm", 100.0, 0.1)
  /// What ANALOG:USED says; nil where it is not there.
  var channels: Int?
  /// x of the knee in the unit.
  var knee = 250.0
  /// How the number of frames is stated that 16 bits do not hold.
  var longBy: String?
  /// How many points and labels are used, and whether the parameters state how many frames there are.
  var used = 3, statesFrames = true
  /// The header's frames a second; nil for those of the parameters, whose number may be one of a table.
  var headerRate: Double?
  var sidesOfRate: [UInt8] = []

  private func word(_ value: Int) -> [UInt8] {
    let (low, high) = (UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8))
    return processor == "mips" ? [high, low] : [low, high]
  }

  private func float(_ value: Double) -> [UInt8] {
    let bits = Int(Float(processor == "dec" ? value * 4 : value).bitPattern)
    let (low, high) = (word(bits & 0xFFFF), word(bits >> 16))
    return processor == "intel" ? low + high : high + low
  }

  private func group(_ number: Int, _ name: String) -> [UInt8] {
    [UInt8(name.utf8.count), UInt8(bitPattern: Int8(-number))] + Array(name.utf8) + word(3) + [0]
  }

  private func parameter(_ group: UInt8, _ name: String, _ kind: Int8, _ sides: [UInt8], _ data: [UInt8]) -> [UInt8] {
    let rest = [UInt8(bitPattern: kind), UInt8(sides.count)] + sides + data + [0]
    return [UInt8(name.utf8.count), group] + Array(name.utf8) + word(2 + rest.count) + rest
  }

  var bytes: [UInt8] {
    let stated = min(frames, 65535)
    let factor = isFloat ? -1 : scale
    var chain = group(1, "POINT") + group(2, "TRIAL")
    chain += parameter(1, "USED", 2, [], word(used)) + parameter(1, "RATE", 4, sidesOfRate, float(rate))
    chain += parameter(1, "SCALE", 4, [], float(scale.isNaN ? .nan : factor))
    chain += parameter(1, "UNITS", -1, [UInt8(unit.utf8.count)], Array(unit.utf8))
    if statesFrames { chain += parameter(1, "FRAMES", 2, [], word(stated)) }
    if let channels { chain += group(3, "ANALOG") + parameter(3, "USED", 2, [], word(channels)) }
    // The third label stands in the second list.
    chain += parameter(1, "LABELS", -1, [10, 2], Array("Child:RHipLTHI      ".utf8))
    chain += parameter(1, "LABELS2", -1, [12, 1], Array("Child:RKnee ".utf8))
    if longBy == "long" { chain += parameter(1, "LONG_FRAMES", 4, [], float(Double(frames))) }
    if longBy == "trial" {
      chain += parameter(2, "ACTUAL_START_FIELD", 2, [2], word(first) + word(0))
      chain += parameter(2, "ACTUAL_END_FIELD", 2, [2], word(frames & 0xFFFF) + word(frames >> 16))
    }
    let number: UInt8 = ["intel": 84, "dec": 85][processor] ?? 86
    var file: [UInt8] =
      [2, 0x50] + word(used) + word(analog) + word(first) + word(min(first + frames - 1, 65535)) + word(0)
    file += float(factor) + word(4) + word(1) + float(headerRate ?? rate)
    file += [UInt8](repeating: 0, count: 512 - file.count) + [1, 80, 2, number] + chain
    file += [UInt8](repeating: 0, count: 1536 - file.count)
    for frame in 0..<frames {
      let points = [(-100.0, 900.0, Double(frame % 4), 0), (1, 2, 3, 0), (knee, 500, 0, frame == 1 ? -1 : 0)]
      for point in points.prefix(used) {
        let position = [point.0, point.1, point.2]
        if isFloat {
          file += position.flatMap(float) + float(Double(point.3))
        } else {
          file += position.flatMap { word(Int(($0 / scale).rounded())) } + word(point.3)
        }
      }
      file += (0..<analog).flatMap { isFloat ? float(Double($0)) : word($0) }
    }
    return file
  }
}
