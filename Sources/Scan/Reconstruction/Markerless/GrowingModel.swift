import Geometry
import PointClouds
import Workers

/// A surface that grows with the frames registered against it.
struct GrowingModel: ~Copyable {
  let options: FusionOptions
  private(set) var model: RegistrationModel
  private(set) var views = 0
  /// The poses of the last view that was fused, and of the last that the model holds.
  private var last, newest: RigidTransform
  private var fusion: TSDFVolume
  private let workers: Workers
  private let choices: ReconstructionOptions

  /// The largest head's region, from the sphere through the model, in radii of the tracked ball. Assumed.
  private static let mostGrowth = 1.2

  init(_ options: FusionOptions, _ choices: ReconstructionOptions, workers: Workers) throws {
    (self.options, self.workers, self.choices) = (options, workers, choices)
    (last, newest) = (.identity, .identity)
    fusion = try TSDFVolume(options)
    model = RegistrationModel.empty
  }

  /// Fuses a view.
  mutating func add(_ view: DepthView) {
    fusion.integrate(view, workers: workers)
    views += 1
    last = view.scanFromCamera
  }

  /// True when the camera has turned by an angle (rad) since the last view that was fused.
  func hasTurned(_ pose: RigidTransform, by angle: Double) -> Bool { Self.turn(last, pose) > angle }

  /// True when it has turned by an angle since the last view that the model holds.
  func hasGrownStale(_ pose: RigidTransform, after angle: Double) -> Bool { Self.turn(newest, pose) > angle }

  private static func turn(_ a: RigidTransform, _ b: RigidTransform) -> Double {
    (b.rotation * a.rotation.transpose).rotationVector.length
  }

  /// Takes the surface fused so far as the model, if there is any.
  mutating func renew() {
    var extraction = choices.meshing
    // A fast camera leaves no more than a few views for any place.
    extraction.minimumSight = min(1, MeshExtraction.sightPerView * Double(views))
    newest = last
    model = RegistrationModel(fusion.mesh(extraction, workers: workers)) ?? model
  }

  /// The part of space in which the model's head lies: the sphere through its surface, somewhat larger.
  var headRegion: FusionRegion {
    var region = FusionRegion.around(markerCentres: model.points) ?? options.region
    region.floor = nil
    return region.radius < options.region.radius * Self.mostGrowth ? region : options.region
  }
}
