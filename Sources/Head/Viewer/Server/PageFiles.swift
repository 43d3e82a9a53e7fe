package import Diagnostics
import Foundation
import HeadViews

/// The files of the page, which come with the program, and three.js, which the system has.
package enum PageFiles {
  /// A file by its name; nil where there is none. The nameless one is the page itself.
  package static func file(_ name: String) -> ViewAnswer? {
    switch name {
    case "": .text(PackageResources.view_html, "text/html")
    case "head.css": style(HeadBrowser.styles)
    case "head.js": script(HeadBrowser.script)
    case "icon.svg": ViewAnswer(content: Data(PackageResources.icon_svg), type: "image/svg+xml")
    // Without it the page shows still pictures.
    case "three.js": script(HeadBrowser.threeScript() ?? "")
    default: styles[name].map(style) ?? scripts[name].map(script)
    }
  }

  private static let styles = [
    "base.css": text(PackageResources.base_css), "view.css": text(PackageResources.view_css),
  ]

  private static let scripts = [
    "dom.js": text(PackageResources.dom_js),
    "film-strip.js": text(PackageResources.film_strip_js),
    "frame-view.js": text(PackageResources.frame_view_js),
    "frames-pane.js": text(PackageResources.frames_pane_js),
    "gestures.js": text(PackageResources.gestures_js),
    "guide.js": text(PackageResources.guide_js),
    "head-pane.js": text(PackageResources.head_pane_js),
    "keys.js": text(PackageResources.keys_js),
    "landmark-list.js": text(PackageResources.landmark_list_js),
    "measures-panel.js": text(PackageResources.measures_panel_js),
    "neighbours.js": text(PackageResources.neighbours_js),
    "notices.js": text(PackageResources.notices_js),
    "picks.js": text(PackageResources.picks_js),
    "scan-frames.js": text(PackageResources.scan_frames_js),
    "server.js": text(PackageResources.server_js),
    "session.js": text(PackageResources.session_js),
    "steps.js": text(PackageResources.steps_js),
    "view.js": text(PackageResources.view_js),
    "walk.js": text(PackageResources.walk_js),
    "viewport.js": text(PackageResources.viewport_js),
    "words.js": text(PackageResources.words_js),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func style(_ text: String) -> ViewAnswer { .text(Array(text.utf8), "text/css") }

  private static func script(_ text: String) -> ViewAnswer { .text(Array(text.utf8), "text/javascript") }
}

/// The texts of a page in one language, by their keys.
package struct PageWords: Encodable {
  let language: String
  let words: [String: String]

  /// - Parameter prefixes: how the keys begin.
  package init(_ language: Language, _ prefixes: [String]) {
    self.language = language.rawValue
    words = language.catalogue.words.filter { word in prefixes.contains { word.key.hasPrefix($0) } }
  }
}
