#include "MicrohttpdLoader.h"

#include "Interface.h"

#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    maximum_field_count = 100,
    /// For the head and a part of the body of a request, and the head of a response. The library clears all of it
    /// after each request.
    connection_memory = 32 * 1024,
    /// How long a client may take to read an answer.
    answer_milliseconds = 60 * 1000,
    /// How long a connection is idle before its client is expected to send nothing more.
    quiet_milliseconds = 100,
    peer_size = 64
};

/// What a connection does, for its time limits.
enum phase { phase_idle, phase_receiving, phase_answering, phase_streaming };

typedef struct connection_state {
    struct connection_state *previous, *next;
    int socket;
    atomic_int phase;
    /// When the phase began.
    _Atomic int64_t since;
    /// The start of the phase in which the client's side was last found open.
    int64_t known_open_since;
    bool is_ended;
    char peer[peer_size];
} connection_state;

/// A streamed response.
typedef struct stream_state {
    struct stream_state *previous, *next;
    microhttpd_server *server;
    void *connection;
    void *stream;
    bool is_suspended;
} stream_state;

struct microhttpd_server {
    const microhttpd_loader *loader;
    microhttpd_handler handler;
    microhttpd_options options;
    void *daemon;
    pthread_mutex_t lock;
    /// The open connections, protected by the lock.
    connection_state *first;
    /// Protects the streams. It is held while a stream decides to wait, so that no wake-up is lost.
    pthread_mutex_t stream_lock;
    stream_state *first_stream;
    size_t stream_count;
    atomic_size_t connection_count;
    atomic_bool is_draining;
    int drained_socket;
};

struct microhttpd_exchange {
    microhttpd_server *server;
    void *connection;
    connection_state *state;
    char *target;
    /// The address of the target in the buffer of the library.
    uintptr_t target_start;
    void *request;
    bool has_begun;
    bool is_answered;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void enter(connection_state *state, enum phase phase) {
    if (!state) return;
    atomic_store(&state->since, now());
    atomic_store(&state->phase, (int)phase);
}

// Callbacks of libmicrohttpd, on its threads.

/// Notes that a connection was opened or is about to be closed.
static void notify_connection(void *context, void *connection, void **socket_context, int event) {
    microhttpd_server *server = context;
    if (event == connection_started) {
        connection_state *state = calloc(1, sizeof(connection_state));
        *socket_context = state;
        atomic_fetch_add(&server->connection_count, 1);
        if (!state) return;
        const int *descriptor = server->loader->get_connection_info(connection, info_socket);
        state->socket = descriptor ? *descriptor : -1;
        const struct sockaddr *const *address = server->loader->get_connection_info(connection, info_client_address);
        if (address && *address) {
            socklen_t size = (*address)->sa_family == AF_INET6 ? sizeof(struct sockaddr_storage) : 16;
            if (getnameinfo(*address, size, state->peer, peer_size, NULL, 0, NI_NUMERICHOST)) state->peer[0] = 0;
        }
        enter(state, phase_idle);
        pthread_mutex_lock(&server->lock);
        state->next = server->first;
        if (state->next) state->next->previous = state;
        server->first = state;
        pthread_mutex_unlock(&server->lock);
    } else {
        atomic_fetch_sub(&server->connection_count, 1);
        connection_state *state = *socket_context;
        if (!state) return;
        // The descriptor is closed after this call, so that a sweep never meets one that was reused.
        pthread_mutex_lock(&server->lock);
        if (state->previous) state->previous->next = state->next;
        else server->first = state->next;
        if (state->next) state->next->previous = state->previous;
        pthread_mutex_unlock(&server->lock);
        free(state);
    }
}

/// Keeps the target as it was sent: the library decodes it, and ends it at `%00`. The library allows changing the
/// target here.
static void *note_target(void *context, const char *target, void *connection) {
    microhttpd_exchange *exchange = calloc(1, sizeof(microhttpd_exchange));
    if (!exchange) return NULL;
    exchange->server = context;
    exchange->connection = connection;
    exchange->target = strdup(target);
    exchange->target_start = (uintptr_t)target;
    // The library would read the parameters of the query, and never answer if memory for them runs out. Hide them.
    char *query = strchr(target, '?');
    if (query && query[1]) query[1] = 0;
    return exchange;
}

typedef struct {
    microhttpd_field fields[maximum_field_count];
    size_t count;
    bool has_more;
} field_list;

static int collect_field(
    void *context, int kind, const char *name, size_t name_count, const char *value, size_t value_count) {
    (void)kind;
    field_list *list = context;
    if (list->count == maximum_field_count) {
        list->has_more = true;
        return result_no;
    }
    list->fields[list->count++] = (microhttpd_field){name, name_count, value ? value : "", value ? value_count : 0};
    return result_yes;
}

/// Whether the method continues after a null byte: otherwise only blanks lie between its end and the target.
static bool method_has_null_byte(const microhttpd_exchange *exchange, const char *method) {
    const char *next = method + strlen(method) + 1;
    while ((uintptr_t)next < exchange->target_start && *next == ' ') next++;
    return (uintptr_t)next != exchange->target_start;
}

/// Whether the target continues after a null byte: otherwise the version follows one byte after its end.
static bool target_has_null_byte(const microhttpd_exchange *exchange, const char *version) {
    return exchange->target_start + strlen(exchange->target) + 1 != (uintptr_t)version;
}

/// Whether the value of a field continues after a null byte, at which the library ends it.
///
/// The library has the head in one buffer, which begins with the method, and replaces line ends with null bytes. Each field
/// must begin directly after the line end of the one before, and the empty line must follow the last one.
static bool have_null_byte(const field_list *list, const char *method, size_t head_size) {
    for (size_t index = 0; index < list->count; index++) {
        const microhttpd_field *field = &list->fields[index];
        uintptr_t end = (uintptr_t)field->value + field->value_count;
        bool is_last = index + 1 == list->count;
        uintptr_t next = is_last ? (uintptr_t)method + head_size : (uintptr_t)list->fields[index + 1].name;
        uintptr_t distance = next - end;
        if (distance < (is_last ? 2 : 1) || distance > (is_last ? 4 : 2)) return true;
    }
    return false;
}

static int begin(microhttpd_exchange *exchange, const char *method, const char *version) {
    microhttpd_server *server = exchange->server;
    const microhttpd_loader *loader = server->loader;
    exchange->has_begun = true;
    connection_state *const *state = loader->get_connection_info(exchange->connection, info_socket_context);
    exchange->state = state ? *state : NULL;
    enter(exchange->state, phase_receiving);
    field_list list;
    list.count = 0;
    list.has_more = false;
    loader->get_connection_values(exchange->connection, kind_header, collect_field, &list);
    const size_t *size = loader->get_connection_info(exchange->connection, info_header_size);
    microhttpd_head head = {
        .method = method,
        .method_has_null_byte = method_has_null_byte(exchange, method),
        .target = exchange->target,
        .target_has_null_byte = target_has_null_byte(exchange, version),
        .version = version,
        .fields = list.fields,
        .field_count = list.count,
        .has_more_fields = list.has_more,
        .fields_have_null_byte = !list.has_more && size && have_null_byte(&list, method, *size),
        .byte_count = size ? *size : 0,
        .peer = exchange->state ? exchange->state->peer : "",
        .connection_count = atomic_load(&server->connection_count),
    };
    exchange->request = server->handler.begin(server->handler.context, exchange, &head);
    return exchange->request || exchange->is_answered ? result_yes : result_no;
}

static int handle(
    void *context,
    void *connection,
    const char *url,
    const char *method,
    const char *version,
    const char *upload,
    size_t *upload_count,
    void **context_of_request) {
    (void)context, (void)connection, (void)url;
    microhttpd_exchange *exchange = *context_of_request;
    if (!exchange || !exchange->target) return result_no;
    if (!exchange->has_begun) return begin(exchange, method, version);
    microhttpd_handler *handler = &exchange->server->handler;
    if (*upload_count > 0) {
        bool is_accepted = handler->receive(handler->context, exchange->request, (const uint8_t *)upload, *upload_count);
        *upload_count = 0;
        return is_accepted ? result_yes : result_no;
    }
    handler->complete(handler->context, exchange->request, exchange);
    return exchange->is_answered ? result_yes : result_no;
}

static void complete(void *context, void *connection, void **context_of_request, int reason) {
    (void)context, (void)connection, (void)reason;
    microhttpd_exchange *exchange = *context_of_request;
    if (!exchange) return;
    *context_of_request = NULL;
    microhttpd_handler *handler = &exchange->server->handler;
    if (exchange->request) handler->end(handler->context, exchange->request);
    enter(exchange->state, phase_idle);
    free(exchange->target);
    free(exchange);
}

static void add_fields(
    const microhttpd_loader *loader, void *response, const microhttpd_field *fields, size_t field_count) {
    for (size_t index = 0; index < field_count; index++) {
        loader->add_response_header(response, fields[index].name, fields[index].value);
    }
}

/// Queues a response, and releases it. The connection enters the given phase.
static void queue(microhttpd_exchange *exchange, unsigned status, void *response, enum phase phase) {
    const microhttpd_loader *loader = exchange->server->loader;
    enter(exchange->state, phase);
    exchange->is_answered = loader->queue_response(exchange->connection, status, response) == result_yes;
    loader->destroy_response(response);
}

void microhttpd_answer(
    microhttpd_exchange *exchange,
    unsigned status,
    const microhttpd_field *fields,
    size_t field_count,
    const uint8_t *body,
    size_t body_count,
    bool closes_connection) {
    const microhttpd_loader *loader = exchange->server->loader;
    void *response = loader->create_response(body_count, (void *)body, mode_must_copy);
    if (!response) return;
    add_fields(loader, response, fields, field_count);
    if (closes_connection || atomic_load(&exchange->server->is_draining)) {
        loader->add_response_header(response, "Connection", "close");
    }
    queue(exchange, status, response, phase_answering);
}

// Streams.

/// Reads from a stream. If there are no bytes, suspends the connection; otherwise the library would ask again at
/// once.
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t capacity) {
    (void)position;
    stream_state *stream = context;
    microhttpd_server *server = stream->server;
    pthread_mutex_lock(&server->stream_lock);
    ssize_t count = stream_ends;
    if (!atomic_load(&server->is_draining)) {
        microhttpd_handler *handler = &server->handler;
        count = (ssize_t)handler->read_stream(handler->context, stream->stream, (uint8_t *)bytes, capacity);
        if (count == 0) {
            stream->is_suspended = true;
            server->loader->suspend_connection(stream->connection);
        }
    }
    pthread_mutex_unlock(&server->stream_lock);
    return count;
}

static void end_stream(void *context) {
    stream_state *stream = context;
    microhttpd_server *server = stream->server;
    pthread_mutex_lock(&server->stream_lock);
    if (stream->previous) stream->previous->next = stream->next;
    else server->first_stream = stream->next;
    if (stream->next) stream->next->previous = stream->previous;
    server->stream_count--;
    pthread_mutex_unlock(&server->stream_lock);
    server->handler.end_stream(server->handler.context, stream->stream);
    free(stream);
}

void microhttpd_answer_with_stream(
    microhttpd_exchange *exchange, const microhttpd_field *fields, size_t field_count, void *stream) {
    microhttpd_server *server = exchange->server;
    const microhttpd_loader *loader = server->loader;
    stream_state *state = calloc(1, sizeof(stream_state));
    if (!state) {
        server->handler.end_stream(server->handler.context, stream);
        return;
    }
    state->server = server;
    state->connection = exchange->connection;
    state->stream = stream;
    pthread_mutex_lock(&server->stream_lock);
    state->next = server->first_stream;
    if (state->next) state->next->previous = state;
    server->first_stream = state;
    server->stream_count++;
    pthread_mutex_unlock(&server->stream_lock);
    void *response = loader->create_stream(UINT64_MAX, stream_block_size, read_stream, state, end_stream);
    if (!response) {
        end_stream(state);
        return;
    }
    add_fields(loader, response, fields, field_count);
    queue(exchange, 200, response, phase_streaming);
}

static ssize_t read_nothing(void *context, uint64_t position, char *bytes, size_t capacity) {
    (void)context, (void)position, (void)bytes, (void)capacity;
    return stream_ends;
}

void microhttpd_answer_without_stream(
    microhttpd_exchange *exchange, const microhttpd_field *fields, size_t field_count) {
    const microhttpd_loader *loader = exchange->server->loader;
    void *response = loader->create_stream(UINT64_MAX, stream_block_size, read_nothing, NULL, NULL);
    if (!response) return;
    // Otherwise the library would send a final chunk, although the response to HEAD has no body.
    loader->set_response_options(response, response_without_chunks, response_option_end);
    add_fields(loader, response, fields, field_count);
    queue(exchange, 200, response, phase_answering);
}

void microhttpd_server_wake(microhttpd_server *server) {
    pthread_mutex_lock(&server->stream_lock);
    for (stream_state *stream = server->first_stream; stream; stream = stream->next) {
        if (!stream->is_suspended) continue;
        stream->is_suspended = false;
        server->loader->resume_connection(stream->connection);
    }
    pthread_mutex_unlock(&server->stream_lock);
}

// The lifecycle of a server.

microhttpd_server *microhttpd_server_start(
    const microhttpd_loader *loader, const microhttpd_options *options, const microhttpd_handler *handler) {
    microhttpd_server *server = calloc(1, sizeof(microhttpd_server));
    if (!server) return NULL;
    server->loader = loader;
    server->handler = *handler;
    server->options = *options;
    server->drained_socket = -1;
    pthread_mutex_init(&server->lock, NULL);
    pthread_mutex_init(&server->stream_lock, NULL);
#ifdef __linux__
    unsigned flags = flag_internal_thread | flag_epoll | flag_inter_thread_channel | flag_suspend_resume;
#else
    unsigned flags = flag_internal_thread | flag_automatic | flag_inter_thread_channel | flag_suspend_resume;
#endif
    // A pool has at least two threads.
    unsigned thread_count = options->thread_count > 1 ? options->thread_count : 0;
    server->daemon = loader->start_daemon(
        flags, 0, NULL, NULL, handle, server,
        option_listen_socket, options->socket,
        option_memory_limit, (size_t)connection_memory,
        option_connection_limit, options->connection_limit,
        option_connection_timeout, options->idle_seconds,
        option_notify_completed, complete, server,
        option_uri_callback, note_target, server,
        option_notify_connection, notify_connection, server,
        thread_count ? option_thread_pool_size : option_end, thread_count,
        option_end);
    if (server->daemon) return server;
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->stream_lock);
    free(server);
    return NULL;
}

static bool is_late(microhttpd_server *server, connection_state *state, int64_t time) {
    // The phase is read first, and written last: its start may be that of the next phase, but never of the one before,
    // whose age would be compared with the limit of another phase.
    int phase = atomic_load(&state->phase);
    int64_t age = time - atomic_load(&state->since);
    switch (phase) {
    case phase_idle: return age > (int64_t)server->options.idle_seconds * 1000;
    case phase_receiving: return age > (int64_t)server->options.request_seconds * 1000;
    case phase_streaming: return false;
    default: return age > answer_milliseconds;
    }
}

/// Whether an idle connection gets no further request, because its client has closed its side.
///
/// The library misses this if the end arrives together with the last request. A later end wakes the library, so one
/// check is enough each time a connection becomes idle.
static bool is_half_closed(connection_state *state, int64_t time) {
    int64_t since = atomic_load(&state->since);
    if (atomic_load(&state->phase) != phase_idle || state->known_open_since == since) return false;
    // Avoid the system call for busy connections.
    if (time - since < quiet_milliseconds) return false;
    char byte;
    if (recv(state->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) return true;
    state->known_open_since = since;
    return false;
}

void microhttpd_server_sweep(microhttpd_server *server) {
    int64_t time = now();
    pthread_mutex_lock(&server->lock);
    for (connection_state *state = server->first; state; state = state->next) {
        if (state->is_ended || state->socket < 0) continue;
        if (!is_late(server, state, time) && !is_half_closed(state, time)) continue;
        state->is_ended = true;
        shutdown(state->socket, SHUT_RDWR);
    }
    pthread_mutex_unlock(&server->lock);
}

void microhttpd_server_drain(microhttpd_server *server) {
    atomic_store(&server->is_draining, true);
    microhttpd_server_wake(server);
    if (server->drained_socket == -1) server->drained_socket = server->loader->quiesce_daemon(server->daemon);
}

size_t microhttpd_server_busy_count(microhttpd_server *server, unsigned milliseconds) {
    int64_t time = now();
    size_t count = 0;
    pthread_mutex_lock(&server->lock);
    for (connection_state *state = server->first; state; state = state->next) {
        bool is_idle = atomic_load(&state->phase) == phase_idle;
        if (!is_idle || time - atomic_load(&state->since) < (int64_t)milliseconds) count++;
    }
    pthread_mutex_unlock(&server->lock);
    return count;
}

void microhttpd_server_stop(microhttpd_server *server) {
    // The library aborts if a connection is suspended. A stream that is read from now on ends instead.
    atomic_store(&server->is_draining, true);
    microhttpd_server_wake(server);
    server->loader->stop_daemon(server->daemon);
    if (server->drained_socket != -1) close(server->drained_socket);
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->stream_lock);
    free(server);
}
