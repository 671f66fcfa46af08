/// A place in a text, as editors show it: line and column, beside the offset in bytes.
///
/// ```swift
/// let location = SourceLocation(offset: 14, line: 2, column: 3)
/// print("\(location)")  // 2:3
/// ```
///
/// 1. Lines and columns count from 1.
/// 2. A column counts UTF-16 code units, as editors, SARIF and the Language Server Protocol do.
/// 3. A line ends with LF, CRLF, or a CR alone; the offset of a line end belongs to the line that it ends.
/// 4. Locations are ordered by their offsets.
public struct SourceLocation: Hashable, Comparable, Sendable {
    /// The number of bytes before the place.
    public let offset: Int
    /// The line, counted from 1.
    public let line: Int
    /// The column in UTF-16 code units, counted from 1.
    public let column: Int

    /// Creates a location from its three coordinates, which are not checked.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Whether the left location comes first in the text.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.offset, left.line, left.column) < (right.offset, right.line, right.column)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// The line and the column, as in `12:7`.
    public var description: String { "\(line):\(column)" }
}
