#include "MicrohttpdLoader.h"

#include "Interface.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __APPLE__
// Full paths: here, dlopen would search the current directory for a bare name.
static const char *const names[] = {
    "/opt/homebrew/lib/libmicrohttpd.12.dylib", "/usr/local/lib/libmicrohttpd.12.dylib"};
const char *const microhttpd_loader_advice = "install it with Homebrew: brew install libmicrohttpd";
#else
static const char *const names[] = {"libmicrohttpd.so.12"};
const char *const microhttpd_loader_advice =
    "install libmicrohttpd (Debian and Ubuntu: apt-get install libmicrohttpd12)";
#endif

static void *open_library(const char *name, char *message, size_t capacity) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
    const char *reason = dlerror();
    snprintf(message, capacity, "%s", reason ? reason : "it cannot be opened");
    return NULL;
}

const microhttpd_loader *microhttpd_loader_open(const char *name, char *message, size_t capacity) {
    void *library = NULL;
    if (name) library = open_library(name, message, capacity);
    for (size_t index = 0; !name && !library && index < sizeof(names) / sizeof(names[0]); index++) {
        library = open_library(names[index], message, capacity);
    }
    if (!library) return NULL;
    microhttpd_loader *loader = calloc(1, sizeof(microhttpd_loader));
    if (!loader) {
        snprintf(message, capacity, "the system is out of memory");
        return NULL;
    }
    const struct {
        const char *name;
        void **function;
    } symbols[] = {
        {"MHD_start_daemon", (void **)&loader->start_daemon},
        {"MHD_stop_daemon", (void **)&loader->stop_daemon},
        {"MHD_quiesce_daemon", (void **)&loader->quiesce_daemon},
        {"MHD_get_connection_values_n", (void **)&loader->get_connection_values},
        {"MHD_get_connection_info", (void **)&loader->get_connection_info},
        {"MHD_create_response_from_buffer", (void **)&loader->create_response},
        {"MHD_create_response_from_buffer_with_free_callback_cls", (void **)&loader->create_shared_response},
        {"MHD_create_response_from_callback", (void **)&loader->create_stream},
        {"MHD_suspend_connection", (void **)&loader->suspend_connection},
        {"MHD_resume_connection", (void **)&loader->resume_connection},
        {"MHD_add_response_header", (void **)&loader->add_response_header},
        {"MHD_set_response_options", (void **)&loader->set_response_options},
        {"MHD_queue_response", (void **)&loader->queue_response},
        {"MHD_destroy_response", (void **)&loader->destroy_response},
    };
    for (size_t index = 0; index < sizeof(symbols) / sizeof(symbols[0]); index++) {
        *symbols[index].function = dlsym(library, symbols[index].name);
        if (*symbols[index].function) continue;
        snprintf(
            message, capacity, "it has no function %s; expected libmicrohttpd 0.9.73 or later", symbols[index].name);
        free(loader);
        return NULL;
    }
    return loader;
}
