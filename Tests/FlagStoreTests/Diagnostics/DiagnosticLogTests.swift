import FlagStoreTesting
import TestSupport
import Testing

@testable import FlagStore

struct DiagnosticLogTests {
    @Test func `Y7: a listener gets each diagnostic once and in order, whenever it begins`() async {
        let messages = (0..<100).map { "\($0)" }
        for round in 0..<50 {
            let log = DiagnosticLog(clock: ManualClock())
            async let streams = (0..<20).map { _ in log.stream() }
            async let reporting: Void = {
                for message in messages { log.report([StoreDiagnostic(.typeMismatch, message, setting: message)]) }
                log.close()
            }()
            await reporting
            for stream in await streams {
                let received = await stream.reduce(into: [String]()) { $0.append($1.message) }
                expectEqual(received, messages, "round \(round)")
            }
        }
    }
}
