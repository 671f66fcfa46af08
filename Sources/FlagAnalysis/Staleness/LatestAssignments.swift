/// A row of places to which ranges are assigned one after the other, and asked which assignment came last to a place.
///
/// A segment tree in an array: an assignment marks the few nodes that make up its range, and a place asks all nodes
/// above it for the latest mark.
struct LatestAssignments {
    private let count: Int
    private var marks: [Int]

    init(count: Int) {
        self.count = count
        marks = [Int](repeating: 0, count: 2 * count)
    }

    /// Assigns a number to ranges of places; it must be greater than those before it, and greater than 0.
    ///
    /// - Complexity: O(log *n*) for each range.
    mutating func assign(_ number: Int, to ranges: [Range<Int>]) {
        for range in ranges {
            var low = range.lowerBound + count
            var high = range.upperBound + count
            while low < high {
                if low & 1 == 1 {
                    marks[low] = number
                    low += 1
                }
                if high & 1 == 1 {
                    high -= 1
                    marks[high] = number
                }
                low >>= 1
                high >>= 1
            }
        }
    }

    /// The number that was assigned to a place last; 0 where none was.
    ///
    /// - Complexity: O(log *n*).
    func latest(at place: Int) -> Int {
        var node = place + count
        var latest = 0
        while node > 0 {
            latest = max(latest, marks[node])
            node >>= 1
        }
        return latest
    }
}
