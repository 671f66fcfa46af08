import FlagResolver
import FlagStore
import FuzzSupport

/// The head of an HTTP response, one line per line of the input.
///
/// 1. A status line is accepted exactly if it has the form that the plain check describes, with that status.
/// 2. The outcome follows from the status alone. A failure keeps its status, and asks for a pause of at least zero.
/// 3. An entity tag of the response can be sent back: it is valid in a request, and has neither line ends nor other
///    control characters.
/// 4. A date of `Retry-After` is the same time when it is written in each of the three forms of RFC 9110 and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count: count)
    let lines = input.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let first = lines.first ?? []
    let status = plainStatus(first)
    guard var head = HTTPResponseHead(statusLine: first) else {
        claim(status == nil, "the status line of \(String(describing: status)) is rejected")
        claimRetryAfter(String(decoding: first, as: UTF8.self))
        return 0
    }
    claim(head.status == status, "the status is \(head.status), expected \(String(describing: status))")
    for line in lines.dropFirst() { head.add(line: line) }

    if let entityTag = head.entityTag {
        claim(DocumentRequest(entityTag: entityTag).entityTag == entityTag, "\(entityTag) cannot be sent back")
        claim(entityTag.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "the entity tag has a control character")
    }
    _ = head.hasProperLength
    let body = Array("{}".utf8)
    switch head.outcome(body) {
    case .received(let received):
        claim(head.status == 200, "status \(head.status) is a document")
        claim(received.bytes == body, "the body has changed")
        claim(received.entityTag == head.entityTag, "the entity tag has changed")
    case .notModified:
        claim(head.status == 304, "status \(head.status) is not modified")
    case .failed(let failure):
        claim(head.status != 200 && head.status != 304, "status \(head.status) is a failure")
        claim(failure.status == head.status, "the failure has the status \(String(describing: failure.status))")
    }
    if let value = head.value(of: "retry-after") { claimRetryAfter(value) }
    return 0
}

/// The status of a line `HTTP/… 200 …`; `nil` if the line is malformed.
private func plainStatus(_ line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: "HTTP/".utf8), let blank = line.firstIndex(of: 0x20) else { return nil }
    let rest = line[line.index(after: blank)...]
    let digits = rest.prefix { $0 != 0x20 && $0 != 0x0D }
    // A carriage return ends the status; whatever follows it up to the next blank is ignored.
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
}

private func claimRetryAfter(_ text: String) {
    guard let retryAfter = RetryAfter(header: text) else { return }
    for now in [Int64.min, 0, 1_800_000_000, .max] {
        claim(retryAfter.delay(at: now) >= .zero, "\(text.debugDescription): the delay at \(now) is negative")
    }
    guard case .date(let seconds) = retryAfter, let date = PlainHTTPDate(secondsSince1970: seconds) else { return }
    for form in date.forms {
        claim(RetryAfter(header: form) == retryAfter, "\(text.debugDescription): \(form) is another time")
    }
}
