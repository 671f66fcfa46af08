#include "Server.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum {
    /// How long a client may take to read an answer.
    answer_milliseconds = 60 * 1000,
    /// How long a connection is idle before its client is expected to send nothing more.
    quiet_milliseconds = 100,
    /// How long a connection must have been silent to make room for another one.
    silent_milliseconds = 1000
};

// Clients.

/// The key of an address. Providers give customers at least 64 bits of IPv6 addresses, which therefore count as one client.
static void read_key(const struct sockaddr *address, uint64_t key[2]) {
    key[0] = 0;
    key[1] = 0;
    if (address->sa_family == AF_INET) {
        key[0] = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
        key[1] = 4;
    } else if (address->sa_family == AF_INET6) {
        const uint8_t *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
        static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
        bool is_mapped = memcmp(bytes, mapped, sizeof(mapped)) == 0;
        size_t start = is_mapped ? 12 : 0, end = is_mapped ? 16 : 8;
        for (size_t index = start; index < end; index++) key[0] = key[0] << 8 | bytes[index];
        key[1] = is_mapped ? 4 : 6;
    }
}

static client **bucket(microhttpd_server *server, const uint64_t key[2]) {
    uint64_t hash = (key[0] ^ key[1] << 56) * 0x9E3779B97F4A7C15u;
    return &server->clients[hash >> 52];
}

static client *find_client(microhttpd_server *server, const uint64_t key[2]) {
    client *one = *bucket(server, key);
    while (one && (one->key[0] != key[0] || one->key[1] != key[1])) one = one->next;
    return one;
}

/// The client of an address, with one more reference; NULL if there is no memory.
static client *retain_client(microhttpd_server *server, const struct sockaddr *address) {
    uint64_t key[2];
    read_key(address, key);
    client *one = find_client(server, key);
    if (!one) {
        one = calloc(1, sizeof(client));
        if (!one) return NULL;
        memcpy(one->key, key, sizeof(key));
        client **first = bucket(server, key);
        one->next = *first;
        *first = one;
    }
    one->reference_count++;
    return one;
}

static void release_client(microhttpd_server *server, client *one) {
    if (!one || --one->reference_count > 0) return;
    client **link = bucket(server, one->key);
    while (*link != one) link = &(*link)->next;
    *link = one->next;
    free(one);
}

static void write_peer(const struct sockaddr *address, char peer[peer_size]) {
    socklen_t size = address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(address, size, peer, peer_size, NULL, 0, NI_NUMERICHOST)) peer[0] = 0;
}

static bool is_trusted(microhttpd_server *server, const char *peer) {
    return server->options.has_trusted_proxies && server->handler.is_trusted(server->handler.context, peer);
}

// Admission. The library has a limit of connections for each address, too, but none that leaves out trusted proxies.

int microhttpd_accept(void *context, const struct sockaddr *address, socklen_t size) {
    (void)size;
    microhttpd_server *server = context;
    const microhttpd_options *options = &server->options;
    uint64_t key[2];
    read_key(address, key);
    pthread_mutex_lock(&server->lock);
    client *one = find_client(server, key);
    size_t own = one ? one->connection_count : 0;
    size_t all = atomic_load(&server->connection_count);
    if (all >= options->connection_limit) server->wanted_room++;
    pthread_mutex_unlock(&server->lock);
    // The first half of the reserve is for short answers to everybody, the second half for clients without connections.
    size_t limit = (size_t)options->connection_limit + options->reserve / (own > 0 ? 2 : 1);
    if (own < options->client_connection_limit && all < limit) return result_yes;
    char peer[peer_size];
    write_peer(address, peer);
    return all < (size_t)options->connection_limit + options->reserve && is_trusted(server, peer);
}

bool microhttpd_has_room(microhttpd_server *server, connection_state *state) {
    if (atomic_load(&server->connection_count) <= server->options.connection_limit) return true;
    pthread_mutex_lock(&server->lock);
    bool is_only_one = state && state->client && state->client->connection_count == 1 && state->is_counted;
    pthread_mutex_unlock(&server->lock);
    return is_only_one;
}

/// Needs the lock.
static void set_counted(microhttpd_server *server, connection_state *state, bool is_counted) {
    if (state->is_counted == is_counted) return;
    state->is_counted = is_counted;
    if (is_counted) {
        atomic_fetch_add(&server->connection_count, 1);
        if (state->client) state->client->connection_count++;
    } else {
        atomic_fetch_sub(&server->connection_count, 1);
        if (state->client) state->client->connection_count--;
    }
}

void microhttpd_count(microhttpd_server *server, connection_state *state, bool is_counted) {
    if (!state) return;
    pthread_mutex_lock(&server->lock);
    set_counted(server, state, is_counted && !state->is_ended);
    pthread_mutex_unlock(&server->lock);
}

static void note_opened(microhttpd_server *server, void *connection, void **socket_context) {
    connection_state *state = calloc(1, sizeof(connection_state));
    *socket_context = state;
    if (!state) return;
    const int *descriptor = server->loader->get_connection_info(connection, info_socket);
    state->socket = descriptor ? *descriptor : -1;
    const struct sockaddr *const *address = server->loader->get_connection_info(connection, info_client_address);
    bool is_known = address && *address;
    if (is_known) write_peer(*address, state->peer);
    bool has_client = is_known && !is_trusted(server, state->peer);
    microhttpd_enter(state, phase_idle);
    pthread_mutex_lock(&server->lock);
    if (has_client) state->client = retain_client(server, *address);
    set_counted(server, state, true);
    state->next = server->first;
    if (state->next) state->next->previous = state;
    server->first = state;
    pthread_mutex_unlock(&server->lock);
}

void microhttpd_note_connection(void *context, void *connection, void **socket_context, int event) {
    microhttpd_server *server = context;
    if (event == connection_started) return note_opened(server, connection, socket_context);
    connection_state *state = *socket_context;
    if (!state) return;
    // The descriptor is closed after this call, so that a sweep never meets one that was reused.
    pthread_mutex_lock(&server->lock);
    set_counted(server, state, false);
    release_client(server, state->client);
    if (state->previous) state->previous->next = state->next;
    else server->first = state->next;
    if (state->next) state->next->previous = state->previous;
    pthread_mutex_unlock(&server->lock);
    free(state);
}

// Time limits.

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

/// Needs the lock.
static void end(microhttpd_server *server, connection_state *state) {
    state->is_ended = true;
    set_counted(server, state, false);
    shutdown(state->socket, SHUT_RDWR);
}

/// A connection that may be ended to make room, with what it did when it was found.
typedef struct {
    connection_state *state;
    int phase;
    int64_t since;
} silent_connection;

/// Idle connections come first, and of each kind those that have been silent longest.
static int compare_silence(const void *left, const void *right) {
    const silent_connection *first = left, *second = right;
    if (first->phase != second->phase) return first->phase == phase_idle ? -1 : 1;
    return (first->since > second->since) - (first->since < second->since);
}

/// Ends the connections that have been silent longest, as many as others need. Needs the lock.
static void make_room(microhttpd_server *server, int64_t time) {
    size_t wanted = server->wanted_room;
    server->wanted_room = 0;
    if (!wanted || atomic_load(&server->connection_count) < server->options.connection_limit) return;
    silent_connection *found = malloc(atomic_load(&server->connection_count) * sizeof(silent_connection));
    if (!found) return;
    size_t count = 0;
    for (connection_state *state = server->first; state; state = state->next) {
        if (!state->is_counted || !state->client || state->socket < 0) continue;
        int phase = atomic_load(&state->phase);
        int64_t since = atomic_load(&state->since);
        if ((phase != phase_idle && phase != phase_receiving) || time - since < silent_milliseconds) continue;
        found[count++] = (silent_connection){state, phase, since};
    }
    qsort(found, count, sizeof(silent_connection), compare_silence);
    for (size_t index = 0; index < count && index < wanted; index++) end(server, found[index].state);
    free(found);
}

void microhttpd_server_sweep(microhttpd_server *server) {
    int64_t time = microhttpd_now();
    pthread_mutex_lock(&server->lock);
    for (connection_state *state = server->first; state; state = state->next) {
        if (state->is_ended || state->socket < 0) continue;
        if (is_late(server, state, time) || is_half_closed(state, time)) end(server, state);
    }
    make_room(server, time);
    pthread_mutex_unlock(&server->lock);
    microhttpd_end_closed_streams(server, time);
}

size_t microhttpd_server_busy_count(microhttpd_server *server, unsigned milliseconds) {
    int64_t time = microhttpd_now();
    size_t count = 0;
    pthread_mutex_lock(&server->lock);
    for (connection_state *state = server->first; state; state = state->next) {
        bool is_idle = atomic_load(&state->phase) == phase_idle;
        if (!is_idle || time - atomic_load(&state->since) < (int64_t)milliseconds) count++;
    }
    pthread_mutex_unlock(&server->lock);
    return count;
}

size_t microhttpd_server_connection_count(const microhttpd_server *server) {
    return atomic_load(&server->connection_count);
}
