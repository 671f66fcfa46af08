/// The names of a document's settings: from a slot to its name, and from a name to its slot.
package struct SettingNames: Sendable {
    /// All names, one after the other, as UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Where each name starts in ``bytes``, and after the last one where that ends.
    private var starts: [UInt32] = [0]

    /// The way back, once all names are known.
    private var index = NameIndex.empty

    init() {}

    /// Makes room for a number of names.
    mutating func reserveCapacity(_ count: Int) {
        starts.reserveCapacity(count + 1)
        bytes.reserveCapacity(count * 16)
    }

    /// Adds the name of the next slot: a prefix and the content of a key.
    mutating func append(prefix: [UInt8], key: JSONNode, in document: RawSpan) {
        prefix.withRawSpan { bytes.append($0, from: 0, to: $0.byteCount) }
        JSONStringContent.append(key, in: document, to: &bytes)
        starts.append(UInt32(clamping: bytes.count))
    }

    /// Readies the names for being looked up.
    ///
    /// - Returns: The slots of the first two equal names, or `nil` if there are none.
    mutating func makeIndex() -> (first: Int, second: Int)? {
        do {
            index = try NameIndex.make(of: bytes, starts: starts)
            return nil
        } catch {
            return (error.first, error.second)
        }
    }

    /// The slot of a name, compared byte by byte; `nil` if there is none.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    @inline(__always)
    func slot(named name: String) -> Int? {
        index.slot(named: name)
    }

    /// The slot of the name that another document's setting has; `nil` if there is none.
    package func slot(namedAs slot: Int, of other: SettingNames) -> Int? {
        let name = other.range(of: slot)
        return other.bytes.withRawSpan { index.slot(of: $0.extracting(name)) }
    }

    /// Calls a closure with the name of each of some slots, as a part of the bytes of all names.
    package func forEach(_ slots: [Int], _ body: (_ index: Int, _ bytes: RawSpan, _ start: Int, _ end: Int) -> Void) {
        bytes.withRawSpan { bytes in
            for index in slots.indices {
                let name = range(of: slots[index])
                body(index, bytes, name.lowerBound, name.upperBound)
            }
        }
    }

    /// The name of a slot, as UTF-8.
    package subscript(slot: Int) -> ArraySlice<UInt8> { bytes[range(of: slot)] }

    /// Where the name of a slot is in ``bytes``.
    package func range(of slot: Int) -> Range<Int> {
        Int(starts[slot])..<Int(starts[slot + 1])
    }
}
