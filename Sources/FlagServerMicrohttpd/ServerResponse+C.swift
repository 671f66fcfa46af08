import FlagServer
import MicrohttpdLoader

extension ServerResponse {
    /// Answers a request; C copies everything.
    func send(to exchange: OpaquePointer?) {
        // One buffer of null-terminated texts, and where each of them begins.
        var texts: [CChar] = []
        var starts: [(name: Int, value: Int)] = []
        func append(_ text: String) -> Int {
            let start = texts.count
            for byte in text.utf8 where byte != 0 { texts.append(CChar(bitPattern: byte)) }
            texts.append(0)
            return start
        }
        for field in fields { starts.append((append(field.name), append(field.value))) }
        unsafe texts.withUnsafeBufferPointer { texts in
            guard let base = texts.baseAddress else { return unsafe answer(exchange, []) }
            var list: [microhttpd_field] = unsafe []
            for start in starts {
                unsafe list.append(
                    microhttpd_field(
                        name: base + start.name, name_count: 0, value: base + start.value, value_count: 0))
            }
            unsafe answer(exchange, list)
        }
    }

    private func answer(_ exchange: OpaquePointer?, _ list: [microhttpd_field]) {
        unsafe list.withUnsafeBufferPointer { list in
            unsafe body.withUnsafeBufferPointer { body in
                unsafe microhttpd_answer(
                    exchange, UInt32(clamping: status), list.baseAddress, list.count, body.baseAddress, body.count,
                    closesConnection)
            }
        }
    }
}
