public import Diagnostics
public import Files
internal import Geometry
public import Images
internal import PoseBridge
public import Recordings

/// A pose model of the user's: an ONNX network with COCO's 17 or HALPE's 26 points, for one person in each picture.
///
/// Its outputs are heat maps (HRNet, ViTPose), SimCC's rows (RTMPose), PoseNet's maps with offsets or MoveNet's places, told from
/// their shapes. Only one thread at a
/// time may use it.
public struct PoseModel: ~Copyable {
  /// The model's file, and the file that describes it where there is one, with their bytes.
  public let files: [(name: String, bytes: [UInt8])]
  /// The size of its input in pixels.
  public let width, height: Int
  private let path: String
  private let description: PoseModelDescription
  private var network: PoseNetwork

  /// The largest file, in bytes; ViTPose-H, the largest known one, has 2.5 GB in single precision and is left out.
  private static let largestFile = 1 << 30
  /// The memory that a network may take beside its file, in bytes.
  private static let mostMemory = 4 << 30

  /// Reads a model and what the file `.yaml` of the same name says of it.
  ///
  /// - Parameters:
  ///   - path: the ONNX file.
  ///   - size: the input's size in pixels, where neither the model nor the file beside it states it.
  public static func open(
    _ path: String, size: (width: Int, height: Int)? = nil
  ) throws(PoseModelError) -> PoseModel {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(path, atMost: largestFile) } catch {
      if case .tooLarge = error {
        throw .malformed(path: path, expected: .atMostMiB(largestFile >> 20), found: error.found)
      }
      throw .unreadable(path: path, found: error.found)
    }
    let (description, beside) = try self.description(beside: path)
    guard let shapes = ONNXShapes(bytes) else {
      throw .malformed(path: path, expected: .phrase("pose_onnx"), found: .phrase("something_else"))
    }
    let (width, height) = try inputSize(shapes, description, size, path)
    let network: PoseNetwork
    do throws(PoseNetwork.Fault) { network = try PoseNetwork(bytes, mostBytes: mostMemory) } catch {
      throw .failed(path: path, reason: error.reason)
    }
    return PoseModel(
      files: [(name(path), bytes)] + beside, width: width, height: height, path: path, description: description,
      network: network)
  }

  private init(
    files: [(name: String, bytes: [UInt8])], width: Int, height: Int, path: String,
    description: PoseModelDescription, network: consuming PoseNetwork
  ) {
    (self.files, self.width, self.height, self.path) = (files, width, height, path)
    self.description = description
    self.network = network
  }

  /// The points in a picture, in the order of the model; nil for those that it does not tell.
  ///
  /// - Parameters:
  ///   - box: the person; nil for the whole picture.
  ///   - quarterTurns: by which the picture is turned clockwise before the model sees it: models know people who stand upright.
  public mutating func points(
    in image: ColorImage, box: PersonBox? = nil, quarterTurns: Int = 0
  ) throws(PoseModelError) -> [DetectedPoint?] {
    guard quarterTurns % 4 != 0 else { return try uprightPoints(in: image, box: box) }
    let turn = PictureTurn(quarterTurns, width: image.width, height: image.height)
    return try uprightPoints(in: image.turned(quarterTurns: quarterTurns), box: box.map(turn.turned)).map { point in
      point.map { DetectedPoint(pixel: turn.original($0.pixel), score: $0.score) }
    }
  }

  /// The points in a picture as it is.
  private mutating func uprightPoints(
    in image: ColorImage, box: PersonBox?
  ) throws(PoseModelError) -> [DetectedPoint?] {
    let box = box ?? PersonBox(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    let size = Vector2(Double(width), Double(height))
    let crop = PictureCrop(box, size: size, padding: description.padding, isUnbiased: description.isUnbiased)
    let (isUnbiased, width, height) = (description.isUnbiased, self.width, self.height)
    let decoded: Result<[DecodedPoint?], PoseModelError>
    let path = path
    do throws(PoseNetwork.Fault) {
      decoded = try network.run(
        image.pixels, width: image.width, height: image.height, preparation(crop), mostBytes: Self.mostMemory
      ) { outputs in
        guard let kind = PoseOutputs(outputs.map(\.shape), size: (width, height)) else {
          return .failure(.unknownHead(path: path, found: Self.shown(outputs.map(\.shape))))
        }
        return .success(kind.points(outputs, size: size, isUnbiased: isUnbiased))
      }
    } catch { throw .failed(path: path, reason: error.reason) }
    return try decoded.get().map { point in
      point.map { DetectedPoint(pixel: crop.picture($0.place), score: min(1, $0.score)) }
    }
  }

  private func preparation(_ crop: PictureCrop) -> PosePreparation {
    let order = description.isBlueFirst ? [2, 1, 0] : [0, 1, 2]
    let (mean, deviation) = (
      order.map { Float(description.mean[$0]) }, order.map { Float(description.deviation[$0]) }
    )
    return PosePreparation(
      width: Int32(width), height: Int32(height), scale: (crop.scale.x, crop.scale.y),
      shift: (crop.shift.x, crop.shift.y), mean: (mean[0], mean[1], mean[2]),
      deviation: (deviation[0], deviation[1], deviation[2]), is_blue_first: description.isBlueFirst ? 1 : 0)
  }
}

// MARK: Reading

extension PoseModel {
  /// What the file beside a model says, and that file.
  private static func description(
    beside path: String
  ) throws(PoseModelError) -> (PoseModelDescription, [(name: String, bytes: [UInt8])]) {
    let stem = path.lowercased().hasSuffix(".onnx") ? String(path.dropLast(5)) : path
    let file = stem + ".yaml"
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(file, atMost: 1 << 16) } catch {
      if error == .missing { return (PoseModelDescription(), []) }
      throw .unreadable(path: file, found: error.found)
    }
    do throws(FileError) {
      let text = try FileKind.definition.text(of: bytes, file: file)
      return (try PoseModelDescription.parse(text, file: file), [(name(file), bytes)])
    } catch { throw .badDescription(error) }
  }

  /// The size of a model's input: its own, else what was given, else what the file beside it says.
  private static func inputSize(
    _ shapes: ONNXShapes, _ description: PoseModelDescription, _ given: (width: Int, height: Int)?, _ path: String
  ) throws(PoseModelError) -> (width: Int, height: Int) {
    let found = shown(shapes.inputs)
    guard shapes.inputs.count == 1, shapes.inputs[0].count == 4, [nil, 1].contains(shapes.inputs[0][0]),
      shapes.inputs[0][1] == 3
    else { throw .malformed(path: path, expected: .phrase("pose_input"), found: found) }
    let (height, width) = (shapes.inputs[0][2], shapes.inputs[0][3])
    if let given, given.width != width ?? given.width || given.height != height ?? given.height {
      throw .otherInputSize(found: found)
    }
    guard let width = width ?? given?.width ?? description.width,
      let height = height ?? given?.height ?? description.height
    else { throw .noInputSize(path: path, found: found) }
    let sides = PoseModelDescription.sides
    guard sides.contains(width), sides.contains(height) else {
      throw .malformed(
        path: path,
        expected: .phrase("pose_sides", ["low": .count(sides.lowerBound), "high": .count(sides.upperBound)]),
        found: found)
    }
    return (width, height)
  }

  /// Shapes as messages show them: `1×17×64×48`.
  private static func shown(_ shapes: [[Int?]]) -> FindingValue {
    shapes.isEmpty
      ? .phrase("none")
      : .names(shapes.prefix(8).map { $0.map { $0.map { "\($0)" } ?? "?" }.joined(separator: "×") })
  }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map { String($0) } ?? path }
}

extension PoseOutputs {
  /// The points that the outputs tell, in pixels of the input.
  fileprivate func points(_ outputs: [PoseNetwork.Output], size: Vector2, isUnbiased: Bool) -> [DecodedPoint?] {
    switch self {
    case .heatMaps(let points, let width, let height):
      let cells = Vector2(Double(width), Double(height))
      let cell = isUnbiased ? (size - 1) / (cells - 1) : size / cells
      return (0..<points).map { k in
        let part = UnsafeBufferPointer(
          rebasing: outputs[0].values[(k * width * height)..<((k + 1) * width * height)])
        return HeatMap(part, width: width, height: height).peak.map {
          DecodedPoint(place: $0.place * cell, score: $0.score)
        }
      }
    case .rows(let points, let across, let down, let columns, let rows):
      let cell = size / Vector2(Double(columns), Double(rows))
      return (0..<points).map { k in
        guard let x = CoordinateRow.peak(outputs[across].values[(k * columns)..<((k + 1) * columns)]),
          let y = CoordinateRow.peak(outputs[down].values[(k * rows)..<((k + 1) * rows)])
        else { return nil }
        return DecodedPoint(place: Vector2(Double(x.cell), Double(y.cell)) * cell, score: min(x.value, y.value))
      }
    case .offsets(let points, let maps, let offsets, let width, let height):
      let (cells, stride) = (width * height, OffsetMap.stride(size, [Double(width), Double(height)]))
      // Some exports end before the sigmoid, others behind it.
      let areShares = outputs[maps].values.allSatisfy { (0...1).contains($0) }
      let part = { (output: Int, k: Int) in outputs[output].values[(k * cells)..<((k + 1) * cells)] }
      return (0..<points).map { k in
        OffsetMap.point(
          part(maps, k), areShares: areShares, down: part(offsets, k), across: part(offsets, points + k), width: width,
          stride: stride)
      }
    case .places(let points):
      return (0..<points).map { k in
        let (y, x, score) = (outputs[0].values[3 * k], outputs[0].values[3 * k + 1], outputs[0].values[3 * k + 2])
        guard x.isFinite, y.isFinite, score.isFinite, score > 0 else { return nil }
        return DecodedPoint(place: Vector2(Double(x), Double(y)) * size, score: Double(score))
      }
    }
  }
}

/// Why a pose model, or pictures, can't be used.
public enum PoseModelError: UserFacingError, Equatable {
  /// The model's file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// It is no ONNX file that could be one of a pose model.
  case malformed(path: String, expected: FindingValue, found: FindingValue)
  /// The size of its input is not stated, and none was given.
  case noInputSize(path: String, found: FindingValue)
  /// It states another size than was given.
  case otherInputSize(found: FindingValue)
  /// Its outputs are of no kind that is known.
  case unknownHead(path: String, found: FindingValue)
  /// OpenCV can't read or run it; OpenCV's reason.
  case failed(path: String, reason: String)
  /// The file beside it that describes it is wrong.
  case badDescription(FileError)
  /// There are no pictures where they should be.
  case noPictures(path: String)
  /// Images of a folder hold no times, and no rate was given.
  case noRate(path: String)
  /// The person's box does not lie in the pictures.
  case boxOutside(found: FindingValue)
  /// Landmarks of this kind are no pixels of a picture, and depth has no place for them.
  case notFlat(path: String)
  /// Frames of the landmarks are not those of the recording: so many of so many are.
  case otherFrames(path: String, matched: Int, count: Int)
  /// The landmarks are of a picture of another shape than the recording's.
  case otherPicture(path: String, found: FindingValue, expected: FindingValue)
  /// The video, an image or the recording can't be read.
  case recording(RecordingError)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.poseModelUnreadable, at: path, nil, ["found": found])
    case .malformed(let path, let expected, let found):
      ErrorMessage(.poseModelMalformed, at: path, nil, ["expected": expected, "found": found])
    case .noInputSize(let path, let found): ErrorMessage(.poseModelNoInputSize, at: path, nil, ["found": found])
    case .otherInputSize(let found):
      ErrorMessage(.poseModelOtherInputSize, at: "--pose-input-size", nil, ["found": found])
    case .unknownHead(let path, let found): ErrorMessage(.poseModelUnknownHead, at: path, nil, ["found": found])
    case .failed(let path, let reason):
      ErrorMessage(.poseModelFailed, at: path, nil, ["reason": .text(reason)])
    case .badDescription(let error): error.message
    case .noPictures(let path): ErrorMessage(.poseModelNoPictures, at: path)
    case .noRate(let path): ErrorMessage(.motionFileNoRate, at: path)
    case .boxOutside(let found): ErrorMessage(.poseModelBoxOutside, at: "--person-box", nil, ["found": found])
    case .notFlat(let path): ErrorMessage(.liftingNotFlat, at: path)
    case .otherFrames(let path, let matched, let count):
      ErrorMessage(.liftingOtherFrames, at: path, nil, ["matched": .count(matched), "count": .count(count)])
    case .otherPicture(let path, let found, let expected):
      ErrorMessage(.liftingOtherPicture, at: path, nil, ["found": found, "expected": expected])
    case .recording(let error): error.message
    }
  }
}
