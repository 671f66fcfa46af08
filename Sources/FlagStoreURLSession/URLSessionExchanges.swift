import FlagStore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a session: passes what happens on to the exchange of each task.
///
/// The session keeps it until the session is invalidated.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

    /// Follows a task, which has not been resumed yet, until its end.
    func follow(_ task: URLSessionTask, with exchange: URLSessionExchange) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    private subscript(task: URLSessionTask) -> URLSessionExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Without a next request, the redirect itself becomes the response at once. Cancelling here would be a race with
        // the session.
        completionHandler(self[task]?.request(after: response, newRequest))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let isAboutServer = challenge.protectionSpace.authenticationMethod == "NSURLAuthenticationMethodServerTrust"
        completionHandler(isAboutServer ? .performDefaultHandling : .rejectProtectionSpace, nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(self[dataTask]?.receive(response) == true ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if self[dataTask]?.receive(data) != true { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
    }
}
