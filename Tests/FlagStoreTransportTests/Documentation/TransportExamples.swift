import FlagStore
import FlagStoreCurl
import FlagStoreURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code with which the documentation makes transports, compiled and run.
struct TransportExamples {
    private let apiKey = "of the app"

    @Test func `A store on Linux fetches with libcurl`() throws {
        var configuration = StoreConfiguration()

        let address = try DocumentAddress("https://flags.example.com/app.json")
        configuration.transport = CurlTransport(address)

        #expect((configuration.transport as? CurlTransport)?.headers == RequestHeaders())

        let headers = try RequestHeaders(["X-API-Key": apiKey])
        configuration.transport = CurlTransport(address, headers: headers)

        #expect((configuration.transport as? CurlTransport)?.headers == headers)
    }

    @Test func `A store listens to a stream of events`() throws {
        var configuration = StoreConfiguration()
        let address = try DocumentAddress("https://flags.example.com/app.json")

        let events = CurlTransport.EventSource(try DocumentAddress("https://events.example.com/v1/events"))
        configuration.transport = CurlTransport(address, events: events)

        #expect((configuration.transport as? CurlTransport)?.events == events)
    }

    @Test func `A store on Apple's platforms fetches with URLSession`() throws {
        var configuration = StoreConfiguration()

        let address = try DocumentAddress("https://flags.example.com/app.json")
        configuration.transport = URLSessionTransport(address)

        #expect((configuration.transport as? URLSessionTransport)?.headers == RequestHeaders())

        let headers = try RequestHeaders(["X-API-Key": apiKey])
        configuration.transport = URLSessionTransport(address, headers: headers)

        #expect((configuration.transport as? URLSessionTransport)?.headers == headers)

        let session = URLSessionConfiguration.ephemeral
        session.allowsCellularAccess = false
        configuration.transport = URLSessionTransport(address, session: session)

        #expect((configuration.transport as? URLSessionTransport)?.address == address)
    }

    @Test func `A transport is made of an address`() throws {
        let address = try DocumentAddress("https://flags.example.com/app.json")
        let transport = URLSessionTransport(address)

        #expect(transport.address == address)
    }

    @Test func `A transport takes a key as a header`() throws {
        let address = try DocumentAddress("https://flags.example.com/app.json")

        let headers = try RequestHeaders(["X-API-Key": apiKey])
        let transport = URLSessionTransport(address, headers: headers)

        #expect("\(transport.headers)" == "[X-API-Key]")
    }
}
