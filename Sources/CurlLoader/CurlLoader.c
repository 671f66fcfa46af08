#include "CurlLoader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first version with the option CURLOPT_HTTP09_ALLOWED.
#define OLDEST_VERSION "7.64.0"
const char *const curl_loader_oldest_version = OLDEST_VERSION;
static const unsigned oldest_version_number = 0x074000;

#ifdef __APPLE__
// The full path of the system's library: here, dlopen would search the current directory for a bare name.
const char *const curl_loader_default_name = "/usr/lib/libcurl.4.dylib";
const char *const curl_loader_advice = "only macOS has it; use URLSessionTransport";
#else
const char *const curl_loader_default_name = "libcurl.so.4";
const char *const curl_loader_advice = "install libcurl (Debian and Ubuntu: apt-get install libcurl4)";
#endif

// The part of libcurl's stable binary interface that is used here. Variadic functions must be called through variadic
// prototypes, because some systems pass their arguments differently.

typedef int (*global_init_function)(long flags);
typedef void *(*easy_init_function)(void);
typedef int (*easy_setopt_function)(void *easy, int option, ...);
typedef struct {
    int age;
    const char *version;
    unsigned version_number;
} version_info;
typedef const version_info *(*version_info_function)(int age);
typedef int (*easy_perform_function)(void *easy);
typedef int (*easy_getinfo_function)(void *easy, int info, ...);
typedef void (*easy_reset_function)(void *easy);
typedef void (*easy_cleanup_function)(void *easy);
typedef const char *(*easy_strerror_function)(int code);
typedef void *(*slist_append_function)(void *list, const char *text);
typedef void (*slist_free_all_function)(void *list);

// The only function of OpenSSL that is used here; libcurl depends on the library that contains it.
typedef void (*set_key_log_callback_function)(void *tls_context, void (*callback)(const void *tls, const char *line));

struct curl_loader {
    version_info_function version_info;
    global_init_function global_init;
    easy_init_function easy_init;
    easy_setopt_function easy_setopt;
    easy_perform_function easy_perform;
    easy_getinfo_function easy_getinfo;
    easy_reset_function easy_reset;
    easy_cleanup_function easy_cleanup;
    easy_strerror_function easy_strerror;
    slist_append_function slist_append;
    slist_free_all_function slist_free_all;
    /// NULL if libcurl uses another TLS library than OpenSSL.
    set_key_log_callback_function set_key_log_callback;
};

enum {
    code_ok = 0,
    code_failed_init = 2,
    code_not_built_in = 4,
    code_out_of_memory = 27,
    code_unknown_option = 48,

    global_everything = 3,

    option_low_speed_limit = 19,
    option_low_speed_time = 20,
    option_ssl_version = 32,
    option_no_progress = 43,
    option_post = 47,
    option_follow_location = 52,
    option_verify_peer = 64,
    option_http_get = 80,
    option_verify_host = 81,
    option_http_version = 84,
    option_no_signal = 99,
    option_timeout_milliseconds = 155,
    option_connect_timeout_milliseconds = 156,
    option_protocols = 181,
    option_ssl_options = 216,
    option_http09_allowed = 285,
    option_longest_idle_time = 288,
    option_write_data = 10001,
    option_url = 10002,
    option_proxy = 10004,
    option_error_buffer = 10010,
    option_post_fields = 10015,
    option_user_agent = 10018,
    option_http_header = 10023,
    option_header_data = 10029,
    option_custom_request = 10036,
    option_progress_data = 10057,
    option_certificates = 10065,
    option_certificate_folder = 10097,
    option_accept_encoding = 10102,
    option_tls_context_data = 10109,
    option_protocols_text = 10318,
    option_write_function = 20011,
    option_header_function = 20079,
    option_tls_context_function = 20108,
    option_socket_function = 20148,
    option_progress_function = 20219,
    option_post_field_size_large = 30120,

    protocol_http = 1,
    protocol_https = 2,
    tls_1_2 = 6,
    http_1_1 = 2,

    info_redirect = 0x100000 + 31,
    info_tls_library = 0x400000 + 45,
    tls_library_openssl = 1,

    error_buffer_size = 256
};

static bool find(void *library, const char *symbol, void **function, char *message, size_t capacity) {
    *function = dlsym(library, symbol);
    if (*function) return true;
    snprintf(message, capacity, "it has no function %s; expected libcurl " OLDEST_VERSION " or later", symbol);
    return false;
}

// TLS libraries write the secrets of every connection to the file that this environment variable names. libcurl reads
// it when it starts; GnuTLS, NSS and others read it when they first connect.
static const char key_log_variable[] = "SSLKEYLOGFILE";

/// Empties the variable, and returns a copy of its value, or NULL if there was none.
///
/// It is emptied rather than removed: this replaces one pointer under the lock of the C library, whereas removing a
/// variable moves the others, which threads may be reading.
static char *hide_key_log_file(void) {
    const char *value = getenv(key_log_variable);
    if (!value || !value[0]) return NULL;
    char *copy = strdup(value);
    setenv(key_log_variable, "", 1);
    return copy;
}

/// Finds the function of OpenSSL that sets the callback for secrets. Returns NULL if libcurl uses another TLS library.
///
/// On Apple's systems a function of this name can belong to another library than the one that libcurl uses.
static set_key_log_callback_function find_set_key_log_callback(const curl_loader *loader, void *library) {
#ifdef __APPLE__
    (void)loader, (void)library;
    return NULL;
#else
    const struct {
        int library;
        void *session;
    } *tls = NULL;
    void *easy = loader->easy_init();
    if (!easy) return NULL;
    bool is_openssl = loader->easy_getinfo(easy, info_tls_library, &tls) == code_ok && tls
        && tls->library == tls_library_openssl;
    loader->easy_cleanup(easy);
    return is_openssl ? (set_key_log_callback_function)dlsym(library, "SSL_CTX_set_keylog_callback") : NULL;
#endif
}

const curl_loader *curl_loader_open(const char *name, char *message, size_t capacity) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(message, capacity, "%s", reason ? reason : "it cannot be opened");
        return NULL;
    }
    curl_loader *loader = calloc(1, sizeof(curl_loader));
    if (!loader) {
        snprintf(message, capacity, "the system is out of memory");
        return NULL;
    }
    const struct {
        const char *name;
        void **function;
    } symbols[] = {
        {"curl_version_info", (void **)&loader->version_info},
        {"curl_global_init", (void **)&loader->global_init},
        {"curl_easy_init", (void **)&loader->easy_init},
        {"curl_easy_setopt", (void **)&loader->easy_setopt},
        {"curl_easy_perform", (void **)&loader->easy_perform},
        {"curl_easy_getinfo", (void **)&loader->easy_getinfo},
        {"curl_easy_reset", (void **)&loader->easy_reset},
        {"curl_easy_cleanup", (void **)&loader->easy_cleanup},
        {"curl_easy_strerror", (void **)&loader->easy_strerror},
        {"curl_slist_append", (void **)&loader->slist_append},
        {"curl_slist_free_all", (void **)&loader->slist_free_all},
    };
    for (size_t index = 0; index < sizeof(symbols) / sizeof(symbols[0]); index++) {
        if (!find(library, symbols[index].name, symbols[index].function, message, capacity)) {
            free(loader);
            return NULL;
        }
    }
    const version_info *version = loader->version_info(0);
    if (!version || version->version_number < oldest_version_number) {
        const char *found = version && version->version ? version->version : "unknown";
        snprintf(message, capacity, "its version is %s; expected " OLDEST_VERSION " or later", found);
        free(loader);
        return NULL;
    }
    char *key_log_file = hide_key_log_file();
    int code = loader->global_init(global_everything);
    if (code == code_ok) loader->set_key_log_callback = find_set_key_log_callback(loader, library);
    // Without OpenSSL the variable stays empty, because the TLS library reads it later.
    if (key_log_file && (code != code_ok || loader->set_key_log_callback)) {
        setenv(key_log_variable, key_log_file, 1);
    }
    free(key_log_file);
    if (code != code_ok) {
        snprintf(message, capacity, "it does not start: %s", loader->easy_strerror(code));
        free(loader);
        return NULL;
    }
    return loader;
}

#ifdef __APPLE__
const bool curl_loader_replaces_authorities = false;
#else
const bool curl_loader_replaces_authorities = true;
#endif

// Callbacks of libcurl. Any return value except the expected one cancels the request.

static size_t receive_header(char *bytes, size_t size, size_t count, void *data) {
    const curl_loader_receiver *receiver = data;
    size_t total = size * count;
    return receiver->receive_header(receiver->context, (const uint8_t *)bytes, total) ? total : total + 1;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *data) {
    const curl_loader_receiver *receiver = data;
    size_t total = size * count;
    return receiver->receive_body(receiver->context, (const uint8_t *)bytes, total) ? total : total + 1;
}

static int report_progress(void *data, int64_t total, int64_t now, int64_t upload_total, int64_t upload_now) {
    (void)total, (void)now, (void)upload_total, (void)upload_now;
    const curl_loader_receiver *receiver = data;
    return receiver->should_continue(receiver->context) ? 0 : 1;
}

/// Keeps a connection out of programs that the app starts: as long as one of them holds it, the server does not see
/// it close.
static int close_socket_on_exec(void *data, int socket, int purpose) {
    (void)data, (void)purpose;
    return fcntl(socket, F_SETFD, FD_CLOEXEC) == -1 ? 1 : 0;
}

/// Prevents a connection from logging its secrets: other code may have started libcurl while the variable was set.
static int forget_secrets(void *easy, void *tls_context, void *data) {
    (void)easy;
    const curl_loader *loader = data;
    loader->set_key_log_callback(tls_context, NULL);
    return code_ok;
}

/// Trusts the authorities of a file and no others.
static int set_certificates(const curl_loader *loader, void *easy, const char *certificates) {
    int code = loader->easy_setopt(easy, option_certificates, certificates);
    if (!code) {
        // libcurl uses its built-in folder in addition to the file, and newer versions take NULL to mean that folder.
        // No file can exist below this one.
        code = loader->easy_setopt(easy, option_certificate_folder, "/dev/null");
        // This TLS library does not read folders.
        if (code == code_not_built_in) code = code_ok;
    }
    // CURLSSLOPT_NATIVE_CA, which would add the authorities of the system, stays off.
    if (!code) code = loader->easy_setopt(easy, option_ssl_options, 0L);
    return code;
}

/// Gives the request a method other than GET, and a body.
static int set_body(const curl_loader *loader, void *easy, const curl_loader_request *request) {
    int code = loader->easy_setopt(easy, option_post, 1L);
    // The type is curl_off_t, which has 64 bits everywhere.
    if (!code) code = loader->easy_setopt(easy, option_post_field_size_large, (int64_t)request->body_count);
    if (!code) code = loader->easy_setopt(easy, option_post_fields, request->body_count ? (const char *)request->body : "");
    if (!code) code = loader->easy_setopt(easy, option_custom_request, request->method);
    return code;
}

/// Sets the options. A safety option that libcurl rejects fails the request.
static int set_options(
    const curl_loader *loader,
    void *easy,
    const curl_loader_request *request,
    const curl_loader_receiver *receiver,
    void *header_list,
    char *error_buffer) {
    const struct {
        int option;
        long value;
    } numbers[] = {
        {option_no_signal, 1},
        {option_http_get, 1},
        {option_follow_location, 0},
        {option_http09_allowed, 0},
        // With HTTP/2, libcurl does not resume TLS sessions of closed connections, and a single small request costs more.
        {option_http_version, http_1_1},
        {option_verify_peer, 1},
        {option_verify_host, 2},
        {option_ssl_version, tls_1_2},
        {option_connect_timeout_milliseconds, request->connect_milliseconds},
        {option_timeout_milliseconds, request->total_milliseconds},
        {option_low_speed_limit, request->slowest_bytes_per_second},
        {option_low_speed_time, request->slowest_seconds},
        {option_no_progress, 0},
    };
    const struct {
        int option;
        const void *value;
    } pointers[] = {
        {option_error_buffer, error_buffer},
        {option_url, request->url},
        // An empty proxy means none, whatever the environment says.
        {option_proxy, ""},
        {option_user_agent, "FlagStore"},
        // Empty means every encoding that this libcurl can decode.
        {option_accept_encoding, ""},
        {option_http_header, header_list},
        {option_header_data, receiver},
        {option_write_data, receiver},
        {option_progress_data, receiver},
    };
    int code = code_ok;
    for (size_t index = 0; !code && index < sizeof(pointers) / sizeof(pointers[0]); index++) {
        code = loader->easy_setopt(easy, pointers[index].option, pointers[index].value);
    }
    for (size_t index = 0; !code && index < sizeof(numbers) / sizeof(numbers[0]); index++) {
        code = loader->easy_setopt(easy, numbers[index].option, numbers[index].value);
    }
    if (!code && request->longest_idle_seconds) {
        code = loader->easy_setopt(easy, option_longest_idle_time, request->longest_idle_seconds);
    }
    if (!code && request->method) code = set_body(loader, easy, request);
    if (!code) code = loader->easy_setopt(easy, option_header_function, receive_header);
    if (!code) code = loader->easy_setopt(easy, option_write_function, receive_body);
    if (!code) code = loader->easy_setopt(easy, option_progress_function, report_progress);
    if (!code) code = loader->easy_setopt(easy, option_socket_function, close_socket_on_exec);
    if (!code && request->certificates) code = set_certificates(loader, easy, request->certificates);
    if (!code && loader->set_key_log_callback) {
        code = loader->easy_setopt(easy, option_tls_context_data, loader);
        if (!code) code = loader->easy_setopt(easy, option_tls_context_function, forget_secrets);
    }
    if (!code) {
        code = loader->easy_setopt(easy, option_protocols_text, request->is_secure ? "https" : "http");
        if (code == code_unknown_option) {
            // Before 7.85.
            long protocol = request->is_secure ? protocol_https : protocol_http;
            code = loader->easy_setopt(easy, option_protocols, protocol);
        }
    }
    return code;
}

curl_loader_session *curl_loader_open_session(const curl_loader *loader) {
    return loader->easy_init();
}

void curl_loader_close_session(const curl_loader *loader, curl_loader_session *session) {
    if (session) loader->easy_cleanup(session);
}

void curl_loader_perform(
    const curl_loader *loader,
    curl_loader_session *session,
    const curl_loader_request *request,
    const curl_loader_receiver *receiver) {
    char error_buffer[error_buffer_size] = "";
    int code = code_ok;
    const char *redirect = NULL;
    void *header_list = NULL;
    void *easy = session;
    if (!easy) code = code_failed_init;
    for (size_t index = 0; !code && index < request->header_count; index++) {
        void *longer = loader->slist_append(header_list, request->headers[index]);
        if (longer) header_list = longer;
        else code = code_out_of_memory;
    }
    if (!code) code = set_options(loader, easy, request, receiver, header_list, error_buffer);
    if (!code) {
        code = loader->easy_perform(easy);
        loader->easy_getinfo(easy, info_redirect, &redirect);
    }
    receiver->finish(
        receiver->context, code, redirect, error_buffer[0] ? error_buffer : loader->easy_strerror(code));
    // This forgets the options, which point to this request, and keeps the connections.
    if (easy) loader->easy_reset(easy);
    if (header_list) loader->slist_free_all(header_list);
}
