import FlagResolver
import FlagStore
import FlagStoreCurl

/// Requests to the JSON gateway of etcd, which is part of every node, over HTTP/1.1.
///
/// A request goes to the node that answered last. If it does not answer, the next one is tried.
package final class EtcdClient: Sendable {
    package let address: EtcdAddress
    private let options: ConnectionOptions
    private let state = Locked(State())

    private struct State: Sendable {
        /// The index of the node that answered last.
        var preferred = 0
        var token: String?
    }

    /// How long one node may take. A stopped node keeps its connections open and sends nothing.
    private static let nodeTimeLimit = Duration.seconds(4)
    private static let connectTimeLimit = Duration.seconds(2)
    /// A watch that receives nothing for this long is reopened, because its node may be stopped.
    private static let watchSilence = Duration.seconds(5)
    private static let maximumMessageByteCount = 1 << 16
    private static let limits = JSONLimits(byteCount: 64 << 20, depth: 32, stringByteCount: 16 << 20)

    package init(_ address: EtcdAddress, _ options: ConnectionOptions) {
        self.address = address
        self.options = options
    }

    /// Sends a request and returns the answer of the first node that has one.
    ///
    /// A node that does not answer may still have carried out the request.
    func call(
        _ path: StaticString, _ body: [UInt8], _ cancellation: Cancellation = Cancellation()
    ) throws(TransportFailure) -> EtcdAnswer {
        do throws(TransportFailure) {
            return try firstAnswer(path, body, try token(cancellation), cancellation)
        } catch {
            // The token has expired, or the node was restarted.
            guard options.credentials != nil, error.status == 401 else { throw error }
            state.withLock { $0.token = nil }
            return try firstAnswer(path, body, try token(cancellation), cancellation)
        }
    }

    private func token(_ cancellation: Cancellation) throws(TransportFailure) -> String? {
        guard let credentials = options.credentials else { return nil }
        if let token = state.withLock({ $0.token }) { return token }
        let answer = try firstAnswer(
            "/v3/auth/authenticate", EtcdRequest.authenticate(credentials), nil, cancellation)
        guard let token = answer.token else {
            throw TransportFailure(.brokenResponse, detail: "etcd answered without a token for the user")
        }
        state.withLock { $0.token = token }
        return token
    }

    private func firstAnswer(
        _ path: StaticString, _ body: [UInt8], _ token: String?, _ cancellation: Cancellation
    ) throws(TransportFailure) -> EtcdAnswer {
        var failure = TransportFailure(.unreachable, detail: "there is no node")
        let first = state.withLock { $0.preferred }
        for offset in address.endpoints.indices {
            let index = (first + offset) % address.endpoints.count
            do throws(TransportFailure) {
                var call = call(path, body, token, at: index)
                call.timeLimit = Self.nodeTimeLimit
                let answer = try Self.answer(try call.send(cancellation))
                state.withLock { $0.preferred = index }
                return answer
            } catch {
                failure = error
                failure.detail = "\(address.endpoints[index].text): \(error.detail)"
                guard !cancellation.isCancelled, Self.isAboutNode(error) else { throw failure }
            }
        }
        throw failure
    }

    private func call(_ path: StaticString, _ body: [UInt8], _ token: String?, at index: Int) -> CurlCall {
        var connection = options.transport
        connection.connectTimeLimit = Self.connectTimeLimit
        let endpoint = address.endpoints[index]
        var call = CurlCall("POST", endpoint.appending(path), options: connection)
        call.protocolFields = ["Content-Type: application/json"] + (token.map { ["Authorization: \($0)"] } ?? [])
        call.body = body
        call.byteLimit = Self.limits.byteCount
        return call
    }

    /// Whether another node may answer: this one is gone, has no leader, or was too slow.
    private static func isAboutNode(_ failure: TransportFailure) -> Bool {
        failure.status.map { $0 >= 500 || $0 == 408 || $0 == 429 } ?? true
    }

    private static func answer(_ response: CurlCall.Response) throws(TransportFailure) -> EtcdAnswer {
        let tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(parsing: response.body, sourceName: "etcd", limits: limits)
        } catch {
            throw TransportFailure(
                response.head.status == 200 ? .brokenResponse : .status, status: response.head.status,
                detail: "the answer is not that of etcd's JSON gateway; expected etcd 3.4 or later")
        }
        guard let answer = EtcdAnswer(tree.root) else {
            throw TransportFailure(.brokenResponse, detail: "the answer is not an object")
        }
        guard response.head.status == 200 else { throw failure(answer, response.head.status) }
        return answer
    }

    private static func failure(_ answer: EtcdAnswer, _ status: Int) -> TransportFailure {
        let message = answer.error?.message ?? "it gives no reason"
        // Some versions report an expired or a missing token as a bad argument.
        let isUnknown =
            message.contains(bytesOf: "invalid auth token") || message.contains(bytesOf: "user name is empty")
        return TransportFailure(
            .status, status: isUnknown ? 401 : status, detail: "etcd refuses the request: \(message)")
    }

    /// Watches a key from a revision on, and blocks the thread.
    ///
    /// - Parameter receive: Called with each message; returns `false` to end the watch.
    /// - Throws: `TransportFailure` if the node ended the watch, or never began it. A quiet watch just returns.
    func watch(
        from revision: Int64, _ cancellation: Cancellation, receive: @escaping (EtcdAnswer.WatchMessage) -> Bool
    ) throws(TransportFailure) {
        let index = state.withLock { $0.preferred }
        var call = call("/v3/watch", EtcdRequest.watch(address.key, from: revision), try token(cancellation), at: index)
        call.timeLimit = nil
        call.silenceLimit = Self.watchSilence
        var line: [UInt8] = []
        var hasEnded = false
        var hasBegun = false
        do throws(TransportFailure) {
            let response = try call.send(cancellation) { _, bytes in
                for byte in bytes {
                    guard byte == UInt8(ascii: "\n") else {
                        line.append(byte)
                        continue
                    }
                    let tree = try? JSONTree(parsing: line, sourceName: "etcd", limits: Self.limits)
                    line = []
                    guard let message = tree.flatMap({ EtcdAnswer($0.root)?.watchMessage }) else { continue }
                    hasBegun = true
                    guard receive(message) else {
                        hasEnded = true
                        return false
                    }
                }
                return line.count <= Self.maximumMessageByteCount
            }
            if response.head.status != 200 { state.withLock { $0.token = nil } }
            throw TransportFailure(
                .brokenResponse, status: response.head.status, detail: "the node ended the watch")
        } catch {
            guard !hasEnded else { return }
            // A quiet watch ends normally. If it had not begun, another node is next.
            if !hasBegun { useNext(after: index) }
            guard hasBegun, error.kind == .timedOut else { throw error }
        }
    }

    private func useNext(after index: Int) {
        let count = address.endpoints.count
        state.withLock { state in
            if state.preferred == index { state.preferred = (index + 1) % count }
        }
    }
}
