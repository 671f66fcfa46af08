/// What the parts of a server share.
#ifndef MICROHTTPD_SERVER_H
#define MICROHTTPD_SERVER_H

#include "Interface.h"
#include "MicrohttpdLoader.h"

#include <pthread.h>
#include <stdatomic.h>

enum { peer_size = 64, client_bucket_count = 4096 };

/// What a connection does, for its time limits.
enum phase { phase_idle, phase_receiving, phase_answering, phase_streaming };

/// A client with open connections: an IPv4 address, or the first 64 bits of an IPv6 address.
typedef struct client {
    struct client *next;
    uint64_t key[2];
    size_t reference_count;
    /// The connections that count for the limits: neither streams nor ended.
    size_t connection_count;
    /// The bytes of answers to this client that are not sent yet, without shared ones.
    atomic_size_t queued_bytes;
} client;

typedef struct connection_state {
    struct connection_state *previous, *next;
    /// NULL for a trusted proxy, whose connections are those of many clients.
    client *client;
    int socket;
    atomic_int phase;
    /// When the phase began.
    _Atomic int64_t since;
    /// The start of the phase in which the client's side was last found open.
    int64_t known_open_since;
    /// Whether the connection counts for the limits. Protected by the lock of the server.
    bool is_counted;
    bool is_ended;
    char peer[peer_size];
} connection_state;

/// A streamed response.
typedef struct stream_state {
    struct stream_state *previous, *next;
    microhttpd_server *server;
    void *connection;
    void *stream;
    int socket;
    bool is_suspended;
    /// Whether the stream ends when it is next read.
    bool is_over;
} stream_state;

struct microhttpd_server {
    const microhttpd_loader *loader;
    microhttpd_handler handler;
    microhttpd_options options;
    void *daemon;
    /// Protects connections and clients.
    pthread_mutex_t lock;
    /// The open connections.
    connection_state *first;
    /// The clients, by the hash of their keys.
    client *clients[client_bucket_count];
    /// The connections for which a silent one has to make room.
    size_t wanted_room;
    /// The connections that count for the limits; written with the lock.
    atomic_size_t connection_count;
    /// The bytes of answers that are not sent yet, without shared ones.
    atomic_size_t queued_bytes;
    /// Protects what is suspended. It is held while a stream decides to wait, so that no wake-up is lost.
    pthread_mutex_t suspension_lock;
    stream_state *first_stream;
    microhttpd_exchange *first_waiting;
    int64_t streams_checked;
    atomic_bool is_draining;
    int drained_socket;
};

struct microhttpd_exchange {
    /// Among the requests that wait for their answers.
    microhttpd_exchange *previous, *next;
    microhttpd_server *server;
    void *connection;
    connection_state *state;
    char *target;
    /// The address of the target in the buffer of the library.
    uintptr_t target_start;
    void *request;
    size_t queued_bytes;
    bool has_begun;
    bool is_answered;
    /// Whether the connection is suspended until the answer is there.
    bool is_waiting;
    /// Whether the last call of the handler has suspended the connection.
    bool was_suspended;
};

/// The monotonic time in milliseconds.
int64_t microhttpd_now(void);

/// Notes that a connection begins a phase.
void microhttpd_enter(connection_state *state, enum phase phase);

/// Queues a response, and releases it. The connection enters the given phase.
void microhttpd_queue(microhttpd_exchange *exchange, unsigned status, void *response, enum phase phase);

/// Adds fields to a response.
void microhttpd_add_fields(
    const microhttpd_loader *loader, void *response, const microhttpd_field *fields, size_t field_count);

// Connections.c

/// Decides whether a connection is accepted.
int microhttpd_accept(void *server, const struct sockaddr *address, socklen_t size);

/// Notes that a connection was opened or is about to be closed.
void microhttpd_note_connection(void *server, void *connection, void **socket_context, int event);

/// Counts a connection for the limits from now on, or no longer.
void microhttpd_count(microhttpd_server *server, connection_state *state, bool is_counted);

/// Whether there is room for a request on this connection.
bool microhttpd_has_room(microhttpd_server *server, connection_state *state);

// Suspension.c

/// Ends streams whose clients have gone.
void microhttpd_end_closed_streams(microhttpd_server *server, int64_t time);

/// Resumes all requests that wait for their answers.
void microhttpd_resume_all(microhttpd_server *server);

#endif
