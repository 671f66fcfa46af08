/// The sets that contain the place that a sweep is at, with the first of them at hand.
protocol OpenSets {
    mutating func apply(_ position: Int, opens: Bool)
    mutating func first() -> Int?
}

/// A bit for each set, the first lowest.
struct FewOpenSets: OpenSets {
    static let greatestCount = UInt64.bitWidth
    private var bits: UInt64 = 0

    mutating func apply(_ position: Int, opens: Bool) {
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: position)
        if opens { bits |= bit } else { bits &= ~bit }
    }

    func first() -> Int? { bits == 0 ? nil : bits.trailingZeroBitCount }
}

/// A binary heap in which closed sets stay until they come to the top.
struct ManyOpenSets: OpenSets {
    private var isOpen: [Bool] = []
    private var heap: [Int] = []

    mutating func reset(count: Int) {
        isOpen.removeAll(keepingCapacity: true)
        isOpen.append(contentsOf: repeatElement(false, count: count))
        heap.removeAll(keepingCapacity: true)
    }

    mutating func apply(_ position: Int, opens: Bool) {
        isOpen[position] = opens
        if opens { push(position) }
    }

    mutating func first() -> Int? {
        while let top = heap.first, !isOpen[top] { pop() }
        return heap.first
    }

    private mutating func push(_ position: Int) {
        heap.append(position)
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let smaller = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
            guard heap[smaller] < heap[parent] else { return }
            heap.swapAt(parent, smaller)
            parent = smaller
        }
    }
}
