extension DateText {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The form of RFC 1123, in mail and HTTP: `Tue, 10 Nov 2009 23:00:00 GMT`. The day of the week may be left out.
    mutating func readMailDate(_ bytes: RawSpan) throws(DateSyntaxError) -> DateSeconds {
        var weekday: Int?
        if bytes.isLetter(at: offset) {
            weekday = try readName(Self.weekdays, "a date", in: bytes)
            try expect(UInt8(ascii: ","), "\",\"", in: bytes)
            try expect(UInt8(ascii: " "), "a blank", in: bytes)
        }
        let dayDigits = bytes.isDigit(at: offset + 1) ? 2 : 1
        let dayOfMonth = try digits(dayDigits, of: "the day", in: bytes)
        try expect(UInt8(ascii: " "), "a blank", in: bytes)
        let month = try readName(Self.months, "a month such as \"Nov\"", in: bytes) + 1
        try expect(UInt8(ascii: " "), "a blank", in: bytes)
        let year = try digits(4, of: "four digits of a year", in: bytes)
        let day = try CalendarDay(year: year, month: month, day: dayOfMonth)
        if let weekday, weekday != day.weekday {
            throw .impossible(
                .weekday,
                found: Self.weekdays[weekday],
                expected: "\(Self.weekdays[day.weekday]) for that day"
            )
        }
        try expect(UInt8(ascii: " "), "a blank", in: bytes)
        let time = try readTime(bytes)
        let zone = try readZone(bytes)
        return try time.seconds(on: day, zone: zone)
    }

    private mutating func readName(
        _ names: [String],
        _ expected: String,
        in bytes: RawSpan
    ) throws(DateSyntaxError) -> Int {
        guard let index = names.firstIndex(where: { bytes.isWord($0, from: offset, to: offset + 3) }) else {
            throw .unexpected(offset: offset, expected: expected)
        }
        offset += 3
        return index
    }
}

extension RawSpan {
    /// Whether the bytes of a range are a word of ASCII letters, in any case.
    func isWord(_ word: String, from start: Int, to end: Int) -> Bool {
        guard word.utf8.count == end - start else { return false }
        for (index, expected) in word.utf8.enumerated()
        where byte(at: start + index) | 0x20 != expected | 0x20 {
            return false
        }
        return true
    }
}
