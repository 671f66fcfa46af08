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
    /// The connections that are open, this one included.
    size_t connection_count;
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
    /// The request is complete, and must be answered now.
    void (*complete)(void *context, void *request, microhttpd_exchange *exchange);
    /// The request has ended, whether or not it was answered.
    void (*end)(void *context, void *request);
    /// Writes the next bytes of a stream, at most `capacity`, and returns their number; 0 if there are none now.
    size_t (*read_stream)(void *context, void *stream, uint8_t *bytes, size_t capacity);
    /// The stream has ended.
    void (*end_stream)(void *context, void *stream);
} microhttpd_handler;

/// Answers a request with a status, fields and a body. Everything is copied.
void microhttpd_answer(
    microhttpd_exchange *exchange,
    unsigned status,
    const microhttpd_field *fields,
    size_t field_count,
    const uint8_t *body,
    size_t body_count,
    bool closes_connection);

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
/// Returns the socket, or -1 and writes the reason to `message`, at most `capacity` bytes including the final null.
int microhttpd_listen(const char *host, uint16_t *port, char *message, size_t capacity);

/// Lets this process open more descriptors, if the system allows it.
///
/// Returns how many it may open now.
size_t microhttpd_allow_descriptors(size_t count);

/// How a server listens.
typedef struct {
    /// A socket that is bound and listens. The server closes it.
    int socket;
    unsigned thread_count;
    unsigned connection_limit;
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

/// Ends the connections that exceed a time limit, and those whose clients have closed their side after an answer. Call
/// it several times a second.
void microhttpd_server_sweep(microhttpd_server *server);

/// Reads again from all streams that had no bytes.
void microhttpd_server_wake(microhttpd_server *server);

/// Accepts no more connections, ends all streams, and closes each connection with its next answer.
void microhttpd_server_drain(microhttpd_server *server);

/// The connections whose request has begun and is not completely answered, and those that may send one: idle for less than a
/// number of milliseconds.
size_t microhttpd_server_busy_count(microhttpd_server *server, unsigned milliseconds);

/// Ends all connections, waits for the threads, and frees the server.
void microhttpd_server_stop(microhttpd_server *server);

#endif
