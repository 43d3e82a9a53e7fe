internal import Diagnostics
internal import Files
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
    /// AlphaPose describes each person by a box and, where it follows people, a number.
    let isAlphaPose: Bool
    /// Who it is, where the program follows people, and its `id`, which may be that of the annotation.
    let person, id: String?

    enum CodingKeys: String, CodingKey {
      case image = "image_id"
      case labelled = "num_keypoints"
      case keypoints, score, box, idx
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      image = try container.decode(Image.self, forKey: .image)
      keypoints = try container.decode([Double?].self, forKey: .keypoints)
      labelled = try container.decodeIfPresent(Int.self, forKey: .labelled)
      score = try container.decodeIfPresent(Double.self, forKey: .score)
      isAlphaPose = container.contains(.box) || container.contains(.idx)
      let named = try decoder.container(keyedBy: NamedKey.self)
      (person, id) = (try named.person(), try named.id())
    }

    /// A picture by its number, or by its file's name.
    enum Image: Decodable, Hashable {
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

  /// In which picture a person is, and its `id`.
  private struct Shown: Decodable {
    let image: Person.Image
    let id: PersonID?

    enum CodingKeys: String, CodingKey {
      case image = "image_id"
      case id
    }
  }

  private struct Picture: Decodable {
    let id: Int
    let file: String?
    let width, height: Double?
    /// When it was taken, in seconds, where the file says so, as `landmarks.json` of this program does.
    let time: Double?

    enum CodingKeys: String, CodingKey {
      case file = "file_name"
      case time = "time_s"
      case id, width, height
    }
  }

  private struct Annotated: Decodable {
    let images: [Picture]?
    let annotations: [Person]
  }

  /// The sequence that a text holds.
  func sequence(_ text: FileText) throws(MotionError) -> LandmarkSequence {
    let pieces: JSONPieces?
    do throws(JSONPieces.Fault) {
      pieces = try JSONPieces(text, key: "annotations", atMost: MotionLimits.frames)
    } catch {
      throw malformed("keypoints", .phrase("motion_coco"), error.count.map { .count($0) } ?? .phrase("no_json"))
    }
    guard let pieces else { throw malformed("keypoints", .phrase("motion_coco"), .phrase("something_else")) }
    let pictures = try self.pictures(pieces.frame)
    let times = try self.times(pictures)
    let clock = try Clock(times, options.rate, path)
    // People stand in the order of the pictures, whose numbers come last in their names, nearly always; else all names are looked
    // at, and the people sorted first.
    let numbers = self.numbers(of: pictures)
    var found = try frames(text, pieces.items, pictures, numbers, clock)
    if found == nil {
      let (sorted, numbers) = try sorted(pieces.items, text, pictures, numbers)
      found = try frames(text, sorted, pictures, numbers, clock)
    }
    guard let read = found else {
      throw malformed("image_id", .phrase("motion_running_numbers"), .phrase("something_else"))
    }
    var builder = read.builder
    try read.follower.check(most: read.most)
    let scale = try confidence(read)
    var sized = options
    // A picture's size is that of all of them; COCO's own data set has one for each.
    let sizes = Set(pictures.compactMap { picture in picture.width.flatMap { w in picture.height.map { [w, $0] } } })
    if sizes.count == 1, let size = sizes.first {
      try SizeCheck.check(size[0], size[1], path: path, place: .text("`width`"))
      if let width = sized.width, let height = sized.height, [width, height] != size {
        throw .contradiction("--image-size", found: SizeCheck.shown(size[0], size[1]))
      }
      (sized.width, sized.height) = (size[0], size[1])
    }
    let size = try builder.pictureSize(sized)
    return LandmarkSequence(
      space: .picture(width: size.width, height: size.height),
      times: try clock.times(read.numbers, path), frames: read.names,
      tracks: builder.takeTracks(scale), others: read.follower.others, confidence: scale)
  }

  /// When pictures were taken: by the times that the file states, or by their numbers at a rate.
  private struct Clock {
    private let stated: [Int: Double]?
    private let rate: Double

    init(_ stated: [Int: Double]?, _ rate: Double?, _ path: String) throws(MotionError) {
      guard let rate = stated == nil ? rate : 1 else { throw .noRate(path: path) }
      (self.stated, self.rate) = (stated, rate)
    }

    /// Whether the time of a number is known.
    func knows(_ number: Int) -> Bool { stated == nil || stated?[number] != nil }

    func time(of number: Int) -> Double { stated?[number] ?? Double(number) / rate }

    func times(_ numbers: [Int], _ path: String) throws(MotionError) -> [Double] {
      stated == nil ? try FrameNumbers.times(numbers, rate, path: path) : numbers.map(time)
    }
  }

  /// The times of the pictures by their ids; nil where the file states none.
  private func times(_ pictures: [Picture]) throws(MotionError) -> [Int: Double]? {
    guard pictures.contains(where: { $0.time != nil }) else { return nil }
    if options.rate != nil { throw .unusedOption("--rate", .coco) }
    var times: [Double] = []
    let sorted = pictures.sorted { $0.id < $1.id }
    for (picture, next) in zip(sorted, sorted.dropFirst()) where picture.id == next.id {
      throw malformed("id", .phrase("motion_frame_once"), .phrase("it_twice"))
    }
    for picture in sorted {
      let place = FindingValue.phrase("frame", ["frame": .count(picture.id)])
      try TimeCheck.check(picture.time ?? .nan, after: times, path: path, place: place)
      times.append(picture.time!)
    }
    return Dictionary(uniqueKeysWithValues: zip(sorted.map(\.id), times))
  }

  /// What was read of people so far, frame by frame.
  private struct Read {
    var builder: SequenceBuilder
    var follower: PersonFollower
    let skeleton: Skeleton
    var numbers: [Int] = []
    var names: [String] = []
    /// The most people of a frame.
    var most = 0
    /// Whether people have what annotations, results and AlphaPose's results have.
    var isCounted = false, isScored = false, isAlphaPose = false
    /// Whether `id` says who a person is.
    let followsIDs: Bool
  }

  /// The pictures that the text around the people lists.
  private func pictures(_ frame: [UInt8]) throws(MotionError) -> [Picture] {
    do throws(JSONText.Fault) {
      if frame.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
        return try PosesJSON.decode(Annotated.self, from: frame).images ?? []
      }
      _ = try PosesJSON.decode([Person].self, from: frame)
      return []
    } catch { throw malformed("keypoints", .phrase("motion_coco"), error.found) }
  }

  /// The numbers of pictures, by their ids and by names.
  private struct PictureNumbers {
    var ofID: [Int: Int] = [:]
    var ofName: [String: Int] = [:]
  }

  /// A picture whose people are being read.
  private struct OpenFrame {
    let number: Int
    let name: String
    var people: [PointList]
  }

  /// The people, in the order in which they are given; nil where that is not the order of their pictures, or where their names
  /// don't tell the pictures apart.
  private func frames(
    _ text: FileText, _ items: [Range<Int>], _ pictures: [Picture], _ numbers: PictureNumbers, _ clock: Clock
  ) throws(MotionError) -> Read? {
    let known = Dictionary(pictures.map { ($0.id, $0) }) { $1 }
    // A picture without anybody is a frame too, so that its absence counts.
    var empty = pictures.map { (numbers.ofID[$0.id] ?? $0.id, $0) }.sorted { $0.0 < $1.0 }[...]
    guard let first = items.first else { throw malformed("keypoints", .phrase("motion_a_person"), .phrase("none")) }
    var read = try begin(with: try shown(text, first, known, numbers, clock).person, text, items)
    var open: OpenFrame?
    for item in items {
      let (person, number, name) = try shown(text, item, known, numbers, clock)
      let list = try points(of: person, &read)
      if open?.number == number {
        guard open?.name == name else { return nil }
        open?.people.append(list)
        try checkPeople(open?.people.count ?? 0)
        continue
      }
      if let open {
        guard open.number < number else { return nil }
        try add(open, to: &read, clock)
      }
      try addEmpty(&empty, before: number, to: &read, clock)
      open = OpenFrame(number: number, name: name, people: [list])
    }
    if let open { try add(open, to: &read, clock) }
    try addEmpty(&empty, before: .max, to: &read, clock)
    return read
  }

  /// A person with the number and the name of its picture, whose time has to be known.
  private func shown(
    _ text: FileText, _ item: Range<Int>, _ known: [Int: Picture], _ numbers: PictureNumbers, _ clock: Clock
  ) throws(MotionError) -> (person: Person, number: Int, name: String) {
    let person = try decoded(Person.self, text, item)
    let (number, name) = try self.number(person.image, known, numbers)
    guard clock.knows(number) else { throw malformed("image_id", .phrase("motion_listed_picture"), .quoted(name)) }
    return (person, number, name)
  }

  /// The points of a person, who has as many as the first one; what the file has of people is noted.
  private func points(of person: Person, _ read: inout Read) throws(MotionError) -> PointList {
    guard person.keypoints.count == 3 * read.skeleton.count else {
      throw malformed(
        "keypoints", .phrase("motion_points_of", ["count": .count(read.skeleton.count)]),
        .count(person.keypoints.count / 3))
    }
    read.isCounted = read.isCounted || person.labelled != nil
    read.isScored = read.isScored || person.score != nil
    read.isAlphaPose = read.isAlphaPose || person.isAlphaPose
    var list = PointList(triples: person.keypoints.map { $0 ?? .nan })
    list.id = read.followsIDs ? person.id : person.person
    return list
  }

  private func checkPeople(_ count: Int) throws(MotionError) {
    guard count <= MotionLimits.people else {
      throw malformed("image_id", .phrase("list_at_most", ["limit": .count(MotionLimits.people)]), .count(count))
    }
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type, _ text: FileText, _ item: Range<Int>
  ) throws(MotionError) -> Value {
    do throws(JSONText.Fault) { return try PosesJSON.decode(type, from: text[item]) } catch {
      throw malformed("keypoints", .phrase("motion_coco"), error.found)
    }
  }

  /// Whether `id` says who a person is, and is neither the number of an annotation, of which there is one in the file, nor the
  /// place in the list of a picture, which runs on from the first.
  private func followsIDs(_ text: FileText, _ items: [Range<Int>]) throws(MotionError) -> Bool {
    var ids: [Person.Image: [String]] = [:]
    for item in items {
      let shown = try decoded(Shown.self, text, item)
      guard let id = shown.id?.text else { return false }
      ids[shown.image, default: []].append(id)
    }
    let all = Set(ids.values.joined())
    let places = [0, 1].map { first in ids.values.allSatisfy { $0 == $0.indices.map { "\($0 + first)" } } }
    return all.count < items.count && ids.values.allSatisfy { Set($0).count == $0.count } && !places.contains(true)
  }

  private func begin(with person: Person, _ text: FileText, _ items: [Range<Int>]) throws(MotionError) -> Read {
    let isUnnamed = options.person != nil && person.person == nil && person.id != nil
    let followsIDs = isUnnamed ? try followsIDs(text, items) : false
    guard let skeleton = Skeleton.ofCOCO.first(where: { $0.count * 3 == person.keypoints.count }) else {
      throw malformed(
        "keypoints",
        .phrase("motion_numbers_of_models", ["counts": .list(Skeleton.ofCOCO.map { .count(3 * $0.count) })]),
        .count(person.keypoints.count))
    }
    return Read(
      builder: SequenceBuilder(path: path, skeleton: skeleton, frames: items.count),
      follower: PersonFollower(path: path, chosen: options.person, options.people), skeleton: skeleton,
      followsIDs: followsIDs)
  }

  private func add(_ frame: OpenFrame, to read: inout Read, _ clock: Clock) throws(MotionError) {
    guard read.numbers.count < MotionLimits.frames else {
      throw malformed("image_id", .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .phrase("more"))
    }
    read.numbers.append(frame.number)
    read.names.append(String(frame.name.prefix(MotionLimits.nameBytes)))
    read.most = max(read.most, frame.people.count)
    try read.builder.add(try read.follower.pick(frame.people, at: clock.time(of: frame.number)), frame: frame.name)
  }

  /// Adds the pictures without people that come between the last frame and a number, and takes them and that of the number
  /// off the list.
  private func addEmpty(
    _ listed: inout ArraySlice<(Int, Picture)>, before number: Int, to read: inout Read, _ clock: Clock
  ) throws(MotionError) {
    while let (own, picture) = listed.first, own <= number {
      listed.removeFirst()
      guard own < number, own > read.numbers.last ?? -1 else { continue }
      try add(OpenFrame(number: own, name: picture.file ?? "\(picture.id)", people: []), to: &read, clock)
    }
  }

  /// The numbers of pictures: those in their files' names, or their ids where the names don't tell them apart or where the file
  /// has times.
  private func numbers(of pictures: [Picture]) -> PictureNumbers {
    let names = pictures.compactMap(\.file)
    guard names.count == pictures.count, pictures.allSatisfy({ $0.time == nil }),
      let numbers = FrameNumbers.numbers(of: names)
    else { return PictureNumbers() }
    return PictureNumbers(ofID: Dictionary(pictures.map { ($0.id, numbers[$0.file!]!) }) { $1 })
  }

  /// The number of a person's picture, and what it is called.
  private func number(
    _ image: Person.Image, _ known: [Int: Picture], _ numbers: PictureNumbers
  ) throws(MotionError) -> (Int, String) {
    let (number, name): (Int?, String) =
      switch image {
      case .number(let id): (numbers.ofID[id] ?? id, known[id]?.file ?? "\(id)")
      case .name(let name): (numbers.ofName[name] ?? FrameNumbers.number(in: name), name)
      }
    guard let number, number >= 0 else {
      throw malformed("image_id", .phrase("motion_number_in_name"), .quoted(name))
    }
    return (number, name)
  }

  /// Where the people stand, in the order of their pictures, and the numbers of these by all their names.
  private func sorted(
    _ items: [Range<Int>], _ text: FileText, _ pictures: [Picture], _ numbers: PictureNumbers
  ) throws(MotionError) -> ([Range<Int>], PictureNumbers) {
    let known = Dictionary(pictures.map { ($0.id, $0) }) { $1 }
    var images: [Person.Image] = []
    images.reserveCapacity(items.count)
    for item in items { images.append(try decoded(Shown.self, text, item).image) }
    var numbers = numbers
    let names = images.compactMap { image -> String? in if case .name(let name) = image { name } else { nil } }
    numbers.ofName = FrameNumbers.numbers(of: Array(Set(names))) ?? [:]
    var numbered: [(number: Int, item: Range<Int>)] = []
    numbered.reserveCapacity(items.count)
    for (image, item) in zip(images, items) { numbered.append((try number(image, known, numbers).0, item)) }
    let sorted = numbered.sorted { ($0.number, $0.item.lowerBound) < ($1.number, $1.item.lowerBound) }
    return (sorted.map(\.item), numbers)
  }

  private func confidence(_ read: Read) throws(MotionError) -> ConfidenceScale {
    if let scale = options.confidence { return scale }
    // The thirds of all points, those that were not found too: their zeros are part of the scale.
    let told = ConfidenceScale.ofCOCO(
      read.builder.confidences, isAnnotation: read.isCounted == read.isScored ? nil : read.isCounted,
      isAlphaPose: read.isAlphaPose)
    guard let scale = told.scale else {
      throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
    }
    return scale
  }

  private func malformed(_ key: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found)
  }
}
