/// Positions sorted into groups by a number that each of them has, kept in two flat arrays.
struct Grouping: Sendable {
    /// Where each group begins among the members, and where the last one ends.
    private var starts: [Int] = []
    private var members: [Int] = []

    /// Sorts positions anew, in the memory of those before.
    ///
    /// - Parameter groups: The group of each position; a negative one is none.
    /// - Complexity: O(*n* + *groupCount*) in the number of positions.
    mutating func fill(_ groups: [Int], groupCount: Int) {
        starts.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        starts.append(contentsOf: repeatElement(0, count: groupCount + 1))
        for group in groups where group >= 0 { starts[group] += 1 }
        var end = 0
        for group in 0...groupCount {
            end += starts[group]
            starts[group] = end
        }
        // From where its group ends each position, the last one first, takes its place downwards.
        members.append(contentsOf: repeatElement(0, count: end))
        var position = groups.count
        while position > 0 {
            position -= 1
            let group = groups[position]
            guard group >= 0 else { continue }
            starts[group] -= 1
            members[starts[group]] = position
        }
    }

    /// The positions in a group, in ascending order.
    subscript(group: Int) -> ArraySlice<Int> {
        members[starts[group]..<starts[group + 1]]
    }

    /// Whether a group has no positions.
    func isEmpty(_ group: Int) -> Bool { starts[group] == starts[group + 1] }
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
