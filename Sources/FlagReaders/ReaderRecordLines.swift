import FlagResolver

/// The lines of a record in the layout that ``ReaderRecord/fileContent`` has: a line for each setting.
///
/// The records of an app have most lines in common. Lines that an earlier record has are not parsed again, which makes reading
/// many records several times as fast.
struct ReaderRecordLines {
    /// The text without its settings, which are `{}`.
    let frame: [UInt8]
    /// The line of each setting without indentation and comma.
    let settings: [Range<Int>]
    /// Where the settings begin in ``frame``.
    let settingsStart: Int

    private static let opening = Array("\n  \"settings\": {\n".utf8)
    private static let closing = Array("\n  }".utf8)

    /// - Returns: `nil` for another layout.
    init?(_ bytes: [UInt8]) {
        guard let opening = bytes.firstRange(of: Self.opening) else { return nil }
        settingsStart = opening.upperBound - 2
        var settings: [Range<Int>] = []
        var start = opening.upperBound
        while true {
            let end = Self.endOfLine(from: start, in: bytes)
            guard end - start > 4, bytes[start..<(start + 4)].allSatisfy({ $0 == UInt8(ascii: " ") }),
                bytes[start + 4] == UInt8(ascii: "\"")
            else { return nil }
            let isLast = bytes[end - 1] != UInt8(ascii: ",")
            settings.append((start + 4)..<(isLast ? end : end - 1))
            start = end + 1
            if isLast {
                guard bytes[end...].starts(with: Self.closing) else { return nil }
                frame = Array(bytes[..<(opening.upperBound - 1)] + bytes[(end + Self.closing.count - 1)...])
                break
            }
            guard start < bytes.count else { return nil }
        }
        self.settings = settings
    }

    private static func endOfLine(from start: Int, in bytes: [UInt8]) -> Int {
        bytes.withRawSpan { input in
            var offset = start
            while offset < input.byteCount, input.byte(at: offset) != UInt8(ascii: "\n") { offset += 1 }
            return offset
        }
    }
}

/// The settings of the lines that were read before.
struct KnownLines: Sendable {
    private var settings: [[UInt8]: ReaderRecord.Setting] = [:]
    /// The last record: its bytes, and the line of each of its settings.
    private var last: (bytes: [UInt8], lines: [Range<Int>], settings: [ReaderRecord.Setting]) = ([], [], [])

    /// So many lines may be new in the last record before a line that both have is looked up by its bytes.
    private static let distance = 8

    /// The settings of some lines.
    ///
    /// - Parameter read: Reads a line that is not known; `nil` if it is not a setting.
    /// - Returns: `nil` if a line is not a setting, or a name is repeated.
    mutating func settings(
        of lines: [Range<Int>], in bytes: [UInt8], read: (ArraySlice<UInt8>) -> ReaderRecord.Setting?
    ) -> [ReaderRecord.Setting]? {
        var found: [ReaderRecord.Setting] = []
        found.reserveCapacity(lines.count)
        var position = 0
        // Lines of the last record in its order have different names.
        var isInOrder = true
        for line in lines {
            let candidates = position..<min(position + Self.distance, last.lines.count)
            if let same = candidates.first(where: { isSame(line, of: bytes, as: $0) }) {
                found.append(last.settings[same])
                position = same + 1
                continue
            }
            isInOrder = false
            let text = bytes[line]
            guard let setting = settings[Array(text)] ?? read(text) else { return nil }
            settings[Array(text)] = setting
            found.append(setting)
        }
        if !isInOrder {
            guard Set(found.map { ExactText($0.name) }).count == found.count else { return nil }
        }
        last = (bytes, lines, found)
        return found
    }

    /// Whether a line has the bytes of a line of the last record.
    private func isSame(_ line: Range<Int>, of bytes: [UInt8], as index: Int) -> Bool {
        let other = last.lines[index]
        guard other.count == line.count else { return false }
        return bytes.withRawSpan { input in
            last.bytes.withRawSpan {
                input.isEqual(at: line.lowerBound, to: $0, at: other.lowerBound, count: line.count)
            }
        }
    }
}
