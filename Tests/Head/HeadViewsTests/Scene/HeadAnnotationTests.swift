import Analysis
import Geometry
import Landmarks
import Testing

@testable import HeadViews

/// What is drawn of a head that was measured.
@Suite struct HeadAnnotationTests {
  private func measures() throws -> HeadMeasures {
    let (x, y) = (TestHead.axes.x, TestHead.axes.y)
    // Closed at the crown.
    var mesh = TestHead.mesh()
    mesh.positions.append([0, 0, TestHead.axes.z])
    mesh.weights.append(100)
    let top = Int32(mesh.positions.count - 1)
    for spoke in 0..<Int32(TestHead.spokes) {
      mesh.triangles.append([top, spoke, (spoke + 1) % Int32(TestHead.spokes)])
    }
    // Landmarks that are not symmetric: the head frame is not that of the mesh.
    return try HeadAnalysis.measure(
      mesh,
      landmarks: HeadLandmarks(
        [.sellion: [0.001, y, 0.002], .tragionLeft: [-x, -0.001, 0.001], .tragionRight: [x, 0.002, 0]],
        standardDeviation: 0.001), uncertainty: nil)
  }

  @Test func theSectionLiesWhereItWasMeasured() throws {
    let measures = try measures()
    let (frame, section) = (try #require(measures.frame), try #require(measures.section))
    let annotation = HeadAnnotation(measures)
    #expect(annotation.headFromMesh == frame.headFromScan)
    #expect(annotation.isClosed == section.isClosed)
    // Back in the head frame: the points of the section at its level.
    let isAt = { (point: Vector3, place: Vector2) -> Bool in
      (frame.headFromScan * point - Vector3(place.x, place.y, section.level)).length < 1e-12
    }
    #expect(annotation.outline.map(\.count) == section.outline.map(\.count))
    for (line, told) in zip(annotation.outline, section.outline) {
      #expect(zip(line, told).allSatisfy { isAt($0, $1) })
    }
    #expect(annotation.gaps.count == section.gaps.count)
    for (line, gap) in zip(annotation.gaps, section.gaps) { #expect(isAt(line[0], gap.from) && isAt(line[1], gap.to)) }
    // The rectangle stands out by 15 mm on each side.
    let (xs, ys) = (section.points.map(\.x), section.points.map(\.y))
    let (left, right) = (xs.min()! - 0.015, xs.max()! + 0.015)
    let (back, front) = (ys.min()! - 0.015, ys.max()! + 0.015)
    let plane = try #require(annotation.plane)
    let corners: [Vector2] = [[left, back], [right, back], [right, front], [left, front]]
    #expect(plane.count == 4 && zip(plane, corners).allSatisfy { isAt($0, $1) })
    let told = [(MeasureName.diagonalLeftFront, measures.leftFront), (.diagonalRightFront, measures.rightFront)]
      .compactMap { name, diagonal in diagonal.map { (name, $0) } }
    #expect(annotation.diagonals.map(\.measure) == told.map(\.0) && !told.isEmpty)
    for (shown, (_, diagonal)) in zip(annotation.diagonals, told) {
      #expect(isAt(shown.front, diagonal.front) && isAt(shown.back, diagonal.back))
    }
  }

  /// In the order of their names, those that may not be used too.
  @Test func everyLandmarkIsShownWithItsState() throws {
    var measures = try measures()
    measures.landmarks.estimates[.noseTip] = LandmarkEstimate(position: [0, 0.09, -0.02], standardDeviation: .infinity)
    let shown = HeadAnnotation(measures).landmarks
    #expect(shown.map(\.landmark) == measures.landmarks.estimates.keys.sorted())
    for landmark in shown {
      #expect(landmark.position == measures.landmarks.estimates[landmark.landmark]?.position)
      #expect(landmark.state == (landmark.landmark == .noseTip ? .rejected : .accepted))
    }
    let own = [HeadAnnotation.ShownLandmark(.sellion, position: [1, 2, 3], state: .proposal)]
    #expect(HeadAnnotation(measures, landmarks: own).landmarks == own)
    // Without a section there is nothing to draw of it, without a frame none to turn the head by.
    measures.section = nil
    #expect(HeadAnnotation(measures).plane == nil && HeadAnnotation(measures).diagonals.isEmpty)
    #expect(HeadAnnotation(measures).headFromMesh != nil)
    measures.frame = nil
    #expect(HeadAnnotation(measures).headFromMesh == nil)
  }

  @Test func aDiagonalHasItsLengthAndItsKey() {
    let diagonal = HeadAnnotation.ShownDiagonal(.diagonalRightFront, front: [0.03, 0.1, 0.01], back: [0, 0.06, 0.01])
    #expect(diagonal.text(.english) == "50.0 mm" && diagonal.text(.german) == "50,0 mm")
    #expect(diagonal.key == "right_front")
    #expect(HeadAnnotation.ShownDiagonal(.length, front: .zero, back: .zero).key == "length")
    #expect(HeadAnnotation.ShownLandmark(.noseTip, position: .zero).title(.english) == "Nose tip")
  }

  /// All of it moves, and the frame with it.
  @Test func everythingMoves() {
    var annotation = TestHead.annotation
    annotation.gaps = [[[0.01, 0.02, 0.03], [-0.04, 0.05, -0.06]]]
    let move = RigidTransform(rotation: .rotation([0.1, -0.2, 0.3]), translation: [0.01, 0.02, 0.03])
    let moved = annotation.transformed(by: move)
    #expect(moved.landmarks.map(\.position) == annotation.landmarks.map { move * $0.position })
    #expect(moved.outline == annotation.outline.map { $0.map { move * $0 } })
    #expect(moved.gaps == annotation.gaps.map { $0.map { move * $0 } })
    #expect(moved.plane == annotation.plane.map { $0.map { move * $0 } })
    #expect(moved.diagonals.map(\.front) == annotation.diagonals.map { move * $0.front })
    #expect(moved.diagonals.map(\.back) == annotation.diagonals.map { move * $0.back })
    let point = Vector3(0.04, -0.05, 0.06)
    #expect(((moved.headFromMesh ?? .identity) * (move * point) - point).length < 1e-12)
  }
}
