import FuzzSupport
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A date as text, decoded by the flexible strategy.
///
/// 1. It is accepted exactly if the plain reader accepts it, and then as the same instant.
/// 2. A number in the document is read as the same number in quotes.
/// 3. The message of an error can be printed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe String(decoding: FuzzInput(start, count: count).bytes, as: UTF8.self)
    guard let json = try? JSONEncoder().encode([text]) else { return 0 }
    let plain = PlainDate(text)
    let subject = text.debugDescription
    switch decoded(json) {
    case .success(let date):
        guard let plain else { finding("\(subject) is accepted as \(date.timeIntervalSince1970)") }
        claimSame(date, plain.seconds, subject)
        if let number = Double(text), let date = try? decoded(Data("[\(number)]".utf8)).get() {
            claimSame(date, plain.seconds, "\(number) as a number")
        }
    case .failure(let error):
        claim(plain == nil, "\(subject) is rejected: \(error)")
        guard case .dataCorrupted(let context) = error as? DecodingError else { finding("\(subject) throws \(error)") }
        claimPrintable(context.debugDescription, subject)
    }
    return 0
}

private func decoded(_ json: Data) -> Result<Date, any Error> {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .flexible
    return Result { try decoder.decode([Date].self, from: json)[0] }
}

private func claimSame(_ date: Date, _ seconds: Double, _ subject: String) {
    let difference = abs(date.timeIntervalSince1970 - seconds)
    claim(difference < 1e-4, "\(subject) is \(date.timeIntervalSince1970), expected \(seconds)")
}
