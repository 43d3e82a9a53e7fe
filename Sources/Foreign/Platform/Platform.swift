// What every platform has under another name: the C library, and of Foundation the part that starts fast (files, dates,
// data, JSON; no ICU), where it is a module of its own. All other files import this one.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#else
  @_exported public import Darwin
#endif
