internal import Diagnostics
internal import Inputs
internal import Platform

/// COCO's `keypoints`: annotations (with visibility), results (with scores), and AlphaPose's results.
struct COCOReader {
  let path: String
  let options: ReadingOptions

  /// A person in a picture.
  private struct Person: Decodable {
    let image: Image
    let keypoints: [Double?]
    let labelled: Int?
    let score: Double?

    enum CodingKeys: String, CodingKey {
      case image = "image_id"
      case labelled = "num_keypoints"
      case keypoints, score
    }

    /// A picture by its number, or by its file's name.
    enum Image: Decodable {
      case number(Int)
      case name(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .name(try container.decode(String.self))
        }
      }
    }
  }

  private struct Picture: Decodable {
    let id: Int
    let file: String?
    let width, height: Double?

    enum CodingKeys: String, CodingKey {
      case file = "file_name"
      case id, width, height
    }
  }

  private struct Annotated: Decodable {
    let images: [Picture]?
    let annotations: [Person]
  }

  /// The sequence that a text holds.
  func sequence(_ text: [UInt8]) throws(MotionError) -> LandmarkSequence {
    let pieces: JSONPieces?
    do throws(JSONPieces.Fault) {
      pieces = try JSONPieces(text, key: "annotations", atMost: MotionLimits.frames)
    } catch {
      throw malformed("keypoints", .phrase("motion_coco"), error.count.map { .count($0) } ?? .phrase("no_json"))
    }
    guard let pieces else { throw malformed("keypoints", .phrase("motion_coco"), .phrase("something_else")) }
    var (people, pictures): ([Person], [Picture]) = ([], [])
    people.reserveCapacity(pieces.items.count)
    do throws(JSONText.Fault) {
      for item in pieces.items { people.append(try PosesJSON.decode(Person.self, from: Array(text[item]))) }
      if pieces.frame.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
        pictures = try PosesJSON.decode(Annotated.self, from: pieces.frame).images ?? []
      } else {
        _ = try PosesJSON.decode([Person].self, from: pieces.frame)
      }
    } catch { throw malformed("keypoints", .phrase("motion_coco"), error.found) }
    guard let first = people.first else { throw malformed("keypoints", .phrase("motion_a_person"), .phrase("none")) }
    guard let skeleton = Skeleton.ofCOCO.first(where: { $0.count * 3 == first.keypoints.count }) else {
      throw malformed(
        "keypoints",
        .phrase("motion_numbers_of_models", ["counts": .list(Skeleton.ofCOCO.map { .count(3 * $0.count) })]),
        .count(first.keypoints.count))
    }
    let frames = try self.frames(people, pictures, skeleton)
    var builder = SequenceBuilder(path: path, skeleton: skeleton, frames: frames.count)
    var follower = PersonFollower(path: path, chosen: options.person)
    for frame in frames { try builder.add(try follower.pick(frame.people), frame: frame.name) }
    try follower.check(most: frames.map(\.people.count).max() ?? 0)
    let scale = try confidence(people, builder)
    var sized = options
    // A picture's size is that of all of them; COCO's own data set has one for each.
    let sizes = Set(pictures.compactMap { picture in picture.width.flatMap { w in picture.height.map { [w, $0] } } })
    if sizes.count == 1, let size = sizes.first, sized.width == nil { (sized.width, sized.height) = (size[0], size[1]) }
    let size = try builder.pictureSize(sized)
    return LandmarkSequence(
      space: .picture(width: size.width, height: size.height),
      times: try FrameNumbers.times(frames.map(\.number), options.rate, path: path), frames: frames.map(\.name),
      tracks: builder.tracks(scale))
  }

  private struct Frame {
    let number: Int
    let name: String
    var people: [PointList]
  }

  /// The people of each picture, in the order of the pictures' numbers.
  private func frames(
    _ people: [Person], _ pictures: [Picture], _ skeleton: Skeleton
  ) throws(MotionError) -> [Frame] {
    let names = Dictionary(pictures.compactMap { picture in picture.file.map { (picture.id, $0) } }) { $1 }
    var frames: [Int: Frame] = [:]
    for person in people {
      let (number, name): (Int?, String) =
        switch person.image {
        case .number(let id): (names[id].flatMap(FrameNumbers.number) ?? id, names[id] ?? "\(id)")
        case .name(let name): (FrameNumbers.number(in: name), name)
        }
      guard let number, number >= 0 else {
        throw malformed("image_id", .phrase("motion_number_in_name"), .quoted(name))
      }
      guard person.keypoints.count == 3 * skeleton.count else {
        throw malformed(
          "keypoints", .phrase("motion_points_of", ["count": .count(skeleton.count)]),
          .count(person.keypoints.count / 3))
      }
      let list = PointList(triples: person.keypoints.map { $0 ?? .nan })
      frames[number, default: Frame(number: number, name: String(name.prefix(MotionLimits.nameBytes)), people: [])]
        .people.append(list)
    }
    // A picture without anybody is a frame too, so that its absence counts.
    for picture in pictures {
      let name = picture.file ?? "\(picture.id)"
      let number = picture.file.flatMap(FrameNumbers.number) ?? picture.id
      if frames[number] == nil { frames[number] = Frame(number: number, name: name, people: []) }
    }
    guard frames.count <= MotionLimits.frames else {
      throw malformed(
        "image_id", .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .count(frames.count))
    }
    return frames.values.sorted { $0.number < $1.number }
  }

  private func confidence(_ people: [Person], _ builder: SequenceBuilder) throws(MotionError) -> ConfidenceScale {
    if let scale = options.confidence { return scale }
    let (counts, scores) = (people.contains { $0.labelled != nil }, people.contains { $0.score != nil })
    // The thirds of all points, those that were not found too: their zeros are part of the scale.
    let told = ConfidenceScale.ofCOCO(builder.confidences, isAnnotation: counts == scores ? nil : counts)
    guard let scale = told.scale else { throw .ambiguousConfidence(path: path, largest: told.largest) }
    return scale
  }

  private func malformed(_ key: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found)
  }
}
