/// An element of unique lists, which a number identifies.
package protocol ListElement: Equatable, BitwiseCopyable {
    /// Equal for equal elements, and for no others.
    var bits: UInt64 { get }
}

extension UInt8: ListElement {
    package var bits: UInt64 { UInt64(self) }
}

extension Int32: ListElement {
    package var bits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

/// Labelled lists of elements: equal lists with equal labels have the same index.
///
/// All lists are in one array, because an array for each list costs more than the work on it. A list is built at the end of
/// that array: with ``append(_:)``, then ``finish(label:)``.
package struct UniqueLists<Element: ListElement> {
    private struct List {
        let label: Int32
        let hash: UInt32
        let start: Int
        let end: Int
        /// The index of the list in ``slots``.
        var slot: Int
    }

    private var elements: [Element] = []
    private var lists: [List] = []
    /// A hash table with linear probing: the index of a list, or ``free``. The number of slots is a power of two.
    private var slots: [Int32] = []
    /// Where the list that is being built begins.
    private var start = 0

    package init() {}

    private static var free: Int32 { -1 }

    /// How many lists there are.
    package var count: Int { lists.count }

    /// How many elements all lists have together.
    var elementCount: Int { start }

    /// The label of a list.
    package func label(of index: Int) -> Int { Int(lists[index].label) }

    /// The elements of a list, as indices for ``element(at:)``.
    func indices(of index: Int) -> Range<Int> { lists[index].start..<lists[index].end }

    func element(at index: Int) -> Element { elements[index] }

    /// The elements of a list.
    package subscript(index: Int) -> ArraySlice<Element> { elements[indices(of: index)] }

    /// How many elements the list that is being built has.
    var unfinishedCount: Int { elements.count - start }

    /// Adds an element to the list that is being built.
    package mutating func append(_ element: Element) { elements.append(element) }

    /// Adds the elements of another list to the list that is being built.
    package mutating func append(contentsOf list: Int) {
        for index in indices(of: list) { elements.append(elements[index]) }
    }

    /// Discards the list that is being built.
    package mutating func discard() { while elements.count > start { elements.removeLast() } }

    /// Ends the list that is being built.
    ///
    /// - Returns: Its index, which is a new one unless there is an equal list with the same label.
    package mutating func finish(label: Int) -> Int {
        if 2 * (lists.count + 1) > slots.count { grow() }
        let label = Int32(truncatingIfNeeded: label)
        let hash = hashOfUnfinished(label)
        var slot = firstSlot(hash)
        while slots[slot] != Self.free {
            let known = Int(slots[slot])
            if lists[known].hash == hash, lists[known].label == label, isUnfinishedEqual(to: lists[known]) {
                discard()
                return known
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(truncatingIfNeeded: lists.count)
        lists.append(List(label: label, hash: hash, start: start, end: elements.count, slot: slot))
        start = elements.count
        return lists.count - 1
    }

    /// Removes all lists, but keeps their memory for new ones.
    package mutating func removeAll() {
        for list in lists { slots[list.slot] = Self.free }
        lists.removeAll(keepingCapacity: true)
        elements.removeAll(keepingCapacity: true)
        start = 0
    }

    private func isUnfinishedEqual(to list: List) -> Bool {
        guard list.end - list.start == elements.count - start else { return false }
        var index = start
        for other in list.start..<list.end {
            guard elements[other] == elements[index] else { return false }
            index += 1
        }
        return true
    }

    private func hashOfUnfinished(_ label: Int32) -> UInt32 {
        var hash = ListHash.seed &+ UInt64(truncatingIfNeeded: label)
        for index in start..<elements.count { hash = ListHash.mixed(hash ^ elements[index].bits) }
        return UInt32(truncatingIfNeeded: ListHash.mixed(hash) >> 32)
    }

    private func firstSlot(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

    private mutating func grow() {
        slots = Array(repeating: Self.free, count: max(16, 2 * slots.count))
        for index in lists.indices {
            var slot = firstSlot(lists[index].hash)
            while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: index)
            lists[index].slot = slot
        }
    }
}

/// A hash of numbers. `Hasher` costs several times as much for lists of a few numbers.
private enum ListHash {
    /// Differs from process to process, so that nobody can write a document whose lists collide.
    static let seed = UInt64.random(in: .min ... .max)
    private static let multiplier = UInt64.random(in: .min ... .max) | 1

    static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }
}
