import FlagResolver
import Testing

@testable import FlagServer

/// Which answers are kept, and for how long.
struct AnswerCacheTests {
    private static func answer(until nextChange: Int64? = nil, byteCount: Int = 10) -> AnswerCache.Answer {
        AnswerCache.Answer(
            body: [UInt8](repeating: 0x20, count: byteCount), entityTag: "",
            nextChange: nextChange.map { Instant(seconds: $0) }, instant: Instant(seconds: 0))
    }

    @Test func `an answer is kept when its request comes for the second time`() {
        var cache = AnswerCache()
        cache.insert(Self.answer(), for: [1])
        #expect(cache.answer(to: [1], at: Instant(seconds: 1)) == nil)
        cache.insert(Self.answer(), for: [1])
        #expect(cache.answer(to: [1], at: Instant(seconds: 1))?.body.count == 10)
        #expect(cache.answer(to: [2], at: Instant(seconds: 1)) == nil)
    }

    @Test(arguments: [(0, true), (99, true), (100, false), (-1, false)] as [(Int64, Bool)])
    func `an answer is valid from its date until a schedule can change it`(_ date: Int64, _ isValid: Bool) {
        var cache = AnswerCache()
        for _ in 0..<2 { cache.insert(Self.answer(until: 100), for: [1]) }
        #expect((cache.answer(to: [1], at: Instant(seconds: date)) != nil) == isValid)
    }

    @Test func `the size is bounded`() {
        var cache = AnswerCache()
        let size = AnswerCache.mostBytes / 16
        for number in 0..<40 as Range<UInt8> {
            for _ in 0..<2 { cache.insert(Self.answer(byteCount: size), for: [number]) }
        }
        let kept = (0..<40 as Range<UInt8>).count { cache.answer(to: [$0], at: Instant(seconds: 1)) != nil }
        #expect(1...15 ~= kept)
        // An answer that would take most of the room is not kept.
        for _ in 0..<2 { cache.insert(Self.answer(byteCount: AnswerCache.mostBytes / 4), for: [255]) }
        #expect(cache.answer(to: [255], at: Instant(seconds: 1)) == nil)
    }
}
