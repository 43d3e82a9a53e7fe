import Testing

@testable import Movement

@Suite struct AngleTableTests {
  @Test(arguments: [
    ("/jointset/knee_r/Knee_Angle_R/value", "knee_angle_r"), ("knee_angle_r/value", "knee_angle_r"),
    ("Knee_Angle_R", "knee_angle_r"), ("value", "value"), ("knee_angle_r/speed", "knee_angle_r/speed"),
  ])
  func aStateIsTheValueOfItsCoordinate(_ name: String, _ coordinate: String) {
    #expect(AngleTable.Column(name: name, values: []).coordinate == coordinate)
  }
}
