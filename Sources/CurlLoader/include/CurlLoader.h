/// One HTTP request through the libcurl that the system has, opened at run time.
///
/// No development package is needed to build this, and a program that contains it starts where there is no libcurl.
#ifndef CURL_LOADER_H
#define CURL_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The system's libcurl: an absolute path on Apple's platforms, elsewhere the name that the dynamic linker knows.
extern const char *const curl_loader_default_name;

/// Whether a file of certificates replaces the authorities of the system.
///
/// Apple's libcurl also trusts the authorities of the system, and no option prevents that.
extern const bool curl_loader_replaces_authorities;

/// What to do where it cannot be opened.
extern const char *const curl_loader_advice;

/// A libcurl that is open; it stays open as long as the process lives.
typedef struct curl_loader curl_loader;

/// Opens libcurl.
///
/// The variable SSLKEYLOGFILE of the environment has no effect on libcurl from then on. It is empty while libcurl starts,
/// and stays empty if libcurl uses another TLS library than OpenSSL.
///
/// Returns NULL if it is not there or lacks a function, and writes why to `message`, at most `capacity` bytes with the
/// final zero.
const curl_loader *curl_loader_open(const char *name, char *message, size_t capacity);

/// What to ask for.
typedef struct {
    const char *url;
    /// Whether the scheme is https. No other scheme than this one is spoken.
    bool is_secure;
    /// Whole header lines, without line ends.
    const char *const *headers;
    size_t header_count;
    /// A file of certificates to trust in the place of the system's, or NULL.
    const char *certificates;
    long connect_milliseconds;
    long total_milliseconds;
    /// The request is given up when fewer bytes a second than this come for so many seconds.
    long slowest_bytes_per_second;
    long slowest_seconds;
} curl_loader_request;

/// Who gets what comes. All are called on the thread that performs the request, with `context` first.
typedef struct {
    void *context;
    /// One line of a head: status line, field or the empty line at its end, with the line end. False gives up.
    bool (*receive_header)(void *context, const uint8_t *bytes, size_t count);
    /// Some bytes of the body, decompressed. False gives up.
    bool (*receive_body)(void *context, const uint8_t *bytes, size_t count);
    /// Asked at least about once a second. False gives up.
    bool (*goes_on)(void *context);
    /// Called last, with libcurl's code, the absolute address of a redirect or NULL, and libcurl's words.
    void (*finish)(void *context, int code, const char *redirect, const char *message);
} curl_loader_receiver;

/// Sends one GET request and returns when it is over. Redirects are reported, not followed.
void curl_loader_perform(
    const curl_loader *loader,
    const curl_loader_request *request,
    const curl_loader_receiver *receiver);

#endif
