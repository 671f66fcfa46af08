/// Positions sorted into groups by a number that each of them has, kept in two flat arrays.
struct Grouping: Sendable {
    private let offsets: [Int]
    private let members: [Int]

    /// - Parameter keys: The group of each position; a negative one is in none.
    /// - Complexity: O(*n* + *count*).
    init(_ keys: some Collection<Int>, count: Int) {
        var ends = [Int](repeating: 0, count: count + 1)
        for key in keys where key >= 0 { ends[key + 1] += 1 }
        for group in 0..<count { ends[group + 1] += ends[group] }
        offsets = ends
        var members = [Int](repeating: 0, count: ends[count])
        for (position, key) in keys.enumerated() where key >= 0 {
            members[ends[key]] = position
            ends[key] += 1
        }
        self.members = members
    }

    /// The positions in a group, in ascending order.
    subscript(group: Int) -> ArraySlice<Int> {
        members[offsets[group]..<offsets[group + 1]]
    }
}

extension ArraySlice<Int> {
    /// The index of the first element that is not below a number, in a slice that is in ascending order.
    func firstIndex(notBelow number: Int) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
