/// A percentage of the buckets of a rollout: a multiple of 0.001 from 0 to 100.
package struct RolloutPercentage: Hashable, Sendable {
    /// The number of buckets that it includes, from 0 to 100,000.
    package let bucketCount: Int

    /// The percentage that includes a number of buckets, clamped to the valid range.
    package init(bucketCount: Int) {
        self.bucketCount = min(max(bucketCount, 0), RolloutBucket.count)
    }

    /// Reads a JSON number; `nil` if it is not a number from 0 to 100 with at most three decimals.
    package init?(parsing text: String) {
        guard let tree = try? JSONTree(parsing: [UInt8](text.utf8)), tree.root.kind == .number,
            let count = tree.bucketCount(ofPercentage: 0)
        else { return nil }
        bucketCount = count
    }

    /// The smallest percentage that includes a bucket.
    package static func including(bucket: Int) -> RolloutPercentage {
        RolloutPercentage(bucketCount: min(bucket, RolloutBucket.count) + 1)
    }
}

extension RolloutPercentage: Comparable {
    package static func < (left: RolloutPercentage, right: RolloutPercentage) -> Bool {
        left.bucketCount < right.bucketCount
    }
}

extension RolloutPercentage: CustomStringConvertible {
    /// The number as JSON, with as many decimals as it needs, such as `12.5`.
    package var description: String {
        let (whole, thousandths) = bucketCount.quotientAndRemainder(dividingBy: 1_000)
        guard thousandths > 0 else { return "\(whole)" }
        return "\(whole)." + String(thousandths.padded(to: 3).reversed().drop { $0 == "0" }.reversed())
    }
}
