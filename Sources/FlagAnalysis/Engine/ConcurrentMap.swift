import Dispatch
import FlagResolver

extension RandomAccessCollection where Self: Sendable {
    /// What a closure makes of adjacent parts of the collection, in order. All cores work on the parts at the same time.
    ///
    /// How many parts there are depends on the number of elements only, so that every machine has the same parts.
    ///
    /// - Parameters:
    ///   - leastCount: The least number of elements that are worth a part of their own.
    ///   - body: Is called on any thread, which does not have the values of task-local variables.
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
