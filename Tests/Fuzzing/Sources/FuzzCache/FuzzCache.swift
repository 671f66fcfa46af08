import FlagResolver
import FlagStore
import FuzzSupport

/// A file of the cache. The input is its header, entity tag and payload; both checksums are corrected before it is read, so
/// that damage gets past them.
///
/// 1. The file is accepted exactly if magic, format and lengths are right, and then has the payload that they describe.
/// 2. Written and read again, it is the same file. One flipped bit, one missing or one additional byte, and it is rejected.
/// 3. A cache with these bytes as the newest document, as the state of the crash-loop breaker and as the list of starts
///    starts with a document that is one of its files, or with none.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCache(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count: count)
    claim(CacheFile(input.bytes) == nil || input.bytes.count >= 56, "a file without a header is accepted")

    let bytes = withChecksums(input.bytes)
    let payload = plainPayload(bytes)
    let file = CacheFile(bytes)
    claim(
        file?.payload == payload, "a file of \(bytes.count) bytes has \(String(describing: file?.payload.count)) bytes")
    if let file {
        let encoded = file.encoded
        claim(CacheFile(encoded) == file, "the file is another one when it is written and read again")
        let offset = Int(input.bytes.last ?? 0) % encoded.count
        var flipped = encoded
        flipped[offset] ^= 1 << UInt8(offset % 8)
        claim(CacheFile(flipped) == nil, "a bit flipped at \(offset) is not noticed")
        claim(CacheFile(encoded.dropLast()) == nil, "a missing byte is not noticed")
        claim(CacheFile(encoded + [0]) == nil, "an additional byte is not noticed")
    }

    let state = CacheFile(writtenAt: 0, payload: input.bytes).encoded
    let document = CacheFile(writtenAt: 0, payload: Array("{}".utf8)).encoded
    for newest in [bytes, state, document] {
        let files = FixedFiles(["/newest": newest, "/confirmed": document, "/breaker": state, "/starts": input.bytes])
        let cache = DocumentCache(directory: "", files: files)
        let found = cache.start(at: .min).document
        if let found {
            let isOneOfThem = [newest, document].contains { CacheFile($0)?.identity == found.identity }
            claim(isOneOfThem, "the document is in none of the files")
            _ = cache.rejects(found.identity, at: .max)
        }
    }
    return 0
}

/// The bytes with magic, format and correct checksums, if they are long enough for a header.
private func withChecksums(_ input: [UInt8]) -> [UInt8] {
    guard input.count >= 56 else { return input }
    var bytes = input
    // A quarter of the inputs keep their own magic and format.
    if input[55] % 4 != 0 { bytes.replaceSubrange(0..<12, with: Array("FLAGDOC\0".utf8) + [2, 0, 0, 0]) }
    let tagCount = number(bytes[12..<16])
    guard tagCount <= UInt64(bytes.count - 56) else { return bytes }
    let payloadStart = 56 + Int(tagCount)
    bytes.replaceSubrange(40..<48, with: littleEndian(DocumentIdentity(of: Array(bytes[payloadStart...])).checksum))
    let described = Array(bytes[0..<48] + bytes[56..<payloadStart])
    bytes.replaceSubrange(48..<56, with: littleEndian(DocumentIdentity(of: described).checksum))
    return bytes
}

/// The payload of a file with correct checksums; `nil` if it is malformed.
private func plainPayload(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 56, bytes[0..<12].elementsEqual(Array("FLAGDOC\0".utf8) + [2, 0, 0, 0]) else { return nil }
    let (tagCount, payloadCount) = (number(bytes[12..<16]), number(bytes[16..<24]))
    guard tagCount <= 4_096, payloadCount <= UInt64(bytes.count), 56 + tagCount + payloadCount == UInt64(bytes.count)
    else { return nil }
    return Array(bytes[(56 + Int(tagCount))...])
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

private func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
}
