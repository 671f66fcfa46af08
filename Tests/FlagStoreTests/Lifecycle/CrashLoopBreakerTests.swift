import FlagStore
import Testing

struct CrashLoopBreakerTests {
    private let old = DocumentIdentity(byteCount: 1, checksum: 1)
    private let new = DocumentIdentity(byteCount: 2, checksum: 2)

    @Test func `S6: lets a pending document start twice and quarantines it at the third start`() {
        var breaker = CrashLoopBreaker()
        breaker.confirm(old)
        #expect((0..<4).map { _ in breaker.start(with: new) } == [.pending, .pending, .quarantined, .quarantined])
        #expect(breaker.refuses(new))
        #expect(breaker.start(with: old) == .confirmed)
    }

    @Test func `S6: counts each document for itself`() {
        var breaker = CrashLoopBreaker()
        #expect(breaker.start(with: old) == .pending)
        #expect(breaker.start(with: old) == .pending)
        #expect(breaker.start(with: new) == .pending)
        breaker.confirm(new)
        #expect(breaker.start(with: new) == .confirmed)
        #expect(!breaker.refuses(old))
    }

    @Test func `S6: never confirms what is quarantined`() {
        var breaker = CrashLoopBreaker()
        for _ in 0..<3 { _ = breaker.start(with: new) }
        breaker.confirm(new)
        #expect(breaker.confirmed == nil)
        #expect(breaker.refuses(new))
    }

    @Test func `S6: remembers the latest eight quarantined documents`() {
        var breaker = CrashLoopBreaker()
        for number in 1...20 as ClosedRange<UInt64> {
            let identity = DocumentIdentity(byteCount: number, checksum: number)
            for _ in 0..<3 { _ = breaker.start(with: identity) }
        }
        #expect(breaker.quarantined.map(\.byteCount) == Array(13...20))
    }
}
