#include "CurlLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __APPLE__
// The system's own. dlopen searches the current directory for a bare name here.
const char *const curl_loader_default_name = "/usr/lib/libcurl.4.dylib";
const char *const curl_loader_advice = "only macOS has it; use URLSessionTransport";
#else
const char *const curl_loader_default_name = "libcurl.so.4";
const char *const curl_loader_advice = "install libcurl (Debian and Ubuntu: apt-get install libcurl4)";
#endif

// The few things of libcurl's stable binary interface that are used here. The functions with `...` must be called
// through prototypes with `...`: on some systems their arguments go elsewhere than those of other functions.

typedef int (*global_init_function)(long flags);
typedef void *(*easy_init_function)(void);
typedef int (*easy_setopt_function)(void *easy, int option, ...);
typedef int (*easy_perform_function)(void *easy);
typedef int (*easy_getinfo_function)(void *easy, int info, ...);
typedef void (*easy_cleanup_function)(void *easy);
typedef const char *(*easy_strerror_function)(int code);
typedef void *(*slist_append_function)(void *list, const char *text);
typedef void (*slist_free_all_function)(void *list);

struct curl_loader {
    global_init_function global_init;
    easy_init_function easy_init;
    easy_setopt_function easy_setopt;
    easy_perform_function easy_perform;
    easy_getinfo_function easy_getinfo;
    easy_cleanup_function easy_cleanup;
    easy_strerror_function easy_strerror;
    slist_append_function slist_append;
    slist_free_all_function slist_free_all;
};

enum {
    code_ok = 0,
    code_failed_init = 2,
    code_out_of_memory = 27,
    code_unknown_option = 48,

    global_everything = 3,

    option_low_speed_limit = 19,
    option_low_speed_time = 20,
    option_ssl_version = 32,
    option_no_progress = 43,
    option_follow_location = 52,
    option_verify_peer = 64,
    option_http_get = 80,
    option_verify_host = 81,
    option_no_signal = 99,
    option_timeout_milliseconds = 155,
    option_connect_timeout_milliseconds = 156,
    option_protocols = 181,
    option_http09_allowed = 285,
    option_write_data = 10001,
    option_url = 10002,
    option_proxy = 10004,
    option_error_buffer = 10010,
    option_user_agent = 10018,
    option_http_header = 10023,
    option_header_data = 10029,
    option_progress_data = 10057,
    option_certificates = 10065,
    option_accept_encoding = 10102,
    option_protocols_text = 10318,
    option_write_function = 20011,
    option_header_function = 20079,
    option_progress_function = 20219,

    protocol_http = 1,
    protocol_https = 2,
    tls_1_2 = 6,

    info_redirect = 0x100000 + 31,

    error_buffer_size = 256
};

static bool find(void *library, const char *symbol, void **function, char *message, size_t capacity) {
    *function = dlsym(library, symbol);
    if (*function) return true;
    snprintf(message, capacity, "it has no function %s; expected libcurl 7.62 or later", symbol);
    return false;
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
        snprintf(message, capacity, "there is no memory for it");
        return NULL;
    }
    const struct {
        const char *name;
        void **place;
    } symbols[] = {
        {"curl_global_init", (void **)&loader->global_init},
        {"curl_easy_init", (void **)&loader->easy_init},
        {"curl_easy_setopt", (void **)&loader->easy_setopt},
        {"curl_easy_perform", (void **)&loader->easy_perform},
        {"curl_easy_getinfo", (void **)&loader->easy_getinfo},
        {"curl_easy_cleanup", (void **)&loader->easy_cleanup},
        {"curl_easy_strerror", (void **)&loader->easy_strerror},
        {"curl_slist_append", (void **)&loader->slist_append},
        {"curl_slist_free_all", (void **)&loader->slist_free_all},
    };
    for (size_t index = 0; index < sizeof(symbols) / sizeof(symbols[0]); index++) {
        if (!find(library, symbols[index].name, symbols[index].place, message, capacity)) {
            free(loader);
            return NULL;
        }
    }
    int code = loader->global_init(global_everything);
    if (code != code_ok) {
        snprintf(message, capacity, "it does not start: %s", loader->easy_strerror(code));
        free(loader);
        return NULL;
    }
    return loader;
}

// What libcurl calls. A return value other than what it expects makes it give up.

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
    return receiver->goes_on(receiver->context) ? 0 : 1;
}

/// Sets every option that has to do with safety; none may fail in silence.
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
        // Empty means every encoding that this libcurl can undo.
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
    if (!code) code = loader->easy_setopt(easy, option_header_function, receive_header);
    if (!code) code = loader->easy_setopt(easy, option_write_function, receive_body);
    if (!code) code = loader->easy_setopt(easy, option_progress_function, report_progress);
    if (!code && request->certificates) {
        code = loader->easy_setopt(easy, option_certificates, request->certificates);
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

void curl_loader_perform(
    const curl_loader *loader,
    const curl_loader_request *request,
    const curl_loader_receiver *receiver) {
    char error_buffer[error_buffer_size] = "";
    int code = code_ok;
    const char *redirect = NULL;
    void *header_list = NULL;
    void *easy = loader->easy_init();
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
    if (easy) loader->easy_cleanup(easy);
    if (header_list) loader->slist_free_all(header_list);
}
