public import Diagnostics
import Platform

/// What a page needs to show a ``HeadScene`` in 3-D: `head.js`, `head.css`, the words in them, and three.js.
public enum HeadBrowser {
  /// The script that defines the class `CalvariaHead` and nothing else; it needs three.js before it.
  public static var script: String {
    let parts = [
      PackageResources.HeadData_js, PackageResources.HeadStage_js, PackageResources.HeadPanel_js,
      PackageResources.HeadPointer_js, PackageResources.head_js,
    ].map { String(decoding: $0, as: UTF8.self) }
    return "const CalvariaHead = (() => {\n\"use strict\";\n" + parts.joined(separator: "\n")
      + "\nreturn CalvariaHead;\n})();\n"
  }
  /// Its style sheet.
  public static var styles: String { String(decoding: PackageResources.head_css, as: UTF8.self) }

  /// Where `three.min.js` is installed by the systems that are known.
  public static let threeFolders = [
    "/usr/share/javascript/three", "/usr/local/share/javascript/three", "/usr/share/nodejs/three/build",
  ]

  /// three.js and its orbit controls as one plain script with their licence line, or nil where they are not installed: then a
  /// page shows still pictures.
  ///
  /// - Parameter folders: where `three.min.js` and `examples/js/controls/OrbitControls.js` are looked for.
  public static func threeScript(in folders: [String] = threeFolders) -> String? {
    folders.lazy.compactMap(script).first
  }

  private static func script(in folder: String) -> String? {
    let files = ["three.min.js", "examples/js/controls/OrbitControls.js"].map {
      try? String(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent($0), encoding: .utf8)
    }
    guard let library = files[0], let controls = files[1] else { return nil }
    return licence + library + "\n" + controls
  }

  private static let licence =
    "/*! three.js, https://threejs.org, Copyright 2010-2019 three.js authors, SPDX-License-Identifier: MIT */\n"

  /// The words of the component by their keys; some have places for values, as `{name}`.
  public static func words(_ language: Language) -> [String: String] {
    language.catalogue.words.filter { $0.key.hasPrefix("head.") }
  }
}
