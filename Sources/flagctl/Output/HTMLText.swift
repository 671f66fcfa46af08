/// Text in an HTML page.
enum HTMLText {
    /// Writes text with markup escaped, for content and for quoted attributes.
    static func write(_ bytes: some Collection<UInt8>, to buffer: inout TextBuffer) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): buffer.write("&amp;")
            case UInt8(ascii: "<"): buffer.write("&lt;")
            case UInt8(ascii: ">"): buffer.write("&gt;")
            case UInt8(ascii: "\""): buffer.write("&quot;")
            case UInt8(ascii: "'"): buffer.write("&#39;")
            default: buffer.write(byte: byte)
            }
        }
    }

    static func write(_ text: String, to buffer: inout TextBuffer) {
        write(text.utf8, to: &buffer)
    }

    /// Writes the head of a page that loads nothing.
    ///
    /// - Parameter nonce: The nonce of the style sheet; `nil` if the page has no Content-Security-Policy.
    static func writeHead(title: String, style: String, nonce: String? = nil, to buffer: inout TextBuffer) {
        buffer.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        buffer.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        write(title, to: &buffer)
        buffer.write("</title>\n<link rel=\"icon\" href=\"data:,\">\n<style")
        if let nonce {
            buffer.write(" nonce=\"")
            write(nonce, to: &buffer)
            buffer.write("\"")
        }
        buffer.write(">\n\(style)</style>\n</head>\n")
    }
}
