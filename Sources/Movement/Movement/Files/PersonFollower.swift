internal import Diagnostics
internal import Geometry

/// One person through frames that list several, in an order that changes, or that show another one instead.
///
/// A person goes no farther from frame to frame than a share of the own body. Whoever is farther away is somebody else, and
/// the frame lacks the person. Where the file says who is who, only the same one is taken. Trackers give a person that they
/// have lost a new name: one that was never seen beside the person is taken where the person's own is not there.
struct PersonFollower {
  private let path: String
  private let chosen: Int?
  private let rules: MotionRules.People
  private var last: (list: PointList, time: Double)?
  private var extent = 0.0
  /// The frames that were taken by each name that the file has for the person.
  private var names: [String: [Int]] = [:]
  /// What it calls those who were seen beside the person.
  private var beside: Set<String> = []
  private var frame = 0
  /// The frames, by their place, that show somebody else only.
  private(set) var others: Set<Int> = []

  /// - Parameters:
  ///   - chosen: the person's place in the first frame that has so many; nil for the only one.
  ///   - rules: how far the person goes.
  init(path: String, chosen: Int?, _ rules: MotionRules.People) {
    (self.path, self.chosen, self.rules) = (path, chosen, rules)
  }

  /// The person in the next frame; nil where the person is not there.
  ///
  /// - Parameter time: when the frame was taken, in seconds.
  mutating func pick(_ people: [PointList], at time: Double) throws(MotionError) -> PointList? {
    defer { frame += 1 }
    guard chosen != nil || people.count <= 1 else { throw .severalPeople(path: path, most: people.count) }
    guard let last else {
      guard let first = people.dropFirst(chosen ?? 0).first, first.centre != nil else { return nil }
      return take(first, of: people, time)
    }
    forgetOthers(people)
    let own = names.isEmpty ? [] : people.filter { person in person.id.map { names[$0] != nil } ?? true }
    let same = own.isEmpty ? people.filter { person in person.id.map { !beside.contains($0) } ?? true } : own
    if same.isEmpty, !people.isEmpty { others.insert(frame) }
    var nearest: (list: PointList, way: Double)?
    for person in same {
      guard let way = last.list.distance(to: person), way < nearest?.way ?? .infinity else { continue }
      nearest = (person, way)
    }
    guard let nearest else { return nil }
    let share = min(rules.farthest, rules.jump + rules.speed * max(0, time - last.time))
    // A single point has no extent, and tells nobody.
    guard extent == 0 || nearest.way <= share * extent else {
      others.insert(frame)
      return nil
    }
    return take(nearest.list, of: people, time)
  }

  private mutating func take(_ list: PointList, of people: [PointList], _ time: Double) -> PointList {
    last = (list, time)
    extent = max(extent, list.extent)
    if let id = list.id { names[id, default: []].append(frame) }
    beside.formUnion(people.compactMap(\.id).filter { names[$0] == nil })
    return list
  }

  /// Where two names stand side by side that were both taken for the person's, the later one is somebody else's, as is what was
  /// taken by it.
  private mutating func forgetOthers(_ people: [PointList]) {
    let seen = Set(people.compactMap(\.id).filter { names[$0] != nil })
    for id in seen.sorted(by: { names[$0]![0] < names[$1]![0] }).dropFirst() {
      others.formUnion(names.removeValue(forKey: id)!)
      beside.insert(id)
    }
  }

  /// Refuses a choice that no frame had.
  func check(most: Int) throws(MotionError) {
    if let chosen, last == nil { throw .noSuchPerson(path: path, person: chosen, most: most) }
  }
}

/// Who a person is, where a program follows people: a number, a text, or a list of one. −1 says that it does not.
struct PersonID: Decodable {
  /// What programs that follow people call it.
  fileprivate static let keys = [
    "idx", "trackid", "trackingid", "trackerid", "personid", "instanceid", "objectid",
  ]

  /// The text, of a whole number without a fraction; nil where there is none.
  let text: String?

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Double.self) {
      text = Self.text(number)
    } else if let word = try? value.decode(String.self) {
      text = word.isEmpty ? nil : Double(word).map(Self.text) ?? word
    } else {
      text = (try? value.decode([PersonID].self))?.first?.text
    }
  }

  private static func text(_ number: Double) -> String? { number >= 0 ? Int(exactly: number).map { "\($0)" } : nil }
}

extension KeyedDecodingContainer<NamedKey> {
  /// Who a person is; nil where nothing says so.
  func person() throws -> String? {
    try first(PersonID.keys) { try decodeIfPresent(PersonID.self, forKey: $0)?.text }
  }

  /// What `id` says, which may be the number of a person or of a remark.
  func id() throws -> String? { try first(["id"]) { try decodeIfPresent(PersonID.self, forKey: $0)?.text } }
}

/// A key of an object whose names are many.
struct NamedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }

  /// Whether it is a word in small letters, in whatever case and with whatever underscores: `frameId`, `frame_id`.
  func isSpelt(_ word: String) -> Bool {
    stringValue.utf8.lazy.filter { $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }.elementsEqual(word.utf8)
  }
}

extension KeyedDecodingContainer<NamedKey> {
  /// The first value that there is of the keys of some names, in their order.
  func first<Value>(_ names: [String], _ value: (NamedKey) throws -> Value?) rethrows -> Value? {
    let keys = allKeys
    for name in names {
      for key in keys.filter({ $0.isSpelt(name) }).sorted(by: { $0.stringValue < $1.stringValue }) {
        if let found = try value(key) { return found }
      }
    }
    return nil
  }
}
