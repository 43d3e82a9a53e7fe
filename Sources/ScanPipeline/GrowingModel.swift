import Geometry
import PointClouds
import Workers

/// A surface that grows with the frames registered against it.
struct GrowingModel: ~Copyable {
  let options: FusionOptions
  private(set) var model: RegistrationModel
  private(set) var views = 0
  private var fusion: SurfaceFusion
  private let workers: Workers

  init(_ options: FusionOptions, workers: Workers) throws {
    (self.options, self.workers) = (options, workers)
    fusion = try SurfaceFusion(options)
    model = RegistrationModel.empty
  }

  /// Fuses a view.
  mutating func add(_ view: DepthView) {
    fusion.integrate(view, workers: workers)
    views += 1
  }

  /// Takes the surface fused so far as the model, if there is any.
  mutating func renew() {
    var extraction = MeshExtraction()
    // A single view from 45 cm has a weight of a fifth; later, what only one view saw is not trusted.
    extraction.minimumWeight = min(3, 0.2 * Double(views))
    model = RegistrationModel(fusion.mesh(extraction, workers: workers)) ?? model
  }

  /// The part of space in which the model's head lies: the sphere through its surface, somewhat larger.
  var headRegion: FusionRegion {
    var region = FusionRegion.around(markerCentres: model.points) ?? options.region
    region.floor = nil
    return region.radius < options.region.radius * 1.2 ? region : options.region
  }
}
