#include "DigestLoader.h"

#ifdef __APPLE__

#include <CommonCrypto/CommonDigest.h>

const char *const digest_loader_advice = "CommonCrypto is part of the system";

bool digest_loader_sha256(const uint8_t *bytes, size_t count, uint8_t digest[digest_loader_byte_count]) {
    if (count > UINT32_MAX) return false;
    return CC_SHA256(bytes, (CC_LONG)count, digest) != NULL;
}

#else

#include <dlfcn.h>
#include <pthread.h>

const char *const digest_loader_advice =
    "install GnuTLS or OpenSSL (Debian and Ubuntu: apt-get install libgnutls30), which libmicrohttpd also needs";

// The functions used here; their binary interfaces are stable.
typedef int (*hash_fast_function)(int algorithm, const void *text, size_t count, void *digest);
typedef unsigned char *(*sha256_function)(const unsigned char *bytes, size_t count, unsigned char *digest);

enum { gnutls_algorithm_sha256 = 6 };

static hash_fast_function hash_fast;
static sha256_function sha256;
static pthread_once_t is_open = PTHREAD_ONCE_INIT;

static void *find(const char *const names[], size_t count, const char *symbol) {
    for (size_t index = 0; index < count; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        void *function = library ? dlsym(library, symbol) : NULL;
        if (function) return function;
    }
    return NULL;
}

static void open_library(void) {
    // libmicrohttpd depends on GnuTLS, so the server needs no other package.
    static const char *const gnutls[] = {"libgnutls.so.30"};
    static const char *const openssl[] = {"libcrypto.so.3", "libcrypto.so.1.1"};
    hash_fast = (hash_fast_function)find(gnutls, sizeof(gnutls) / sizeof(gnutls[0]), "gnutls_hash_fast");
    if (!hash_fast) sha256 = (sha256_function)find(openssl, sizeof(openssl) / sizeof(openssl[0]), "SHA256");
}

bool digest_loader_sha256(const uint8_t *bytes, size_t count, uint8_t digest[digest_loader_byte_count]) {
    pthread_once(&is_open, open_library);
    if (hash_fast) return hash_fast(gnutls_algorithm_sha256, bytes, count, digest) == 0;
    return sha256 && sha256(bytes, count, digest);
}

#endif
