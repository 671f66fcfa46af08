import FlagResolver

/// The lines of a record in the layout that ``ReaderRecord/fileContent`` has: a line for each setting.
///
/// The records of an app have most lines in common. Lines that an earlier record has are not parsed again, which makes reading
/// many records several times as fast.
struct ReaderRecordLines {
    /// The text without its settings, which are `{}`.
    let frame: [UInt8]
    /// A line with a setting.
    struct Line {
        /// The bytes without indentation and comma.
        let span: Range<Int>
        /// The position of the same line in the last record; `nil` if it is not near there.
        let lastPosition: Int?
    }

    let settings: [Line]
    /// Where the settings begin in ``frame``.
    let settingsStart: Int

    private static let opening = Array("\n  \"settings\": {\n".utf8)
    private static let closing = Array("\n  }".utf8)

    /// - Parameter last: The lines of another record. One that this record has, too, ends where it ends there.
    /// - Returns: `nil` for another layout.
    init?(_ bytes: [UInt8], like last: KnownLines) {
        guard let opening = bytes.firstOffset(of: Self.opening) else { return nil }
        let openingEnd = opening + Self.opening.count
        settingsStart = openingEnd - 2
        var settings: [Line] = []
        var start = openingEnd
        var position = 0
        while true {
            let known = last.position(ofLineAt: start + 4, in: bytes, from: position)
            if let known { position = known.position + 1 }
            let end = known?.end ?? Self.endOfLine(from: start, in: bytes)
            guard end - start > 4, bytes[start..<(start + 4)].allSatisfy({ $0 == UInt8(ascii: " ") }),
                bytes[start + 4] == UInt8(ascii: "\"")
            else { return nil }
            let isLast = bytes[end - 1] != UInt8(ascii: ",")
            settings.append(
                Line(span: (start + 4)..<(isLast ? end : end - 1), lastPosition: known?.position))
            start = end + 1
            if isLast {
                guard bytes[end...].starts(with: Self.closing) else { return nil }
                frame = Array(bytes[..<(openingEnd - 1)] + bytes[(end + Self.closing.count - 1)...])
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

    /// The line of the last record that is equal to the line at an offset, and where the line and its comma end.
    ///
    /// - Parameter position: Where the line is expected in the last record.
    func position(ofLineAt start: Int, in bytes: [UInt8], from position: Int) -> (position: Int, end: Int)? {
        guard position < last.lines.count else { return nil }
        return bytes.withRawSpan { input in
            last.bytes.withRawSpan { other in
                for index in position..<min(position + Self.distance, last.lines.count) {
                    let line = last.lines[index]
                    var end = start + line.count
                    if input.byte(at: end) == UInt8(ascii: ",") { end += 1 }
                    guard input.byte(at: end) == UInt8(ascii: "\n"),
                        input.isEqual(at: start, to: other, at: line.lowerBound, count: line.count)
                    else { continue }
                    return (index, end)
                }
                return nil
            }
        }
    }

    /// The settings of some lines.
    ///
    /// - Parameter read: Reads a line that is not known; `nil` if it is not a setting.
    /// - Returns: `nil` if a line is not a setting, or a name is repeated.
    mutating func settings(
        of lines: [ReaderRecordLines.Line], in bytes: [UInt8], read: (ArraySlice<UInt8>) -> ReaderRecord.Setting?
    ) -> [ReaderRecord.Setting]? {
        var found: [ReaderRecord.Setting] = []
        found.reserveCapacity(lines.count)
        // Lines of the last record in its order have different names.
        var isInOrder = true
        for line in lines {
            if let position = line.lastPosition {
                found.append(last.settings[position])
                continue
            }
            isInOrder = false
            let text = bytes[line.span]
            guard let setting = settings[Array(text)] ?? read(text) else { return nil }
            settings[Array(text)] = setting
            found.append(setting)
        }
        if !isInOrder {
            guard Set(found.map { ExactText($0.name) }).count == found.count else { return nil }
        }
        last = (bytes, lines.map(\.span), found)
        return found
    }
}
