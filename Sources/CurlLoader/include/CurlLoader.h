/// One HTTP request with the system's libcurl, opened at run time.
///
/// Building it requires no development package, and a program that contains it starts without libcurl.
#ifndef CURL_LOADER_H
#define CURL_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The name of the system's libcurl: an absolute path on Apple's platforms, elsewhere a name for the dynamic linker.
extern const char *const curl_loader_default_name;

/// Whether a file of certificates replaces the authorities of the system.
///
/// Apple's libcurl also trusts the authorities of the system, and no option prevents that.
extern const bool curl_loader_replaces_authorities;

/// What to do if it cannot be opened.
extern const char *const curl_loader_advice;

/// The oldest version of libcurl that works.
extern const char *const curl_loader_oldest_version;

/// An open libcurl; it stays open for the lifetime of the process.
typedef struct curl_loader curl_loader;

/// Opens libcurl.
///
/// From then on, the environment variable SSLKEYLOGFILE has no effect on libcurl. It is empty while libcurl starts,
/// and stays empty if libcurl uses another TLS library than OpenSSL.
///
/// Returns NULL if it is missing, too old or lacks a function, and writes the reason to `message`: at most `capacity`
/// bytes, including the final null.
const curl_loader *curl_loader_open(const char *name, char *message, size_t capacity);

/// A request.
typedef struct {
    const char *url;
    /// The method if it is not GET. Then there is a body, which may be empty.
    const char *method;
    const uint8_t *body;
    size_t body_count;
    /// Whether the scheme is https, otherwise http. No other scheme is allowed.
    bool is_secure;
    /// Complete header lines, without line ends.
    const char *const *headers;
    size_t header_count;
    /// A file of certificates to trust instead of the system's, or NULL.
    const char *certificates;
    long connect_milliseconds;
    /// 0 for an endless response.
    long total_milliseconds;
    /// The request fails if it is slower than this rate for this many seconds; 0 for no such limit.
    long slowest_bytes_per_second;
    long slowest_seconds;
    /// How long a connection may be unused before it is used again; 0 for libcurl's default. Other values need libcurl 7.65.
    long longest_idle_seconds;
} curl_loader_request;

/// The receiver of a response. All functions are called on the requesting thread, with `context` first.
typedef struct {
    void *context;
    /// One line of a head: status line, field or the empty line at its end, with the line end. False cancels the request.
    bool (*receive_header)(void *context, const uint8_t *bytes, size_t count);
    /// Some decompressed bytes of the body. False cancels the request.
    bool (*receive_body)(void *context, const uint8_t *bytes, size_t count);
    /// Called about once a second or more often. False cancels the request.
    bool (*should_continue)(void *context);
    /// Called last, with libcurl's code, the absolute address of a redirect or NULL, and libcurl's message.
    void (*finish)(void *context, int code, const char *redirect, const char *message);
} curl_loader_receiver;

/// What consecutive requests share: open connections, TLS sessions and the addresses of hosts.
typedef struct curl_loader_session curl_loader_session;

/// Creates a session, or returns NULL if the system is out of memory.
curl_loader_session *curl_loader_open_session(const curl_loader *loader);

/// Closes the connections of a session.
void curl_loader_close_session(const curl_loader *loader, curl_loader_session *session);

/// Sends one request and returns when it has ended. Redirects are reported, not followed.
///
/// One request at a time may use a session; all of them must have the same options. NULL is a session that could not be
/// created: the request fails.
void curl_loader_perform(
    const curl_loader *loader,
    curl_loader_session *session,
    const curl_loader_request *request,
    const curl_loader_receiver *receiver);

#endif
