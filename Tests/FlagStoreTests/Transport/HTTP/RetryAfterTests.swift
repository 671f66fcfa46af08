import FlagStore
import TestSupport
import Testing

struct RetryAfterTests {
    @Test(
        arguments: [
            ("0", .seconds(0)), ("120", .seconds(120)), (" 7\t", .seconds(7)),
            ("99999999999999999999999", .seconds(.max)), ("-1", nil), ("1.5", nil), ("", nil), ("soon", nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .date(secondsSince1970: 784_111_777)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .date(secondsSince1970: 784_111_777)),
            ("Sun Nov  6 08:49:37 1994", .date(secondsSince1970: 784_111_777)),
            ("Thu, 01 Jan 1970 00:00:00 GMT", .date(secondsSince1970: 0)),
            ("Thu, 29 Feb 2024 23:59:60 GMT", .date(secondsSince1970: 1_709_251_200)),
            ("9223372036854775807", .seconds(.max)), ("99999999999", .seconds(99_999_999_999)),
            ("Tue, 19 Jan 2038 03:14:08 GMT", .date(secondsSince1970: 2_147_483_648)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", .date(secondsSince1970: 253_402_300_799)),
            ("Sat, 01 Jan 0000 00:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 06 Nox 1994 08:49:37 GMT", nil),
            ("Sun, 32 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Sun, 06 Nov 99999999999999999999 08:49:37 GMT", nil),
        ] as [(String, RetryAfter?)])
    func `Y2: is a number of seconds or one of three forms of a date`(header: String, expected: RetryAfter?) {
        expectEqual(RetryAfter(header: header), expected)
    }

    @Test(
        arguments: [
            (.seconds(-5), 0, .zero), (.seconds(.max), 0, .seconds(Int64.max)),
            (.date(secondsSince1970: 100), 40, .seconds(60)), (.date(secondsSince1970: 100), 160, .zero),
            (.date(secondsSince1970: 253_402_300_799), 2_147_483_648, .seconds(Int64(251_254_817_151))),
            (.date(secondsSince1970: .min), .max, .zero), (.date(secondsSince1970: .max), .min, .zero),
        ] as [(RetryAfter, Int64, Duration)])
    func `Y2: the delay is never negative, whatever the wall clock shows`(
        retryAfter: RetryAfter, wallTime: Int64, expected: Duration
    ) {
        expectEqual(retryAfter.delay(at: wallTime), expected)
    }
}
