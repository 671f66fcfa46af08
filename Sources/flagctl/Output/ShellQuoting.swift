/// Words for a POSIX shell.
enum ShellQuoting {
    /// Writes a word in single quotes, for every POSIX shell: `it's` becomes `'it'\''s'`.
    static func write(_ bytes: some Collection<UInt8>, to buffer: inout TextBuffer) {
        let apostrophe = UInt8(ascii: "'")
        buffer.write(byte: apostrophe)
        for byte in bytes {
            if byte == apostrophe { buffer.write("'\\'") }
            buffer.write(byte: byte)
        }
        buffer.write(byte: apostrophe)
    }

    /// The word, in single quotes if it contains a character with a meaning for shells.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "+"):
                    true
                default: false
                }
            }
        if isPlain { return word }
        var buffer = TextBuffer()
        write(word.utf8, to: &buffer)
        return buffer.text
    }
}
