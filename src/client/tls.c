/*
 * tls.c - TLS by OpenSSL, on buffers in memory: the caller has the socket and the time limits.
 */
#include "client/tls.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/link.h"
#include "text/text.h"

enum {
    NAMES_SIZE = 160, /* names of a certificate, as shown */
    RECORD_ALERT = 21,
    RECORD_HANDSHAKE = 22
};

struct tls {
    SSL *ssl;
    BIO *in, *out;   /* sealed; the SSL owns them */
    const char *why; /* it is over */
    const char *ca;  /* as given to tls_open */
    bool heard;      /* the server has sent something */
    bool whole;
};

/* ---- what is wrong with a certificate ---- */

static void add_name(char *names, const char *name, size_t len)
{
    size_t used = strlen(names);
    bool fits = used + len + 8 < NAMES_SIZE;
    if (strstr(names, "…"))
        return;
    snprintf(names + used, NAMES_SIZE - used, "%s%.*s", used ? ", " : "", fits ? (int)len : 3,
             fits ? name : "…");
}

/* The hosts that a certificate is for, as many as fit. */
static void list_names(const X509 *cert, char names[NAMES_SIZE])
{
    GENERAL_NAMES *list = X509_get_ext_d2i(cert, NID_subject_alt_name, NULL, NULL);
    char figures[INET6_ADDRSTRLEN];
    names[0] = '\0';
    for (int i = 0; i < sk_GENERAL_NAME_num(list); i++) {
        int type;
        const ASN1_STRING *value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(list, i), &type);
        if (type == GEN_DNS) {
            add_name(names, (const char *)ASN1_STRING_get0_data(value),
                     (size_t)ASN1_STRING_length(value));
        } else if (type == GEN_IPADD) {
            int len = ASN1_STRING_length(value);
            if ((len == 4 || len == 16) &&
                inet_ntop(len == 4 ? AF_INET : AF_INET6, ASN1_STRING_get0_data(value), figures,
                          sizeof figures))
                add_name(names, figures, strlen(figures));
        }
    }
    GENERAL_NAMES_free(list);
}

/* The issuer. */
static void name_issuer(const X509 *cert, char name[NAMES_SIZE])
{
    const X509_NAME *issuer = X509_get_issuer_name(cert);
    int at = X509_NAME_get_index_by_NID(issuer, NID_commonName, -1);
    at = at < 0 ? X509_NAME_get_index_by_NID(issuer, NID_organizationName, -1) : at;
    const X509_NAME_ENTRY *entry = at < 0 ? NULL : X509_NAME_get_entry(issuer, at);
    unsigned char *text = NULL;
    int len = entry ? ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry)) : -1;
    snprintf(name, NAMES_SIZE, "%.*s", len > 0 ? len : 1, len > 0 ? (const char *)text : "?");
    OPENSSL_free(text);
}

static const char *with_date(const char *key, const ASN1_TIME *when)
{
    struct tm day;
    char text[40] = "?";
    if (when && ASN1_TIME_to_tm(when, &day)) {
        snprintf(text, sizeof text, "%04d-%02d-%02d", day.tm_year + 1900, day.tm_mon + 1,
                 day.tm_mday);
    }
    return link_detail(key, text);
}

static const char *wrong_name(const X509 *cert)
{
    char names[NAMES_SIZE];
    list_names(cert, names);
    return names[0] ? link_detail(N_("its certificate is not for this host but for %s"), names)
                    : N_("its certificate names no host");
}

static const char *setting(const char *name, const char *usual)
{
    const char *said = getenv(name);
    return said ? said : usual;
}

/* Does the library find no authorities at all? */
static bool trusts_nobody(void)
{
    DIR *folder = opendir(setting(X509_get_default_cert_dir_env(), X509_get_default_cert_dir()));
    int files = -2; /* "." and ".." */
    while (folder && files <= 0 && readdir(folder))
        files++;
    if (folder)
        closedir(folder);
    return files <= 0 &&
           access(setting(X509_get_default_cert_file_env(), X509_get_default_cert_file()), R_OK) !=
               0;
}

static const char *unknown_authority(const struct tls *t, const X509 *cert)
{
    char name[NAMES_SIZE];
    if (!t->ca && trusts_nobody()) {
        return N_("this computer has no list of authorities to trust: the package ca-certificates "
                  "brings one");
    }
    name_issuer(cert, name);
    return link_detail(N_("its certificate is from an authority that is not trusted here: %s (to "
                          "trust it: --ca FILE)"),
                       name);
}

/* Explains the first error, with the certificate of the chain that has it. */
static const char *explain(const struct tls *t, int error, int depth, const X509 *cert)
{
    switch (cert ? error : 0) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return with_date(depth > 0 ? N_("the certificate of its authority expired on %s")
                                   : N_("its certificate expired on %s"),
                         X509_get0_notAfter(cert));
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return with_date(N_("its certificate is not valid before %s: is the clock of this "
                            "computer right?"),
                         X509_get0_notBefore(cert));
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return wrong_name(cert);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return N_("its certificate is self-signed: nobody else vouches for it (to trust it: --ca "
                  "FILE)");
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
        return unknown_authority(t, cert);
    case X509_V_ERR_CERT_REVOKED:
        return N_("its certificate has been revoked");
    default:
        return link_detail(N_("its certificate is not accepted: %s"),
                           X509_verify_cert_error_string(error));
    }
}

static int on_verified(int fine, X509_STORE_CTX *store)
{
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    struct tls *t = SSL_get_app_data(ssl);
    if (!fine) {
        t->why = explain(t, X509_STORE_CTX_get_error(store), X509_STORE_CTX_get_error_depth(store),
                         X509_STORE_CTX_get_current_cert(store));
    }
    return fine;
}

/* ---- authorities to trust ---- */

/* If the file has revocation lists, check them. */
static void heed_lists(X509_STORE *store)
{
    STACK_OF(X509_OBJECT) *all = X509_STORE_get0_objects(store);
    for (int i = 0; i < sk_X509_OBJECT_num(all); i++)
        if (X509_OBJECT_get_type(sk_X509_OBJECT_value(all, i)) == X509_LU_CRL)
            X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK);
}

/* Without `ca` the system's authorities, or those of SSL_CERT_FILE and SSL_CERT_DIR. */
static bool set_trust(SSL_CTX *context, const char *ca)
{
    if (!ca)
        return SSL_CTX_set_default_verify_paths(context) == 1;
    if (SSL_CTX_load_verify_file(context, ca) != 1)
        return false;
    X509_STORE *store = SSL_CTX_get_cert_store(context);
    X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN); /* any authority in the file will do */
    heed_lists(store);
    return true;
}

static SSL_CTX *new_context(const char *ca)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context || SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 ||
        !set_trust(context, ca)) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, on_verified);
    return context;
}

/* One for all connections of a thread, until other authorities are asked for. */
static _Thread_local SSL_CTX *shared;

void tls_end_thread(void)
{
    SSL_CTX_free(shared);
    shared = NULL;
}

static SSL_CTX *shared_context(const char *ca)
{
    static _Thread_local const char *trusted;
    if (!shared || trusted != ca) {
        SSL_CTX_free(shared);
        shared = new_context(ca);
        trusted = ca;
    }
    return shared;
}

/* ---- beginning ---- */

/* The name that the certificate must have, and that is sent to the server. An IP address is not a name. */
static bool set_host(SSL *ssl, const char *host)
{
    X509_VERIFY_PARAM *param = SSL_get0_param(ssl);
    char name[256];
    unsigned char figures[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(host, "%"), host); /* fe80::1%eth0 */
    if (inet_pton(AF_INET, name, figures) == 1 || inet_pton(AF_INET6, name, figures) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(param, name) == 1;
    size_t len = strlen(name);
    if (len > 1 && name[len - 1] == '.') /* "uno.example." is the same host */
        name[len - 1] = '\0';
    X509_VERIFY_PARAM_set_hostflags(param, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    return SSL_set1_host(ssl, name) == 1 && SSL_set_tlsext_host_name(ssl, name) == 1;
}

static bool begin(struct tls *t, SSL_CTX *context, const char *host)
{
    static const unsigned char http[] = "\x08http/1.1";
    t->ssl = SSL_new(context);
    t->in = BIO_new(BIO_s_mem());
    t->out = BIO_new(BIO_s_mem());
    if (!t->ssl || !t->in || !t->out) {
        BIO_free(t->in);
        BIO_free(t->out);
        return false;
    }
    BIO_set_mem_eof_return(t->in, -1); /* nothing there yet, not the end */
    SSL_set_bio(t->ssl, t->in, t->out);
    SSL_set_app_data(t->ssl, t);
    SSL_set_connect_state(t->ssl);
    return SSL_set_alpn_protos(t->ssl, http, sizeof http - 1) == 0 && set_host(t->ssl, host) &&
           tls_shake(t) == TLS_MORE;
}

struct tls *tls_open(const char *host, const char *ca, const char **why)
{
    SSL_CTX *context = shared_context(ca);
    struct tls *t = calloc(1, sizeof *t);
    if (t)
        t->ca = ca;
    if (t && context && begin(t, context, host))
        return t;
    *why = !context && ca ? link_detail(N_("no certificates could be read from %s"), ca)
           : t && t->why  ? t->why
                          : link_error(UV_ENOMEM);
    tls_free(t);
    return NULL;
}

void tls_free(struct tls *t)
{
    if (t) {
        SSL_free(t->ssl);
        free(t);
    }
}

/* ---- going on ---- */

/* After a library call: is there just nothing to read? Otherwise it is over, and why. */
static bool is_waiting(struct tls *t, int result)
{
    int error = SSL_get_error(t->ssl, result);
    unsigned long code = ERR_peek_error();
    const char *words = ERR_reason_error_string(code);
    if (error == SSL_ERROR_WANT_READ && !t->why)
        return true;
    if (error == SSL_ERROR_ZERO_RETURN) {
        t->whole = true;
        t->why = N_("the server has closed the connection");
    } else if (ERR_GET_REASON(code) == SSL_R_TLSV1_UNRECOGNIZED_NAME) {
        t->why = N_("it has no certificate for this host");
    } else if (!t->why) { /* else it was the certificate */
        t->why = link_detail(N_("the TLS connection failed: %s"), words ? words : "?");
    }
    return false;
}

bool tls_feed(struct tls *t, const void *data, size_t len)
{
    int first = len ? *(const uint8_t *)data : RECORD_HANDSHAKE;
    if (!t->heard && first != RECORD_HANDSHAKE && first != RECORD_ALERT)
        t->why = N_("it does not speak TLS on this port: try http://, or another port");
    t->heard = t->heard || len > 0;
    return BIO_write(t->in, data, (int)len) == (int)len;
}

enum tls_step tls_shake(struct tls *t)
{
    if (t->why)
        return TLS_BAD;
    ERR_clear_error();
    int result = SSL_do_handshake(t->ssl);
    return result == 1 ? TLS_DONE : is_waiting(t, result) ? TLS_MORE : TLS_BAD;
}

int tls_read(struct tls *t, void *buf, size_t size)
{
    if (t->why)
        return -1;
    ERR_clear_error();
    int result = SSL_read(t->ssl, buf, (int)size);
    return result > 0 ? result : is_waiting(t, result) ? 0 : -1;
}

bool tls_write(struct tls *t, const void *data, size_t len)
{
    if (t->why)
        return false;
    ERR_clear_error();
    int result = SSL_write(t->ssl, data, (int)len);
    if (result != (int)len && is_waiting(t, result)) /* a memory BIO never blocks */
        t->why = link_error(UV_EPROTO);
    return !t->why;
}

void tls_bye(struct tls *t)
{
    if (SSL_is_init_finished(t->ssl) && (!t->why || t->whole)) {
        ERR_clear_error();
        SSL_shutdown(t->ssl);
    }
}

size_t tls_take(struct tls *t, void *buf, size_t size)
{
    int len = BIO_read(t->out, buf, (int)size);
    return len > 0 ? (size_t)len : 0;
}

bool tls_is_whole(const struct tls *t) { return t->whole; }

const char *tls_why(const struct tls *t) { return t->why; }
