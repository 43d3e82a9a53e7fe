internal import Drawing
import Feedback
import Geometry
import LiveTracking
import Platform
import PointClouds

/// Draws the cloud as it grows, with the scan's markers on it, from about where the camera is.
struct CloudPanel {
  let layout: VideoLayout
  let typeface: Typeface
  let book: Phrasebook
  private var cloud = GrowingCloud()
  private var eye = CloudEye()

  /// The radius about the head's middle that the view shows, in metres: it holds the head with its cap.
  private static let reach = 0.14

  init(layout: VideoLayout, typeface: Typeface, book: Phrasebook) {
    (self.layout, self.typeface, self.book) = (layout, typeface, book)
  }

  /// Takes in a frame; one without a pose adds nothing.
  mutating func add(_ scene: ReplayScene) {
    guard let pose = scene.facts.mapFromCamera, let head = scene.head else { return }
    eye.follow(head.headFromMap * (pose.translation - head.middle), at: scene.feedback.time)
    let step = max(1, scene.depth.width / 320)
    cloud.add(
      scene.depth, scene.color, cameras: scene.frame.cameras, scanFromCamera: pose, centre: head.middle,
      radius: Self.reach, step: step)
  }

  func draw(_ scene: ReplayScene, on canvas: inout Canvas) throws {
    let time = book.seconds(scene.feedback.time)
    if let head = scene.head {
      let view = view(head, at: scene.feedback.time)
      try canvas.place(
        view.image(
          of: cloud.points, size: 1.4 * cloud.voxel, background: [Paint.night.red, Paint.night.green, Paint.night.blue]),
        in: layout.cloud)
      try draw(scene, view, on: &canvas)
    }
    let width = try typeface.width(of: time, size: 22)
    let end = Vector2(Double(layout.cloud.x + layout.cloud.width - 20 - width), Double(layout.cloud.height - 18))
    try canvas.text(time, at: end, size: 22, typeface, .white)
  }

  /// The markers that face the view; those in sight of the camera stand out.
  private func draw(_ scene: ReplayScene, _ view: CloudView, on canvas: inout Canvas) throws(DrawingError) {
    let visible = scene.facts.visible
    for (id, corners) in scene.corners.sorted(by: { $0.key < $1.key }) {
      guard view.faces((corners[3] - corners[1]).cross(corners[2] - corners[0])) else { continue }
      let points = corners.map { view.pixel($0) + Vector2(Double(layout.cloud.x), Double(layout.cloud.y)) }
      let isSeen = visible.contains(id)
      try canvas.outlined(points, closed: true, width: isSeen ? 4 : 2, isSeen ? .skyBlue : .yellow)
    }
  }

  private func view(_ head: HeadPlace, at time: Double) -> CloudView {
    let mapFromHead = head.headFromMap.transpose
    return CloudView(
      width: layout.cloud.width, height: layout.cloud.height, centre: head.middle, radius: Self.reach,
      eye: mapFromHead * eye.direction(at: time), up: mapFromHead * [0, 0, 1])
  }
}

/// The viewpoint of the cloud: it follows the camera and swings to and fro, so that the shape is seen.
struct CloudEye {
  private var followed: Vector3?
  private var last = 0.0

  /// The swing to either side in degrees, and its period in seconds.
  private static let (swing, period) = (40.0, 10.0)
  /// The lag behind the camera, in seconds.
  private static let delay = 1.0
  /// The greatest elevation (sine): straight from above, up would have no meaning.
  private static let highest = 0.9

  /// Takes in where the camera is from the head's middle, in the head's frame.
  mutating func follow(_ camera: Vector3, at time: Double) {
    let target = camera.normalized
    guard target.isFinite else { return }
    let share = min(1, max(0, (time - last) / Self.delay))
    let way = (followed ?? target) + (target - (followed ?? target)) * share
    (followed, last) = (way.length > 0.1 ? way.normalized : target, time)
  }

  /// The unit direction to it, in the head's frame.
  func direction(at time: Double) -> Vector3 {
    let from = followed ?? [0, 1, 0]
    let z = min(max(from.z, -Self.highest), Self.highest)
    let azimuth = atan2(from.y, from.x) + Self.swing * .pi / 180 * sin(2 * .pi * time / Self.period)
    let flat = (1 - z * z).squareRoot()
    return [flat * cos(azimuth), flat * sin(azimuth), z]
  }
}
