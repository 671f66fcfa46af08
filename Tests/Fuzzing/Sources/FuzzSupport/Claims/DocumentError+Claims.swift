public import FlagResolver

/// Makes a finding of a location that is not in the text, or whose line and column do not belong to its offset.
public func claimSound(_ location: SourceLocation, in bytes: [UInt8], _ subject: String) {
    claim((0...bytes.count).contains(location.offset), "\(subject): offset \(location.offset) of \(bytes.count)")
    guard let before = String(validating: bytes[..<location.offset], as: UTF8.self) else {
        claim(location.line >= 1 && location.column >= 1, "\(subject): \(location)")
        return
    }
    var line = 1
    var column = 1
    let units = Array(before.utf16)
    let next: UInt16? = location.offset < bytes.count ? UInt16(bytes[location.offset]) : nil
    for (index, unit) in units.enumerated() {
        let following = index + 1 < units.count ? units[index + 1] : next
        if unit == 0x0A || unit == 0x0D && following != 0x0A {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
    claim((line, column) == (location.line, location.column), "\(subject): \(location), expected \(line):\(column)")
}

/// Makes a finding of an error that points outside of the text, or whose message is harmful.
public func claimSound(_ error: DocumentError, in bytes: [UInt8]) {
    claimSound(error.location, in: bytes, "\(error)")
    if let related = error.relatedLocation {
        claimSound(related, in: bytes, "related place of \(error)")
        claim(related <= error.location, "\(error): the related place \(related) comes later")
    }
    claimPrintable(error.message, "document error")
    claimPrintable("\(error)", "document error")
}

/// Makes a finding of an issue that points outside of the text, or whose message is harmful.
public func claimSound(_ issue: SettingIssue, in bytes: [UInt8]) {
    guard let location = issue.location else { finding("\(issue): no location") }
    claimSound(location, in: bytes, "\(issue)")
    claim(location.offset < bytes.count, "\(issue): at the end of the text")
    claimPrintable("\(issue)", "issue")
}

extension PlainDocument.Refusal {
    /// The code under which the library has to report the refusal.
    public var code: DocumentError.Code {
        switch self {
        case .json(.syntax): .jsonSyntax
        case .json(.duplicateKey): .duplicateKey
        case .json(.depth): .limit
        case .notAnObject: .notAnObject
        case .duplicateName: .duplicateName
        }
    }
}
