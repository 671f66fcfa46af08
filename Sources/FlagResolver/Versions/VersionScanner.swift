/// Reads the parts that versions and requirements are made of, from left to right over UTF-8 bytes.
///
/// Every function starts at `offset` and leaves it after what it has read. All are linear and none recurses.
enum VersionScanner {
    /// A version as it was read.
    struct Version {
        var position: VersionPosition
        var numbers: VersionNumbers
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    static func isWildcard(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "x") || byte == UInt8(ascii: "X") || byte == UInt8(ascii: "*")
    }

    /// Whether a byte may stand in an identifier of a pre-release or of build metadata.
    private static func isIdentifier(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-")
    }

    /// Runs a closure with the UTF-8 bytes of a text.
    static func withBytes<Value>(
        of text: String,
        _ body: (Span<UInt8>) throws(VersionSyntaxError) -> Value
    ) throws(VersionSyntaxError) -> Value {
        var text = text
        let result = text.withUTF8 { (buffer) -> Result<Value, VersionSyntaxError> in
            let bytes = unsafe buffer.span
            do throws(VersionSyntaxError) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    @inline(__always)
    static func skipBlanks(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while isBlank(bytes.byte(at: offset)) { offset &+= 1 }
    }

    /// Reads a version, from an optional `v` to its build metadata; a wildcard is an error.
    @inline(__always)
    static func version(_ bytes: Span<UInt8>, _ offset: inout Int) throws(VersionSyntaxError) -> Version {
        guard let numbers = VersionNumbers(bytes, &offset) else {
            throw VersionSyntaxError(.expectedNumber, in: bytes, at: offset)
        }
        if numbers.hasWildcard { throw VersionSyntaxError(.expectedNumber, in: bytes, at: offset - 1) }
        return try version(numbers, bytes, &offset)
    }

    /// Reads what follows the numbers of a version.
    @inline(__always)
    static func version(
        _ numbers: VersionNumbers,
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(VersionSyntaxError) -> Version {
        let next = offset < bytes.count ? bytes[offset] : 0
        if numbers.fitWords, next != UInt8(ascii: "-"), next != UInt8(ascii: "+") {
            let words = numbers.words.ranked(VersionWords.Rank.release)
            return Version(position: VersionPosition(words: words, detail: nil), numbers: numbers)
        }
        return Version(position: try unusualPosition(numbers, bytes, &offset), numbers: numbers)
    }

    @inline(never)
    private static func unusualPosition(
        _ numbers: VersionNumbers,
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(VersionSyntaxError) -> VersionPosition {
        var prerelease: [UInt8] = []
        var build: [UInt8] = []
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") {
            offset += 1
            prerelease = try identifiers(bytes, &offset, ofPrerelease: true)
        }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") {
            offset += 1
            build = try identifiers(bytes, &offset, ofPrerelease: false)
        }
        let rank =
            !numbers.fitWords
            ? VersionWords.Rank.beyondWords
            : prerelease.isEmpty ? VersionWords.Rank.release : VersionWords.Rank.prerelease
        return VersionPosition(
            words: numbers.words.ranked(rank),
            numbers: numbers.fitWords ? [] : numbers.canonicalText(in: bytes),
            prerelease: prerelease,
            build: build
        )
    }

    /// Reads identifiers joined with dots.
    private static func identifiers(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        ofPrerelease: Bool
    ) throws(VersionSyntaxError) -> [UInt8] {
        var text: [UInt8] = []
        while true {
            let start = offset
            var isNumber = true
            while offset < bytes.count, isIdentifier(bytes[offset]) {
                isNumber = isNumber && isDigit(bytes[offset])
                text.append(bytes[offset])
                offset += 1
            }
            let length = offset - start
            guard length > 0 else {
                throw VersionSyntaxError(ofPrerelease ? .emptyPrerelease : .emptyBuild, in: bytes, at: offset)
            }
            if ofPrerelease, isNumber, length > 1, bytes[start] == UInt8(ascii: "0") {
                throw VersionSyntaxError(.leadingZero, in: bytes, at: start, length: length)
            }
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: ".") else { return text }
            text.append(UInt8(ascii: "."))
            offset += 1
        }
    }
}
