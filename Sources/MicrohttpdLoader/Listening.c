#include "MicrohttpdLoader.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    backlog = 1024,
    /// systemd passes on descriptors from here on: sd_listen_fds(3).
    first_passed_descriptor = 3,
    /// The bytes of an answer that the system buffers before it can send them. Otherwise it buffers megabytes for each
    /// client that does not read.
    maximum_unsent_bytes = 128 * 1024
};

/// Sets what a listening socket needs. Connections inherit it.
static void prepare(int descriptor) {
    int unsent = maximum_unsent_bytes;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof(unsent));
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

static int open_socket(const struct addrinfo *address, bool shares_port) {
    int descriptor = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (descriptor == -1) return -1;
    int on = 1;
    // Without it, the port cannot be used for a minute after a restart. A port on which another server listens is still
    // refused.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (shares_port) setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on));
    prepare(descriptor);
    if (bind(descriptor, address->ai_addr, address->ai_addrlen) == 0 && listen(descriptor, backlog) == 0) {
        return descriptor;
    }
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

static uint16_t port_of(int descriptor) {
    struct sockaddr_storage address;
    socklen_t size = sizeof(address);
    if (getsockname(descriptor, (struct sockaddr *)&address, &size)) return 0;
    return ntohs(
        address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                      : ((struct sockaddr_in *)&address)->sin_port);
}

int microhttpd_listen(const char *host, uint16_t *port, bool shares_port, char *message, size_t capacity) {
    char service[8];
    snprintf(service, sizeof(service), "%u", (unsigned)*port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *address = NULL;
    int code = getaddrinfo(host, service, &hints, &address);
    if (code) {
        snprintf(message, capacity, "%s", gai_strerror(code));
        return -1;
    }
    int descriptor = open_socket(address, shares_port);
    if (descriptor == -1) snprintf(message, capacity, "%s", strerror(errno));
    else *port = port_of(descriptor);
    freeaddrinfo(address);
    return descriptor;
}

int microhttpd_passed_socket(char *host, size_t capacity, uint16_t *port) {
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!process || !count || strtol(process, NULL, 10) != (long)getpid() || strtol(count, NULL, 10) < 1) return -1;
    int is_listening = 0;
    socklen_t size = sizeof(is_listening);
    if (getsockopt(first_passed_descriptor, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &size) || !is_listening) return -1;
    struct sockaddr_storage address;
    size = sizeof(address);
    if (getsockname(first_passed_descriptor, (struct sockaddr *)&address, &size)) return -1;
    if (getnameinfo((struct sockaddr *)&address, size, host, (socklen_t)capacity, NULL, 0, NI_NUMERICHOST)) return -1;
    prepare(first_passed_descriptor);
    *port = port_of(first_passed_descriptor);
    return first_passed_descriptor;
}

size_t microhttpd_allow_descriptors(size_t count) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return 0;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < count) {
        struct rlimit more = limit;
        more.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > count ? count : limit.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
    }
    return limit.rlim_cur == RLIM_INFINITY ? SIZE_MAX : (size_t)limit.rlim_cur;
}
