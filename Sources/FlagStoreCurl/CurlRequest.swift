import FlagStore

/// One request for a document, including all redirects. It blocks its thread.
struct CurlRequest {
    let session: CurlSession
    let headers: RequestHeaders
    let options: CurlTransport.Options
    let request: DocumentRequest
    let cancellation: Cancellation

    func outcome(from origin: DocumentAddress) throws(TransportFailure) -> DocumentOutcome {
        try options.check()
        let deadline = ContinuousClock.now + min(request.timeLimit, CurlMessage.maximumTime)
        var rule = RedirectRule(from: origin)
        var address = origin
        while true {
            let timeLeft = ContinuousClock.now.duration(to: deadline)
            guard timeLeft > .zero else { throw .timedOut(after: request.timeLimit) }
            let exchange = CurlExchange(byteLimit: request.byteLimit, cancellation: cancellation)
            perform(address, exchange, within: timeLeft)
            switch try exchange.result() {
            case .outcome(let outcome): return outcome
            case .redirect(let location, let status): address = try rule.follow(location, status: status)
            }
        }
    }

    private func perform(_ address: DocumentAddress, _ exchange: CurlExchange, within timeLimit: Duration) {
        var message = CurlMessage(address: address, options: options)
        message.lines = ["Accept: application/json, */*;q=0.5"]
        if let condition = request.condition { message.lines.append("\(condition.name): \(condition.value)") }
        message.lines += headers.fields.map { "\($0.name): \($0.value)" }
        message.timeLimit = timeLimit
        exchange.perform(session, message)
    }
}
