import CalvariaAnalysis
import Foundation

let (mesh, picked) = (URL(filePath: CommandLine.arguments[1]), URL(filePath: CommandLine.arguments[2]))
let surface = try HeadSurface(ofFile: MeshFile.read(mesh).mesh(unit: .millimetres))
let landmarks = try LandmarkFile.read(picked).points()
let measures = try HeadAnalysis().measure(surface, landmarks: landmarks)
for name in MeasureName.allCases {
  print(name.rawValue, measures[name].value ?? .nan, measures[name].reasons.first?.text() ?? name.unit)
}
