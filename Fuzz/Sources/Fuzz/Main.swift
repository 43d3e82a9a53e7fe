import Foundation
import FuzzDriver

/// What one run tries; set before libFuzzer's loop, whose function takes no other arguments.
nonisolated(unsafe) private var attempt: (Data) throws -> Void = { _ in }

/// `Fuzz --list` names the targets, `Fuzz --seeds TARGET FOLDER` writes sound inputs and a dictionary of one,
/// `Fuzz TARGET [options of libFuzzer]` runs it. SwiftPM calls an executable's main function by its module's name.
@_cdecl("Fuzz_main")
func fuzz(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  do {
    switch CommandLine.arguments.dropFirst().first {
    case "--list":
      print(Target.all.map(\.name).joined(separator: "\n"))
      return 0
    case "--seeds":
      try target(CommandLine.arguments[2]).writeSeeds(to: URL(filePath: CommandLine.arguments[3]))
      return 0
    default: attempt = try target(CommandLine.arguments.dropFirst().first ?? "").prepare()
    }
  } catch {
    print("fuzz: \(error)")
    return 1
  }
  // libFuzzer sees the program's name and its own options.
  arguments[1] = arguments[0]
  var (count, rest): (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) = (count - 1, arguments + 1)
  return LLVMFuzzerRunDriver(&count, &rest) { bytes, count in
    do { try attempt(bytes.map { Data(bytes: $0, count: count) } ?? Data()) } catch { Check.told(error) }
    return 0
  }
}

private func target(_ name: String) throws -> Target {
  guard let target = Target.all.first(where: { $0.name == name }) else { throw UnknownTarget(name: name) }
  return target
}

private struct UnknownTarget: Error { let name: String }
