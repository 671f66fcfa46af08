// accepted: proves that the other controls fail only because of their faults
import Foundation
import os

public struct Accepted: Sendable {
    let lock = OSAllocatedUnfairLock(initialState: [UInt8]())

    public func decoded(_ bytes: ArraySlice<UInt8>) throws -> (Int, Duration) {
        lock.withLock { $0 += bytes }
        let count = try JSONDecoder().decode(Int.self, from: Data(bytes))
        return (count + bytes.span.count, .seconds(Int64(count) << 32))
    }
}
