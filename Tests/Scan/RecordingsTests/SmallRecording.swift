import Foundation
import Recordings
import TestSupport

/// Recordings of a few frames of 16×12 pixels, written for one test.
final class SmallRecording {
  static let width = 16, height = 12
  static let intrinsics = #"{"width":16,"height":12,"intrinsic_matrix":[15,0,0,0,14.8,0,7.5,5.5,1]}"#

  /// The same with further members.
  static func intrinsics(stating members: String) -> String { intrinsics.dropLast() + ",\(members)}" }

  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  /// TUM layout; depth of 0.4 m, 5 ms after the colour.
  static func tum(frames: Int = 4, intrinsics: String? = intrinsics) throws -> SmallRecording {
    let recording = try SmallRecording()
    var rgb = "# colour\n", depth = "# depth\r\n"
    for i in 0..<frames {
      try recording.write("rgb/\(i).jpg", color())
      try recording.write("depth/\(i).png", depthPNG(code: 2000, mark: i))
      rgb += "\(100 + i).000 rgb/\(i).jpg\n"
      depth += "\(100 + i).005\tdepth/\(i).png\r\n"
    }
    try recording.write("rgb.txt", rgb)
    try recording.write("depth.txt", depth)
    if let intrinsics { try recording.write("intrinsic.json", intrinsics) }
    return recording
  }

  /// Open3D layout; depth of 0.4 m, numbers without leading zeros.
  static func open3d(numbers: [Int] = [8, 9, 10, 11], colorFolder: String = "color") throws -> SmallRecording {
    let recording = try SmallRecording()
    for number in numbers {
      try recording.write("\(colorFolder)/\(number).jpg", color())
      try recording.write("depth/\(number).png", depthPNG(code: 400, mark: number))
    }
    try recording.write("camera_intrinsic.json", intrinsics)
    return recording
  }

  /// ZEISS layout; depth of 0.4 m, every 33 ms.
  static func zeiss(
    frames: Int = 3, matrix: [Double] = [15, 14.8, 7.5, 5.5], reference: String = "(16.0, 12.0)",
    filtered: Bool = false, metadata count: Int? = nil
  ) throws -> SmallRecording {
    let recording = try SmallRecording()
    var entries: [String] = []
    for i in 0..<frames {
      let ms = 1000 + 33 * i
      try recording.write("rgb_\(ms).png", try ImageFile.png(TestImages.ramp(width: width, height: height)))
      try recording.write("depth_\(ms).png", depthPNG(code: 4000, mark: i))
      entries.append(
        """
        {"Timestamp": \(ms), "IntrinsicMatrix.0": "(\(matrix[0]), 0.0, \(matrix[2]))", "DepthDataFiltered": \(filtered),
         "IntrinsicMatrix.1": "(0.0, \(matrix[1]), \(matrix[3]))", "IntrinsicMatrixReferenceDimensions": "\(reference)"}
        """)
    }
    try recording.write("DepthMetadata.json", "[" + entries.prefix(count ?? frames).joined(separator: ",") + "]")
    return recording
  }

  static func color(width: Int = width, height: Int = height) throws -> Data {
    try ImageFile.jpeg(TestImages.ramp(width: width, height: height), quality: 90)
  }

  /// - Parameter mark: is added to the code of the last pixel, so that no image repeats another.
  static func depthPNG(code: UInt16, width: Int = width, height: Int = height, mark: Int = 0) throws -> Data {
    var codes = [UInt16](repeating: code, count: width * height)
    codes[codes.count - 1] += UInt16(mark)
    return try ImageFile.png(depthCodes: codes, width: width, height: height)
  }

  func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

  func write(_ path: String, _ data: Data) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func read(_ path: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(path)) }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appendingPathComponent(path)) }
}
