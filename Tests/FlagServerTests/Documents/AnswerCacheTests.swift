import FlagResolver
import TestSupport
import Testing

@testable import FlagServer

/// Which answers are kept, and for how long.
struct AnswerCacheTests {
    private static func answer(until nextChange: Int64? = nil, byteCount: Int = 10) -> AnswerCache.Answer {
        AnswerCache.Answer(
            body: .bytes([UInt8](repeating: 0x20, count: byteCount)), entityTag: nil,
            nextChange: nextChange.map { Instant(seconds: $0) }, instant: Instant(seconds: 0))
    }

    private static func request(_ byte: UInt8, setting: SettingIndex? = nil) -> AnswerCache.Request {
        AnswerCache.Request(setting: setting, body: [byte])
    }

    @Test func `an answer is kept when its request comes for the second time`() {
        var cache = AnswerCache()
        cache.insert(Self.answer(), for: Self.request(1))
        expectNil(cache.answer(to: Self.request(1), at: Instant(seconds: 1)))
        cache.insert(Self.answer(), for: Self.request(1))
        expectEqual(cache.answer(to: Self.request(1), at: Instant(seconds: 1))?.body.count, 10)
        expectNil(cache.answer(to: Self.request(2), at: Instant(seconds: 1)))
        expectNil(cache.answer(to: Self.request(1, setting: SettingIndex(0)), at: Instant(seconds: 1)))
    }

    @Test(arguments: [(0, true), (99, true), (100, false), (-1, false)] as [(Int64, Bool)])
    func `an answer is valid from its date until a schedule can change it`(_ date: Int64, _ isValid: Bool) {
        var cache = AnswerCache()
        for _ in 0..<2 { cache.insert(Self.answer(until: 100), for: Self.request(1)) }
        expectEqual((cache.answer(to: Self.request(1), at: Instant(seconds: date)) != nil), isValid)
    }

    @Test func `the size is bounded`() {
        var cache = AnswerCache()
        let size = AnswerCache.maximumByteCount / 16
        for number in 0..<40 as Range<UInt8> {
            for _ in 0..<2 { cache.insert(Self.answer(byteCount: size), for: Self.request(number)) }
        }
        let kept = (0..<40 as Range<UInt8>).count { cache.answer(to: Self.request($0), at: Instant(seconds: 1)) != nil }
        expect(1...15 ~= kept)
        // An answer that would take most of the room is not kept.
        for _ in 0..<2 {
            cache.insert(Self.answer(byteCount: AnswerCache.maximumByteCount / 4), for: Self.request(255))
        }
        expectNil(cache.answer(to: Self.request(255), at: Instant(seconds: 1)))
    }

    @Test func `documents of one server share the bound`() throws {
        let settings = try SettingsDocument(parsing: Array("{}".utf8))
        let answer = Self.answer(byteCount: AnswerCache.maximumByteCount / 12)
        for (documentCount, isKept) in [(1, true), (2, false)] {
            let document = ServedDocument(settings, documentCount: documentCount)
            let kept = document.answers.withLock { cache in
                for _ in 0..<2 { cache.insert(answer, for: Self.request(1)) }
                return cache.answer(to: Self.request(1), at: Instant(seconds: 1)) != nil
            }
            expectEqual(kept, isKept)
        }
    }

    @Test(arguments: [(100, false), (100_000, true)], [false, true])
    func `large answers are shared, small ones are copied`(
        _ size: (byteCount: Int, isExpectedToBeShared: Bool), _ isSentWithoutCopy: Bool
    ) throws {
        var cache = AnswerCache()
        var answer = Self.answer(byteCount: size.byteCount)
        if isSentWithoutCopy { answer.body = .own(SharedBytes(answer.body.bytes)) }
        for _ in 0..<2 { cache.insert(answer, for: Self.request(1)) }
        let body = try #require(cache.answer(to: Self.request(1), at: Instant(seconds: 1))?.body)
        expectEqual(body.isShared, size.isExpectedToBeShared)
        expectEqual(body.count, size.byteCount)
    }
}
