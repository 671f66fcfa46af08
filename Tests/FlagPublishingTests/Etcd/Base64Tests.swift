import TestSupport
import Testing

@testable import FlagPublishing

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the examples of RFC 4648 are written and read`(_ plain: String, _ text: String) {
        expectEqual(Base64.encode(Array(plain.utf8)), Array(text.utf8))
        expectEqual(Base64.decode(Array(text.utf8)), Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg=a", "====", "Z===", "Zm9v Zg=", "Zm9-"])
    func `other text is refused`(_ text: String) {
        expectNil(Base64.decode(Array(text.utf8)))
    }

    @Test func `what is written is read again`() {
        var random = SeededRandom(seed: 7)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            expectEqual(Base64.decode(Base64.encode(bytes)), bytes)
        }
    }
}
