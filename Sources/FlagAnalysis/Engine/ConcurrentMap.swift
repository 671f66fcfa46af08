import Dispatch
import FlagResolver

/// The parts of a document that are analysed on several cores.
enum ConcurrentParts {
    /// Fewer settings are not worth a thread.
    static let leastSettingCount = 256
}

extension RandomAccessCollection where Self: Sendable {
    /// The results of a closure for adjacent parts of the collection, in order, computed on all cores.
    ///
    /// The number of parts depends only on the number of elements, so every machine has the same parts.
    ///
    /// - Parameters:
    ///   - leastCount: The minimum number of elements in a part.
    ///   - body: Called on any thread, so it may not see the thread-local values of the caller.
    package func concurrentMap<Value: Sendable>(
        partsOfAtLeast leastCount: Int, _ body: @Sendable (SubSequence) -> Value
    ) -> [Value] {
        let count = count
        let partCount = Swift.min(count / Swift.max(1, leastCount), 8)
        guard partCount > 1 else { return [body(self[...])] }
        let values = Locked<[Value?]>(Array(repeating: nil, count: partCount))
        DispatchQueue.concurrentPerform(iterations: partCount) { part in
            let lower = index(startIndex, offsetBy: count * part / partCount)
            let upper = index(startIndex, offsetBy: count * (part + 1) / partCount)
            let value = body(self[lower..<upper])
            values.withLock { $0[part] = value }
        }
        return values.withLock { $0 }.compactMap { $0 }
    }
}
