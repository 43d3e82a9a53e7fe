/// A symmetric matrix of two rows.
struct Symmetric2: Sendable, Equatable {
  var a = 0.0
  /// Off the diagonal.
  var b = 0.0
  var c = 0.0

  /// x xᵀ.
  init(_ x: (Double, Double)) { (a, b, c) = (x.0 * x.0, x.0 * x.1, x.1 * x.1) }
  init(a: Double = 0, b: Double = 0, c: Double = 0) { (self.a, self.b, self.c) = (a, b, c) }

  static func * (m: Symmetric2, x: (Double, Double)) -> (Double, Double) {
    (m.a * x.0 + m.b * x.1, m.b * x.0 + m.c * x.1)
  }

  static func += (m: inout Symmetric2, n: Symmetric2) {
    m.a += n.a
    m.b += n.b
    m.c += n.c
  }

  static func - (m: Symmetric2, n: Symmetric2) -> Symmetric2 {
    Symmetric2(a: m.a - n.a, b: m.b - n.b, c: m.c - n.c)
  }

  static func * (m: Symmetric2, factor: Double) -> Symmetric2 {
    Symmetric2(a: m.a * factor, b: m.b * factor, c: m.c * factor)
  }

  /// tr(M A M B) of this matrix M.
  func trace(_ a: Symmetric2, _ b: Symmetric2) -> Double {
    let (first, second) = ((self * (a.a, a.b), self * (a.b, a.c)), (self * (b.a, b.b), self * (b.b, b.c)))
    return first.0.0 * second.0.0 + first.1.0 * second.0.1 + first.0.1 * second.1.0 + first.1.1 * second.1.1
  }

  static func dot(_ x: (Double, Double), _ y: (Double, Double)) -> Double { x.0 * y.0 + x.1 * y.1 }
}
