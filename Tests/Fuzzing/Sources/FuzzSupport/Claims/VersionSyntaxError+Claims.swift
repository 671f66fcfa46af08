public import FlagResolver

/// Makes a finding of an error that points outside of the text, or whose message is harmful.
public func claimSound(_ error: VersionSyntaxError, in text: String) {
    let count = text.utf8.count
    claim(error.offset >= 0 && error.length >= 0, "\(text.debugDescription): \(error) at \(error.offset)")
    claim(error.offset + error.length <= count, "\(text.debugDescription): \(error) ends behind the text")
    claim(
        error.length > 0 || error.offset == count || error.found.isEmpty, "\(text.debugDescription): \(error) is empty")
    claimPrintable("\(error)", text.debugDescription)
}
