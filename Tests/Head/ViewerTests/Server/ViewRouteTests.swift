import Testing

@testable import Viewer

/// Which paths lead somewhere.
struct ViewRouteTests {
  private func name(_ path: String) -> String? {
    ViewRoute(path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)).map { route in
      switch route {
      case .file: "file"
      case .frame(let index): "frame \(index)"
      case .picture(let side): "picture \(side)"
      default: "\(route)"
      }
    }
  }

  @Test func everyPartOfThePageIsServed() {
    for file in ["", "base.css", "view.css", "view.js", "head.js", "head.css", "three.js", "icon.svg", "session.js"] {
      #expect(name(file) == "file", "\(file)")
    }
    #expect(name("state") == "state")
    #expect(name("picks") == "picks")
    #expect(name("save") == "save")
    #expect(name("frames/17.jpg") == "frame 17")
    #expect(name("pictures/front.png") == "picture front")
  }

  @Test(arguments: [
    "view.html", "..", "../state", "frames/-1.jpg", "frames/1.png", "frames/x.jpg", "frames/1.jpg/2", "state/",
    "pictures/front", "pictures/../front.png", "frames/99999999999999999999.jpg", "/state", "%2e%2e",
  ]) func otherPathsLeadNowhere(path: String) { #expect(name(path) == nil) }
}
