import Geometry
import Testing

@testable import PointClouds

/// The model as a camera would see it.
@Suite struct ModelViewTests {
  private static let model = AnalyticShape.lumpy.model

  /// What a pixel shows faces the camera, projects onto it, and nothing of the model that does so is nearer.
  @Test(arguments: [Vector3(0.3, 0, 0), [-0.1, 0.2, 0.15], [0.02, -0.03, -0.25]]) func theNearestPointIsSeen(
    viewpoint: Vector3
  ) throws {
    let view = try #require(ModelView(Self.model, from: viewpoint))
    var nearest: [Int: (distance: Double, point: Int)] = [:]
    let ahead = (Self.model.centre - viewpoint).normalized
    for (k, position) in Self.model.positions.enumerated() {
      let offset = Vector3(position) - viewpoint
      guard Vector3(Self.model.normals[k]).dot(offset) < -1e-6 * offset.length,
        let pixel = view.pixel(Vector3(position))
      else { continue }
      if offset.dot(ahead) < nearest[pixel]?.distance ?? .infinity { nearest[pixel] = (offset.dot(ahead), k) }
    }
    var (shown, wrong) = (0, 0)
    for pixel in 0..<view.pixelCount {
      guard let point = view.point(at: pixel) else { continue }
      shown += 1
      let position = Vector3(Self.model.positions[point])
      #expect(view.pixel(position) == pixel)
      // Points at the same distance, to rounding, may stand for each other.
      let depth = (position - viewpoint).dot(ahead)
      if abs(depth - (nearest[pixel]?.distance ?? .infinity)) > 1e-6 { wrong += 1 }
    }
    #expect(shown == view.covered, "\(wrong) of \(shown)")
    #expect(shown > 1000, "\(wrong) of \(shown)")
    #expect(wrong == 0, "\(wrong) of \(shown)")
    // The far side is not seen.
    let opposite = Self.model.positions.indices.filter {
      Vector3(Self.model.normals[$0]).dot(ahead) > 0.5
    }
    let seen = Set((0..<view.pixelCount).compactMap { view.point(at: $0) })
    #expect(opposite.allSatisfy { !seen.contains($0) })
  }

  @Test func thereIsNoViewFromWithin() {
    let (centre, radius) = (Self.model.centre, Self.model.radius)
    #expect(ModelView(Self.model, from: centre) == nil)
    #expect(ModelView(Self.model, from: centre + [radius, 0, 0]) == nil)
    #expect(ModelView(Self.model, from: [.nan, 0, 0]) == nil)
    #expect(
      ModelView(Self.model, from: centre + [1.1 * radius, 0, 0]) != nil)
  }

  /// Pixels are counted once, however many points fall on them, and only where the model is.
  @Test func pixelsUnderACloudAreCountedOnce() throws {
    let view = try #require(ModelView(Self.model, from: [0.3, 0, 0]))
    var cloud = Cloud()
    let seen = (0..<view.pixelCount).compactMap { view.point(at: $0) }.prefix(200)
    for point in seen {
      for _ in 0..<3 {
        cloud.positions.append(Vector3(Self.model.positions[point]))
        cloud.normals.append(Self.model.normals[point])
        cloud.weights.append(1)
      }
    }
    #expect(view.pixels(under: cloud, moved: .identity) == 200)
    let away = RigidTransform(rotation: .identity, translation: [0, 0.5, 0])
    #expect(view.pixels(under: cloud, moved: away) == 0)
    #expect(view.pixels(under: Cloud(), moved: .identity) == 0)
  }
}
