#include "Server.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    maximum_field_count = 100,
    /// For the head and a part of the body of a request, and the head of a response. The library clears all of it
    /// after each request.
    connection_memory = 32 * 1024,
    /// Answers up to this size do not count as queued.
    uncounted_bytes = 16 * 1024,
    /// Connections whose ends the library has not seen yet, and those of its threads that accept at the same time.
    accept_slack = 1024
};

int64_t microhttpd_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void microhttpd_enter(connection_state *state, enum phase phase) {
    if (!state) return;
    atomic_store(&state->since, microhttpd_now());
    atomic_store(&state->phase, (int)phase);
}

// Callbacks of libmicrohttpd, on its threads.

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
    microhttpd_enter(exchange->state, phase_receiving);
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
        .has_room = microhttpd_has_room(server, exchange->state),
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
    exchange->was_suspended = false;
    handler->complete(handler->context, exchange->request, exchange);
    return exchange->is_answered || exchange->was_suspended ? result_yes : result_no;
}

/// Counts the bytes of an answer that is not shared, or no longer.
static void count_queued(microhttpd_exchange *exchange, size_t count, bool is_queued) {
    client *one = exchange->state ? exchange->state->client : NULL;
    if (is_queued) {
        atomic_fetch_add(&exchange->server->queued_bytes, count);
        if (one) atomic_fetch_add(&one->queued_bytes, count);
    } else {
        atomic_fetch_sub(&exchange->server->queued_bytes, count);
        if (one) atomic_fetch_sub(&one->queued_bytes, count);
    }
}

static void complete(void *context, void *connection, void **context_of_request, int reason) {
    (void)context, (void)connection, (void)reason;
    microhttpd_exchange *exchange = *context_of_request;
    if (!exchange) return;
    *context_of_request = NULL;
    microhttpd_handler *handler = &exchange->server->handler;
    if (exchange->request) handler->end(handler->context, exchange->request);
    if (exchange->queued_bytes) count_queued(exchange, exchange->queued_bytes, false);
    connection_state *state = exchange->state;
    if (state && atomic_load(&state->phase) == phase_streaming) microhttpd_count(exchange->server, state, true);
    microhttpd_enter(state, phase_idle);
    free(exchange->target);
    free(exchange);
}

void microhttpd_add_fields(
    const microhttpd_loader *loader, void *response, const microhttpd_field *fields, size_t field_count) {
    for (size_t index = 0; index < field_count; index++) {
        loader->add_response_header(response, fields[index].name, fields[index].value);
    }
}

void microhttpd_queue(microhttpd_exchange *exchange, unsigned status, void *response, enum phase phase) {
    const microhttpd_loader *loader = exchange->server->loader;
    microhttpd_enter(exchange->state, phase);
    exchange->is_answered = loader->queue_response(exchange->connection, status, response) == result_yes;
    loader->destroy_response(response);
}

bool microhttpd_can_queue(const microhttpd_exchange *exchange, size_t count) {
    if (count <= uncounted_bytes) return true;
    const microhttpd_server *server = exchange->server;
    size_t limit = server->options.queued_byte_limit;
    if (count > limit || atomic_load(&server->queued_bytes) > limit - count) return false;
    const client *one = exchange->state ? exchange->state->client : NULL;
    // A single client gets a quarter. Its first answer is always allowed, whatever its size.
    size_t own = one ? atomic_load(&one->queued_bytes) : 0;
    return own == 0 || (count <= limit / 4 && own <= limit / 4 - count);
}

void microhttpd_answer(
    microhttpd_exchange *exchange,
    unsigned status,
    const microhttpd_field *fields,
    size_t field_count,
    microhttpd_body body,
    bool closes_connection) {
    const microhttpd_loader *loader = exchange->server->loader;
    void *response = body.owner
        ? loader->create_shared_response(body.count, (void *)body.bytes, body.release, body.owner)
        : loader->create_response(body.count, (void *)body.bytes, mode_must_copy);
    if (!response) {
        if (body.owner) body.release(body.owner);
        return;
    }
    if (!body.is_shared && body.count > uncounted_bytes) {
        exchange->queued_bytes = body.count;
        count_queued(exchange, body.count, true);
    }
    microhttpd_add_fields(loader, response, fields, field_count);
    if (closes_connection || atomic_load(&exchange->server->is_draining)) {
        loader->add_response_header(response, "Connection", "close");
    }
    microhttpd_queue(exchange, status, response, phase_answering);
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
    pthread_mutex_init(&server->suspension_lock, NULL);
#ifdef __linux__
    unsigned flags = flag_internal_thread | flag_epoll | flag_inter_thread_channel | flag_suspend_resume;
#else
    unsigned flags = flag_internal_thread | flag_automatic | flag_inter_thread_channel | flag_suspend_resume;
#endif
    // A pool has at least two threads.
    unsigned thread_count = options->thread_count > 1 ? options->thread_count : 0;
    server->daemon = loader->start_daemon(
        flags, 0, microhttpd_accept, server, handle, server,
        option_listen_socket, options->socket,
        option_memory_limit, (size_t)connection_memory,
        // Never reached: connections beyond the limits of the server are refused, while the library would let them wait.
        option_connection_limit, options->connection_limit + options->reserve + options->stream_limit + accept_slack,
        option_connection_timeout, options->idle_seconds,
        option_notify_completed, complete, server,
        option_uri_callback, note_target, server,
        option_notify_connection, microhttpd_note_connection, server,
        thread_count ? option_thread_pool_size : option_end, thread_count,
        option_end);
    if (server->daemon) return server;
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->suspension_lock);
    free(server);
    return NULL;
}

void microhttpd_server_drain(microhttpd_server *server) {
    atomic_store(&server->is_draining, true);
    microhttpd_server_wake(server);
    if (server->drained_socket != -1) return;
    server->drained_socket = server->loader->quiesce_daemon(server->daemon);
    // Refuse connections from now on, so that their clients go to another server at once. The descriptor stays open: the
    // threads of the library may still use it.
    if (server->drained_socket != -1 && !server->options.is_socket_shared) shutdown(server->drained_socket, SHUT_RDWR);
}

void microhttpd_server_stop(microhttpd_server *server) {
    // The library aborts if a connection is suspended. A stream that is read from now on ends instead.
    atomic_store(&server->is_draining, true);
    microhttpd_server_wake(server);
    microhttpd_resume_all(server);
    server->loader->stop_daemon(server->daemon);
    if (server->drained_socket != -1) close(server->drained_socket);
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->suspension_lock);
    free(server);
}
