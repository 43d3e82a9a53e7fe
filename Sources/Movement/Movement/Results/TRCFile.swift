internal import Geometry
public import Platform

/// Points in space as a TRC file, in metres, which OpenSim reads.
public struct TRCFile: Sendable {
  /// The text.
  public let text: String

  /// The file of a sequence; nil for points in a picture, which have no metres, and for fewer than two frames.
  ///
  /// - Parameter name: what the file calls itself.
  public init?(_ sequence: LandmarkSequence, name: String) {
    guard !sequence.space.isFlat, let rate = sequence.rate else { return nil }
    let points = BodyPoint.allCases.filter { sequence.tracks[$0] != nil }
    let count = sequence.times.count
    let rateText = "\((rate * 1e6).rounded() / 1e6)"
    let names = points.map { $0.rawValue + "\t\t" }.joined(separator: "\t")
    let axes = (1...max(1, points.count)).map { "X\($0)\tY\($0)\tZ\($0)" }.joined(separator: "\t")
    var lines = [
      "PathFileType\t4\t(X/Y/Z)\t" + name.filter { !$0.isWhitespace },
      "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
      "\(rateText)\t\(rateText)\t\(count)\t\(points.count)\tm\t\(rateText)\t1\t\(count)",
      "Frame#\tTime\t" + names,
      "\t\t" + axes,
      "",
    ]
    lines.reserveCapacity(lines.count + count)
    for (row, time) in sequence.times.enumerated() {
      var fields = ["\(row + 1)", "\(time)"]
      for point in points {
        var position = sequence.tracks[point]!.positions[row]
        // A camera's y points down; OpenSim's up. Turned about x, so that the axes stay right-handed.
        if sequence.space == .camera { position = [position.x, -position.y, -position.z] }
        // Empty fields are points that are missing.
        fields += position.isFinite ? ["\(position.x)", "\(position.y)", "\(position.z)"] : ["", "", ""]
      }
      lines.append(fields.joined(separator: "\t"))
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The text as bytes.
  public var data: Data { Data(text.utf8) }
}
