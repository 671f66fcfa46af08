import FlagStore
import TestSupport
import Testing

struct DiagnosticLimiterTests {
    @Test func `Y7: come at most ten of a code a minute, and the next one counts those left out`() {
        var limiter = DiagnosticLimiter()
        let shown = (0..<1_000).filter { second in
            limiter.admit(StoreDiagnostic(.typeMismatch, "x"), at: .milliseconds(second)) != nil
        }
        expectEqual(shown.count, 10)
        let next = limiter.admit(StoreDiagnostic(.typeMismatch, "x"), at: .seconds(60))
        expectEqual(next?.suppressedCount, 990)
        expectEqual(next?.description, "x (and 990 more like it) [type-mismatch]")
    }

    @Test func `Y7: of one code do not keep back those of another`() {
        var limiter = DiagnosticLimiter()
        for _ in 0..<100 { _ = limiter.admit(StoreDiagnostic(.typeMismatch, "x"), at: .zero) }
        for code in StoreDiagnostic.Code.allCases where code != .typeMismatch {
            expect(limiter.admit(StoreDiagnostic(code, "y"), at: .zero) != nil)
        }
    }
}
