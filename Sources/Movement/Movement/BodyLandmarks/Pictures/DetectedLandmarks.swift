internal import Diagnostics
internal import Images
public import Platform
public import Recordings

/// What a pose model has found in pictures: a motion file of its own.
public struct DetectedLandmarks: Sendable {
  /// The file: COCO's results with the pictures that they belong to, their sizes and their times (`time_s`). A point that the model
  /// does not tell is 0, 0, 0.
  public var json: Data {
    let text =
      "{\"images\": [\n" + pictures.joined(separator: ",\n") + "],\n\"annotations\": [\n"
      + people.joined(separator: ",\n") + "]}\n"
    return Data(text.utf8)
  }
  private var (pictures, people): ([String], [String]) = ([], [])
  private var size: (width: Int, height: Int)?

  /// Runs a model on pictures, one after the other.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - series: the pictures, all of one size.
  ///   - box: the person in every picture; nil for the whole picture.
  ///   - quarterTurns: by which the pictures are turned clockwise, so that the person stands upright for the model; places are those of
  ///     the pictures as they are.
  ///   - witness: is told the name and the bytes of each image that is read, in order.
  public static func found(
    by model: inout PoseModel, in series: PictureSeries, box: PersonBox? = nil, quarterTurns: Int = 0,
    witness: (String, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws(PoseModelError) -> DetectedLandmarks {
    var found = DetectedLandmarks()
    for picture in series.pictures {
      let image: ColorImage
      do throws(RecordingError) { image = try series.color(picture, witness: witness) } catch {
        throw .recording(error)
      }
      _ = try found.add(image, picture, by: &model, box: box, quarterTurns: quarterTurns)
    }
    return found
  }

  /// Nothing found yet.
  public init() {}

  /// Runs a model on the next picture.
  ///
  /// - Returns: the points as they are in the file: x, y and score of each.
  mutating func add(
    _ image: ColorImage, _ picture: PictureSeries.Picture, by model: inout PoseModel, box: PersonBox? = nil,
    quarterTurns: Int = 0
  ) throws(PoseModelError) -> [Double] {
    if let size {
      guard size == (image.width, image.height) else {
        throw .recording(
          .badFrame(
            name: picture.name, file: picture.name, expected: .text("\(size.width) × \(size.height)"),
            found: .text("\(image.width) × \(image.height)")))
      }
    } else {
      try Self.check(box, image)
      size = (image.width, image.height)
    }
    let points = try model.points(in: image, box: box, quarterTurns: quarterTurns)
    let triples = points.flatMap(Self.triple)
    pictures.append(Self.entry(picture, image))
    people.append(Self.entry(picture, triples, points))
    return triples
  }

  /// The box must lie in the picture, so that a wrong one is not taken for a person who is not seen.
  private static func check(_ box: PersonBox?, _ image: ColorImage) throws(PoseModelError) {
    guard let box else { return }
    guard box.x >= 0, box.y >= 0, box.x + box.width <= Double(image.width),
      box.y + box.height <= Double(image.height)
    else { throw .boxOutside(found: .text("\(image.width) × \(image.height)")) }
  }

  private static func entry(_ picture: PictureSeries.Picture, _ image: ColorImage) -> String {
    // Names are those of files: quotes and control characters are escaped by the encoder.
    let name = picture.isNamed ? "\"file_name\": \(quoted(picture.name)), " : ""
    return
      "{\"id\": \(picture.place), \(name)\"width\": \(image.width), \"height\": \(image.height), \"time_s\": \(picture.time)}"
  }

  /// A point as it is in the file.
  private static func triple(_ point: DetectedPoint?) -> [Double] {
    guard let point, point.pixel.x.isFinite, point.pixel.y.isFinite else { return [0, 0, 0] }
    return [point.pixel.x, point.pixel.y, point.score].map(rounded)
  }

  private static func entry(
    _ picture: PictureSeries.Picture, _ triples: [Double], _ points: [DetectedPoint?]
  ) -> String {
    let numbers = stride(from: 0, to: triples.count, by: 3).map { at in
      triples[at..<at + 3].allSatisfy { $0 == 0 }
        ? "0, 0, 0" : triples[at..<at + 3].map { "\($0)" }.joined(separator: ", ")
    }
    let scores = points.map { $0?.score ?? 0 }
    let score = rounded(scores.reduce(0, +) / Double(max(1, scores.count)))
    return
      "{\"image_id\": \(picture.place), \"category_id\": 1, \"keypoints\": [\(numbers.joined(separator: ", "))], \"score\": \(score)}"
  }

  /// Six decimals: far below what any model tells.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
