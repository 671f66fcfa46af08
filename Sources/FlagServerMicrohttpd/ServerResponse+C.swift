import FlagServer
import MicrohttpdLoader

extension ServerResponse {
    /// Answers a request; C copies everything but bodies at a fixed address, and keeps the stream.
    func send(to exchange: OpaquePointer?) {
        // One buffer of null-terminated texts, and where each of them begins.
        var texts: [CChar] = []
        texts.reserveCapacity(512)
        var starts: [(name: Int, value: Int)] = []
        starts.reserveCapacity(fields.count)
        func append(_ text: String) -> Int {
            let start = texts.count
            var text = text
            text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe texts.append(contentsOf: $0) }
            }
            texts.append(0)
            return start
        }
        for field in fields { starts.append((append(field.name), append(field.value))) }
        unsafe texts.withUnsafeBufferPointer { texts in
            guard let base = texts.baseAddress else { return unsafe answer(exchange, []) }
            var list: [microhttpd_field] = unsafe []
            unsafe list.reserveCapacity(starts.count)
            for start in starts {
                unsafe list.append(
                    microhttpd_field(
                        name: base + start.name, name_count: 0, value: base + start.value, value_count: 0))
            }
            unsafe answer(exchange, list)
        }
    }

    private func answer(_ exchange: OpaquePointer?, _ list: [microhttpd_field]) {
        if let events {
            let stream = unsafe Unmanaged.passRetained(OpenStream(events)).toOpaque()
            return unsafe list.withUnsafeBufferPointer { list in
                unsafe microhttpd_answer_with_stream(exchange, list.baseAddress, list.count, stream)
            }
        }
        guard !hasStream else {
            return unsafe list.withUnsafeBufferPointer { list in
                unsafe microhttpd_answer_without_stream(exchange, list.baseAddress, list.count)
            }
        }
        switch content {
        case .bytes(let bytes):
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe answer(
                    exchange, list,
                    microhttpd_body(
                        bytes: bytes.baseAddress, count: bytes.count, owner: nil, release: nil, is_shared: false))
            }
        case .own(let bytes), .shared(let bytes):
            unsafe answer(
                exchange, list,
                microhttpd_body(
                    bytes: bytes.start, count: bytes.count, owner: Unmanaged.passRetained(bytes).toOpaque(),
                    release: { owner in
                        guard let owner = unsafe owner else { return }
                        unsafe Unmanaged<SharedBytes>.fromOpaque(owner).release()
                    }, is_shared: content.isShared))
        }
    }

    private func answer(_ exchange: OpaquePointer?, _ list: [microhttpd_field], _ body: microhttpd_body) {
        unsafe list.withUnsafeBufferPointer { list in
            unsafe microhttpd_answer(
                exchange, UInt32(clamping: status), list.baseAddress, list.count, body, closesConnection)
        }
    }
}
