#include "Server.h"

#include <poll.h>
#include <stdlib.h>

// Streams, and requests that wait for their answers: both suspend their connections.

enum {
    /// How long a stream may stay open after its client has gone.
    stream_check_milliseconds = 500,
    stream_check_count = 256
};

/// Reads from a stream. If there are no bytes, suspends the connection; otherwise the library would ask again at
/// once.
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t capacity) {
    (void)position;
    stream_state *stream = context;
    microhttpd_server *server = stream->server;
    pthread_mutex_lock(&server->suspension_lock);
    ssize_t count = stream_ends;
    if (!stream->is_over && !atomic_load(&server->is_draining)) {
        microhttpd_handler *handler = &server->handler;
        count = handler->read_stream(handler->context, stream->stream, (uint8_t *)bytes, capacity);
        if (count == 0) {
            stream->is_suspended = true;
            server->loader->suspend_connection(stream->connection);
        }
    }
    pthread_mutex_unlock(&server->suspension_lock);
    return count < 0 ? stream_ends : count;
}

static void end_stream(void *context) {
    stream_state *stream = context;
    microhttpd_server *server = stream->server;
    pthread_mutex_lock(&server->suspension_lock);
    if (stream->previous) stream->previous->next = stream->next;
    else server->first_stream = stream->next;
    if (stream->next) stream->next->previous = stream->previous;
    pthread_mutex_unlock(&server->suspension_lock);
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
    state->socket = exchange->state ? exchange->state->socket : -1;
    pthread_mutex_lock(&server->suspension_lock);
    state->next = server->first_stream;
    if (state->next) state->next->previous = state;
    server->first_stream = state;
    pthread_mutex_unlock(&server->suspension_lock);
    void *response = loader->create_stream(UINT64_MAX, stream_block_size, read_stream, state, end_stream);
    if (!response) {
        end_stream(state);
        return;
    }
    microhttpd_add_fields(loader, response, fields, field_count);
    microhttpd_count(server, exchange->state, false);
    microhttpd_queue(exchange, 200, response, phase_streaming);
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
    microhttpd_add_fields(loader, response, fields, field_count);
    microhttpd_queue(exchange, 200, response, phase_answering);
}

/// Lets the library read a stream again. Needs the lock.
static void resume(stream_state *stream) {
    if (!stream->is_suspended) return;
    stream->is_suspended = false;
    stream->server->loader->resume_connection(stream->connection);
}

void microhttpd_server_wake(microhttpd_server *server) {
    pthread_mutex_lock(&server->suspension_lock);
    for (stream_state *stream = server->first_stream; stream; stream = stream->next) resume(stream);
    pthread_mutex_unlock(&server->suspension_lock);
}

/// Ends the streams of a list whose clients have gone. A client that sends anything after its request has no use for the
/// answer to it, which never ends. Needs the lock.
static void end_closed(stream_state **streams, struct pollfd *descriptors, size_t count) {
    if (poll(descriptors, (nfds_t)count, 0) <= 0) return;
    for (size_t index = 0; index < count; index++) {
        if (!descriptors[index].revents) continue;
        streams[index]->is_over = true;
        // The descriptor is closed only after the stream has ended.
        shutdown(streams[index]->socket, SHUT_RDWR);
        resume(streams[index]);
    }
}

void microhttpd_end_closed_streams(microhttpd_server *server, int64_t time) {
    if (time - server->streams_checked < stream_check_milliseconds) return;
    server->streams_checked = time;
    stream_state *streams[stream_check_count];
    struct pollfd descriptors[stream_check_count];
    size_t count = 0;
    // The library does not look at suspended connections.
    pthread_mutex_lock(&server->suspension_lock);
    for (stream_state *stream = server->first_stream; stream; stream = stream->next) {
        if (stream->is_over || stream->socket < 0) continue;
        streams[count] = stream;
        descriptors[count++] = (struct pollfd){.fd = stream->socket, .events = POLLIN};
        if (count < stream_check_count) continue;
        end_closed(streams, descriptors, count);
        count = 0;
    }
    if (count) end_closed(streams, descriptors, count);
    pthread_mutex_unlock(&server->suspension_lock);
}

// Requests that wait for their answers.

bool microhttpd_suspend(microhttpd_exchange *exchange) {
    microhttpd_server *server = exchange->server;
    pthread_mutex_lock(&server->suspension_lock);
    bool is_suspended = !atomic_load(&server->is_draining);
    if (is_suspended) {
        exchange->is_waiting = true;
        exchange->was_suspended = true;
        exchange->previous = NULL;
        exchange->next = server->first_waiting;
        if (exchange->next) exchange->next->previous = exchange;
        server->first_waiting = exchange;
        microhttpd_enter(exchange->state, phase_answering);
        server->loader->suspend_connection(exchange->connection);
    }
    pthread_mutex_unlock(&server->suspension_lock);
    return is_suspended;
}

/// Needs the lock.
static void resume_waiting(microhttpd_exchange *exchange) {
    if (!exchange->is_waiting) return;
    microhttpd_server *server = exchange->server;
    exchange->is_waiting = false;
    if (exchange->previous) exchange->previous->next = exchange->next;
    else server->first_waiting = exchange->next;
    if (exchange->next) exchange->next->previous = exchange->previous;
    server->loader->resume_connection(exchange->connection);
}

void microhttpd_resume(microhttpd_exchange *exchange) {
    pthread_mutex_lock(&exchange->server->suspension_lock);
    resume_waiting(exchange);
    pthread_mutex_unlock(&exchange->server->suspension_lock);
}

void microhttpd_resume_all(microhttpd_server *server) {
    pthread_mutex_lock(&server->suspension_lock);
    while (server->first_waiting) resume_waiting(server->first_waiting);
    pthread_mutex_unlock(&server->suspension_lock);
}
