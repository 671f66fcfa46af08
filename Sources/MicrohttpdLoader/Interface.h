/// The part of libmicrohttpd's stable binary interface that is used here.
///
/// Variadic functions must be called through variadic prototypes, because some systems pass their arguments differently.
#ifndef MICROHTTPD_INTERFACE_H
#define MICROHTTPD_INTERFACE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

typedef int (*value_iterator)(
    void *context, int kind, const char *name, size_t name_count, const char *value, size_t value_count);
typedef int (*accept_policy)(void *context, const struct sockaddr *address, socklen_t size);
typedef int (*access_handler)(
    void *context,
    void *connection,
    const char *url,
    const char *method,
    const char *version,
    const char *upload,
    size_t *upload_count,
    void **exchange);

typedef ssize_t (*content_reader)(void *context, uint64_t position, char *bytes, size_t capacity);
typedef void (*content_end)(void *context);

typedef void *(*start_daemon_function)(
    unsigned flags, uint16_t port, accept_policy policy, void *policy_context, access_handler handler, void *context, ...);
typedef void (*stop_daemon_function)(void *daemon);
typedef int (*quiesce_daemon_function)(void *daemon);
typedef int (*get_connection_values_function)(void *connection, int kind, value_iterator iterator, void *context);
typedef const void *(*get_connection_info_function)(void *connection, int type, ...);
typedef void *(*create_response_function)(size_t count, void *bytes, int mode);
typedef void *(*create_shared_response_function)(size_t count, void *bytes, content_end release, void *context);
typedef void *(*create_stream_function)(
    uint64_t size, size_t block_size, content_reader reader, void *context, content_end end);
typedef void (*suspend_connection_function)(void *connection);
typedef void (*resume_connection_function)(void *connection);
typedef int (*add_response_header_function)(void *response, const char *name, const char *value);
typedef int (*set_response_options_function)(void *response, int flags, ...);
typedef int (*queue_response_function)(void *connection, unsigned status, void *response);
typedef void (*destroy_response_function)(void *response);

struct microhttpd_loader {
    start_daemon_function start_daemon;
    stop_daemon_function stop_daemon;
    quiesce_daemon_function quiesce_daemon;
    get_connection_values_function get_connection_values;
    get_connection_info_function get_connection_info;
    create_response_function create_response;
    create_shared_response_function create_shared_response;
    create_stream_function create_stream;
    suspend_connection_function suspend_connection;
    resume_connection_function resume_connection;
    add_response_header_function add_response_header;
    set_response_options_function set_response_options;
    queue_response_function queue_response;
    destroy_response_function destroy_response;
};

enum {
    result_no = 0,
    result_yes = 1,

    flag_internal_thread = 8,
    flag_epoll = 512,
    flag_inter_thread_channel = 1024,
    flag_suspend_resume = 8192,
    flag_automatic = 65536,

    option_end = 0,
    option_memory_limit = 1,
    option_connection_limit = 2,
    option_connection_timeout = 3,
    option_notify_completed = 4,
    option_uri_callback = 7,
    option_listen_socket = 12,
    option_thread_pool_size = 14,
    option_notify_connection = 27,

    kind_header = 1,

    info_client_address = 2,
    info_socket = 6,
    info_socket_context = 7,
    info_header_size = 10,

    connection_started = 0,
    connection_closed = 1,

    mode_must_copy = 2,

    response_without_chunks = 1,
    response_option_end = 0,

    stream_block_size = 1024,
    stream_ends = -1
};

#endif
