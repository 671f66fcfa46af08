#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// Says which claim does not hold and ends the process, so that libFuzzer keeps the input.
public func finding(_ message: String) -> Never {
    print("FINDING: \(message)")
    // The process does not come to its own end, so nothing else would write out what is printed.
    fflush(nil)
    abort()
}

/// Makes a finding of a claim that does not hold.
@inline(__always)
public func claim(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
    if !holds { finding(otherwise()) }
}

/// Makes a finding of a message that could do harm where it is printed.
public func claimPrintable(_ message: String, _ subject: @autoclosure () -> String) {
    claim(!message.isEmpty, "\(subject()): the message is empty")
    for scalar in message.unicodeScalars {
        let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        claim(!isControl, "\(subject()): control character in \(message.debugDescription)")
    }
}
