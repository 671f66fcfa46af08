/// An HTTP server with the system's libmicrohttpd, opened at run time.
///
/// Building it requires no development package, and a program that contains it starts without libmicrohttpd.
#ifndef MICROHTTPD_LOADER_H
#define MICROHTTPD_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What to do if the library cannot be opened.
extern const char *const microhttpd_loader_advice;

/// An open libmicrohttpd; it stays open for the lifetime of the process.
typedef struct microhttpd_loader microhttpd_loader;

/// Opens libmicrohttpd. A `name` of NULL means the default names on this system.
///
/// Returns NULL if it is missing or lacks a function, and writes the reason to `message`, at most `capacity` bytes
/// including the final null.
const microhttpd_loader *microhttpd_loader_open(const char *name, char *message, size_t capacity);

/// A field of a head. The texts of requests are not null-terminated where they contain null bytes, hence the counts.
typedef struct {
    const char *name;
    size_t name_count;
    const char *value;
    size_t value_count;
} microhttpd_field;

/// The head of a request; valid during the call that passes it.
typedef struct {
    const char *method;
    /// Whether the method contains a null byte, at which the text ends.
    bool method_has_null_byte;
    /// The target as it was sent.
    const char *target;
    /// Whether the target contains a null byte, at which the text ends.
    bool target_has_null_byte;
    /// Such as `HTTP/1.1`; the library refuses other major versions.
    const char *version;
    const microhttpd_field *fields;
    size_t field_count;
    /// Whether there are more fields than were collected.
    bool has_more_fields;
    /// Whether the value of a field contains a null byte, at which the text ends.
    bool fields_have_null_byte;
    size_t byte_count;
    /// The address of the client in numbers.
    const char *peer;
    /// Whether the connection is within the limit, or the only one of its client.
    bool has_room;
} microhttpd_head;

/// A request to answer; valid during the call that passes it.
typedef struct microhttpd_exchange microhttpd_exchange;

/// The functions that answer requests. Several threads call them concurrently, with `context` first.
///
/// `begin` either returns the request that is passed to the other functions, or answers and returns NULL.
typedef struct {
    void *context;
    void *(*begin)(void *context, microhttpd_exchange *exchange, const microhttpd_head *head);
    /// Some bytes of the body. False ends the connection.
    bool (*receive)(void *context, void *request, const uint8_t *bytes, size_t count);
    /// The request is complete, and must be answered or suspended now. After a suspension, it must be answered now.
    void (*complete)(void *context, void *request, microhttpd_exchange *exchange);
    /// The request has ended, whether or not it was answered.
    void (*end)(void *context, void *request);
    /// Writes the next bytes of a stream, at most `capacity`, and returns their number; 0 if there are none now, and -1 if
    /// the stream is over.
    ptrdiff_t (*read_stream)(void *context, void *stream, uint8_t *bytes, size_t capacity);
    /// The stream has ended.
    void (*end_stream)(void *context, void *stream);
    /// Whether an address is that of a proxy, whose connections are those of many clients.
    bool (*is_trusted)(void *context, const char *address);
} microhttpd_handler;

/// The body of an answer.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    /// What keeps the bytes, which never change; NULL if they are copied.
    void *owner;
    /// Called once with the owner, when the bytes are no longer needed.
    void (*release)(void *owner);
    /// Whether other answers have the bytes, too, so that they do not count as queued.
    bool is_shared;
} microhttpd_body;

/// Whether the body of an answer may be queued: the bytes that clients have not read yet are limited, unless they are shared.
bool microhttpd_can_queue(const microhttpd_exchange *exchange, size_t count);

/// Answers a request with a status, fields, which are copied, and a body.
void microhttpd_answer(
    microhttpd_exchange *exchange,
    unsigned status,
    const microhttpd_field *fields,
    size_t field_count,
    microhttpd_body body,
    bool closes_connection);

/// Lets a complete request wait for its answer, without occupying a thread.
///
/// Returns whether it waits; a server that is draining takes no more waiting requests.
bool microhttpd_suspend(microhttpd_exchange *exchange);

/// Passes a request that waits to `complete` again. Any thread may call it, but not after the request has ended.
void microhttpd_resume(microhttpd_exchange *exchange);

/// Answers a request with status 200, fields, and a stream that continues until the client or the server ends it.
///
/// `end_stream` is called in any case.
void microhttpd_answer_with_stream(
    microhttpd_exchange *exchange, const microhttpd_field *fields, size_t field_count, void *stream);

/// Answers a HEAD request for a stream with status 200 and fields, without a length. The connection then ends.
void microhttpd_answer_without_stream(
    microhttpd_exchange *exchange, const microhttpd_field *fields, size_t field_count);

/// Listens on an address, given in numbers, and a port; 0 means any free port, and is replaced by the chosen one.
///
/// With `shares_port`, other servers that do the same may listen on the same port.
///
/// Returns the socket, or -1 and writes the reason to `message`, at most `capacity` bytes including the final null.
int microhttpd_listen(const char *host, uint16_t *port, bool shares_port, char *message, size_t capacity);

/// The listening socket that a service manager passes on in the way of systemd, with its address in numbers, in at most
/// `capacity` bytes including the final null, and its port; -1 if there is none.
int microhttpd_passed_socket(char *host, size_t capacity, uint16_t *port);

/// Lets this process open more descriptors, if the system allows it.
///
/// Returns how many it may open now.
size_t microhttpd_allow_descriptors(size_t count);

/// How a server listens.
typedef struct {
    /// A socket that is bound and listens. The server closes it.
    int socket;
    /// Whether another process has the socket, too, and accepts connections when this server no longer does.
    bool is_socket_shared;
    unsigned thread_count;
    /// The connections without streams.
    unsigned connection_limit;
    /// The connections without streams of one client, which is an IPv4 address or the first 64 bits of an IPv6 address.
    unsigned client_connection_limit;
    /// The connections beyond the limit: one half for short answers to everybody, the other half for clients without
    /// other connections.
    unsigned reserve;
    /// The number of streams, which the handler limits.
    unsigned stream_limit;
    /// The bytes of all answers that clients have not read yet, without shared ones.
    size_t queued_byte_limit;
    bool has_trusted_proxies;
    /// How long a connection may wait for the next head, and for progress.
    unsigned idle_seconds;
    /// How long the body of a request may take.
    unsigned request_seconds;
} microhttpd_options;

/// A running server.
typedef struct microhttpd_server microhttpd_server;

/// Starts a server. Returns NULL if libmicrohttpd does not start it.
microhttpd_server *microhttpd_server_start(
    const microhttpd_loader *loader, const microhttpd_options *options, const microhttpd_handler *handler);

/// Ends the connections that exceed a time limit, those whose clients have closed their side after an answer or during a
/// stream, and silent ones if others need room. Call it several times a second.
void microhttpd_server_sweep(microhttpd_server *server);

/// Reads again from all streams that had no bytes.
void microhttpd_server_wake(microhttpd_server *server);

/// Accepts no more connections, ends all streams, and closes each connection with its next answer.
void microhttpd_server_drain(microhttpd_server *server);

/// The connections whose request has begun and is not completely answered, and those that may send one: idle for less than a
/// number of milliseconds.
size_t microhttpd_server_busy_count(microhttpd_server *server, unsigned milliseconds);

/// The open connections, without streams.
size_t microhttpd_server_connection_count(const microhttpd_server *server);

/// Ends all connections, waits for the threads, and frees the server.
void microhttpd_server_stop(microhttpd_server *server);

#endif
