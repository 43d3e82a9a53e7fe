import CalvariaFeedback
import Foundation
import Recordings

// A recording stands in for the app's camera.
let folder = URL(filePath: CommandLine.arguments[1])
let recording = try Recording.open(folder)
var steering = try Steering(cap: CapFile.read(folder.appending(path: "cap.yaml")), language: "en")
for frame in recording.frames {
  let (gray, depth) = (try recording.gray(frame), try recording.depth(frame))
  try steering.feed(SourceFrame(time: frame.time, gray: gray, depth: depth, camera: frame.camera)) { _ in
  } say: {
    print($0)
  }
}
