import FlagAnalysis
import FlagResolver
import FlagStore

/// The patch of one file, for `git apply` and `patch -p1`.
struct UnifiedDiff {
    /// The path from the working folder; absolute if the file is outside.
    private let path: String
    private let difference: LineDifference

    /// The number of unchanged lines around each change.
    private static let context = 3

    /// - Parameter name: The path of the file, from the working folder or absolute.
    init(name: String, from old: [UInt8], to new: [UInt8]) {
        path = FileReference.fromHere(name)
        difference = LineDifference(from: old, to: new)
    }

    /// The patch for known edits.
    init(name: String, making edits: [TextEdit], from old: [UInt8], to new: [UInt8]) {
        path = FileReference.fromHere(name)
        difference = LineDifference(making: edits, from: old, to: new)
    }

    /// Whether `git apply` and `patch` cannot find the file: it is outside the working directory.
    var isOutside: Bool { path.starts(withBytesOf: "../") || FilePath.isAbsolute(path) }

    /// Writes the patch for a display: with control characters and changes of direction escaped on a terminal, and byte
    /// for byte elsewhere, as `git apply` needs it.
    func write(for display: Display, to buffer: inout TextBuffer) {
        guard display.isTerminal else { return write(to: &buffer) }
        var patch = TextBuffer()
        write(to: &patch)
        // Split bytes, not a `String`, in which CRLF is one character.
        for (index, line) in patch.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { buffer.endLine() }
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            for (position, part) in content.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .enumerated()
            {
                if position > 0 { buffer.write("\t") }
                buffer.write(PlainText.escaped(String(decoding: part, as: UTF8.self)))
            }
        }
    }

    /// Writes the patch; nothing if the texts are equal.
    func write(to buffer: inout TextBuffer) {
        let hunks = hunks
        guard !hunks.isEmpty else { return }
        let path = String(Substring(path.utf8.drop { $0 == UInt8(ascii: "/") }))
        buffer.write("--- \(Self.written("a/" + path))\n+++ \(Self.written("b/" + path))\n")
        for hunk in hunks { write(hunk, to: &buffer) }
    }

    var text: String {
        var buffer = TextBuffer()
        write(to: &buffer)
        return buffer.text
    }

    private typealias Hunk = ArraySlice<LineDifference.Change>

    /// The hunks. Changes with overlapping context share one.
    private var hunks: [Hunk] {
        var hunks: [Hunk] = []
        let changes = difference.changes
        var start = 0
        for index in changes.indices {
            let isLast = index + 1 == changes.count
            if isLast || changes[index + 1].old.lowerBound - changes[index].old.upperBound > 2 * Self.context {
                hunks.append(changes[start...index])
                start = index + 1
            }
        }
        return hunks
    }

    private func write(_ hunk: Hunk, to buffer: inout TextBuffer) {
        guard let first = hunk.first, let last = hunk.last else { return }
        let before = min(Self.context, first.old.lowerBound)
        let after = min(Self.context, difference.old.count - last.old.upperBound)
        let old = (first.old.lowerBound - before)..<(last.old.upperBound + after)
        let new = (first.new.lowerBound - before)..<(last.new.upperBound + after)
        buffer.write("@@ -\(Self.written(old)) +\(Self.written(new)) @@\n")
        var line = old.lowerBound
        for change in hunk {
            for index in line..<change.old.lowerBound { write(" ", difference.old[index], to: &buffer) }
            for index in change.old { write("-", difference.old[index], to: &buffer) }
            for index in change.new { write("+", difference.new[index], to: &buffer) }
            line = change.old.upperBound
        }
        for index in line..<old.upperBound { write(" ", difference.old[index], to: &buffer) }
    }

    private func write(_ mark: String, _ line: ArraySlice<UInt8>, to buffer: inout TextBuffer) {
        buffer.write(mark)
        buffer.write(bytes: line)
        if line.last != UInt8(ascii: "\n") { buffer.write("\n\\ No newline at end of file\n") }
    }

    /// The number of the first line, counted from 1, and the number of lines. An empty range has the line before it.
    private static func written(_ lines: Range<Int>) -> String {
        let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
        return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
    }

    /// A path in git's syntax: quoted with octal escapes if necessary, with a tab after a path with spaces.
    private static func written(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard !isPlain else { return path.containsByte(" ") ? path + "\t" : path }
        var result = "\""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                result += "\\" + String(decoding: [byte], as: UTF8.self)
            case 0x20..<0x7F: result += String(decoding: [byte], as: UTF8.self)
            default: result += "\\" + byte.padded(to: 3, radix: 8)
            }
        }
        return result + "\""
    }
}

extension Session {
    /// Reports that a patch is only for reading, if `git apply` would refuse it.
    mutating func reportRefusal(of patch: UnifiedDiff?, to name: String) {
        guard let patch, patch.isOutside else { return }
        report(
            Diagnostic(
                subject: .name(name), severity: .note,
                message: "\"git apply\" and \"patch\" cannot apply this: the file is outside the working directory",
                help: "write the file with --apply, or run this in a directory above it"))
    }
}
