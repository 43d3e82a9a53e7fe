internal import Diagnostics
internal import Images
public import Platform
public import Recordings

/// What a pose model has found in pictures: a motion file of its own.
public struct DetectedLandmarks: Sendable {
  /// The file: COCO's results with the pictures that they belong to, their sizes and their times (`time_s`). A point that the model
  /// does not tell is 0, 0, 0.
  public let json: Data

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
    var (pictures, people): ([String], [String]) = ([], [])
    var size: (width: Int, height: Int)?
    for picture in series.pictures {
      let image: ColorImage
      do throws(RecordingError) { image = try series.color(picture, witness: witness) } catch {
        throw .recording(error)
      }
      if let size {
        guard size == (image.width, image.height) else {
          throw .recording(
            .badFrame(
              name: picture.name, file: picture.name, expected: .text("\(size.width) × \(size.height)"),
              found: .text("\(image.width) × \(image.height)")))
        }
      } else {
        try check(box, image)
        size = (image.width, image.height)
      }
      let points = try model.points(in: image, box: box, quarterTurns: quarterTurns)
      pictures.append(entry(picture, image))
      people.append(entry(picture, points))
    }
    let text =
      "{\"images\": [\n" + pictures.joined(separator: ",\n") + "],\n\"annotations\": [\n"
      + people.joined(separator: ",\n") + "]}\n"
    return DetectedLandmarks(json: Data(text.utf8))
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

  private static func entry(_ picture: PictureSeries.Picture, _ points: [DetectedPoint?]) -> String {
    let numbers = points.map { point -> String in
      guard let point, point.pixel.x.isFinite, point.pixel.y.isFinite else { return "0, 0, 0" }
      return [point.pixel.x, point.pixel.y, point.score].map { "\(rounded($0))" }.joined(separator: ", ")
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
