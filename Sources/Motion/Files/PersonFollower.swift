internal import Diagnostics
internal import Geometry

/// One person through frames that list several, in an order that changes, or that show another one instead.
///
/// A person goes no farther from frame to frame than a share of the own body. Whoever is farther away is somebody else, and
/// the frame lacks the person. Where the file says who is who, only the same one is taken.
struct PersonFollower {
  private let path: String
  private let chosen: Int?
  private let rules: MotionRules.People
  private var last: (list: PointList, time: Double)?
  private var extent = 0.0
  /// Who the person is, where the file says so.
  private var id: Int?
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
      return take(first, time)
    }
    let same = people.filter { $0.id == nil || id == nil || $0.id == id }
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
    return take(nearest.list, time)
  }

  private mutating func take(_ list: PointList, _ time: Double) -> PointList {
    last = (list, time)
    id = id ?? list.id
    extent = max(extent, list.extent)
    return list
  }

  /// Refuses a choice that no frame had.
  func check(most: Int) throws(MotionError) {
    if let chosen, last == nil { throw .noSuchPerson(path: path, person: chosen, most: most) }
  }
}
