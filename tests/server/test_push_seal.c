/*
 * test_push_seal.c - Web Push as its documents have it: the example of RFC 8291, and words of VAPID that OpenSSL itself
 * finds true.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sodium.h>

#include "server/network/push_seal.h"

/* RFC 8291, section 5 and appendix A. */
static const char text[] = "When I grow up, I want to be a watermelon";
static const char browser[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char secret[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char salt[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char once_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char once_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char sealed[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

static size_t bytes_of(const char *words, size_t len, uint8_t *out, size_t size)
{
    size_t got = 0;
    assert_int_equal(sodium_base642bin(out, size, words, len, NULL, &got, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return got;
}

/* The key of the example as a file: RFC 5915 around its numbers. Returns its length. */
static int write_key(char pem[600])
{
    static const uint8_t head[] = {0x30, 0x77, 2, 1, 1, 4, 32};
    static const uint8_t middle[] = {0xa0, 10, 6, 8,    0x2a, 0x86, 0x48, 0xce, 0x3d,
                                     3,    1,  7, 0xa1, 68,   3,    66,   0};
    uint8_t der[256];
    char body[400];
    memcpy(der, head, sizeof head);
    size_t len = sizeof head + bytes_of(once_private, strlen(once_private), der + sizeof head, 32);
    memcpy(der + len, middle, sizeof middle);
    len += sizeof middle;
    len += bytes_of(once_public, strlen(once_public), der + len, PUSH_KEY_SIZE);
    sodium_bin2base64(body, sizeof body, der, len, sodium_base64_VARIANT_ORIGINAL);
    return snprintf(
        pem, 600,
        "-----BEGIN EC PRIVATE KEY-----\n%.64s\n%.64s\n%s\n-----END EC PRIVATE KEY-----\n", body,
        body + 64, body + 128);
}

static struct push_key *the_key(void)
{
    char pem[600];
    struct push_key *key = push_key_read(pem, (size_t)write_key(pem));
    assert_non_null(key);
    return key;
}

static void the_example_of_the_rfc(void **state)
{
    struct push_reader to;
    uint8_t out[PUSH_SEALED_MAX], wanted[PUSH_SEALED_MAX], bytes[PUSH_SALT_SIZE];
    char public[PUSH_PUBLIC_SIZE];
    (void)state;
    struct push_key *once = the_key();
    assert_true(push_key_text(once, public));
    assert_string_equal(public, once_public);
    bytes_of(browser, strlen(browser), to.key, sizeof to.key);
    bytes_of(secret, strlen(secret), to.secret, sizeof to.secret);
    bytes_of(salt, strlen(salt), bytes, sizeof bytes);
    size_t size = bytes_of(sealed, strlen(sealed), wanted, sizeof wanted);
    assert_int_equal(push_seal_by(&to, once, bytes, text, sizeof text - 1, out), size);
    assert_memory_equal(out, wanted, size);
    push_key_free(once);
}

static void no_two_are_alike(void **state)
{
    struct push_reader to = {.secret = {1}};
    uint8_t one[PUSH_SEALED_MAX], two[PUSH_SEALED_MAX];
    static char longest[PUSH_TEXT_MAX + 1];
    (void)state;
    bytes_of(browser, strlen(browser), to.key, sizeof to.key);
    size_t len = push_seal(&to, text, sizeof text - 1, one);
    assert_int_equal(push_seal(&to, text, sizeof text - 1, two), len);
    assert_memory_not_equal(one, two, PUSH_SALT_SIZE);
    assert_memory_not_equal(one + 21, two + 21, PUSH_KEY_SIZE);
    assert_memory_not_equal(one + 86, two + 86, len - 86);
    assert_int_equal(push_seal(&to, longest, PUSH_TEXT_MAX, one), PUSH_SEALED_MAX);
    assert_int_equal(push_seal(&to, longest, PUSH_TEXT_MAX + 1, one), 0);
}

static void only_points_of_the_curve(void **state)
{
    struct push_reader to = {.secret = {1}};
    uint8_t out[PUSH_SEALED_MAX];
    (void)state;
    bytes_of(browser, strlen(browser), to.key, sizeof to.key);
    assert_true(push_is_point(to.key));
    to.key[PUSH_KEY_SIZE - 1] ^= 1;
    assert_false(push_is_point(to.key));
    assert_int_equal(push_seal(&to, text, sizeof text - 1, out), 0);
    to.key[PUSH_KEY_SIZE - 1] ^= 1;
    to.key[0] = 2; /* as if it were compressed */
    assert_false(push_is_point(to.key));
    memset(&to.key, 0, sizeof to.key);
    assert_false(push_is_point(to.key));
    memset(&to.key, 255, sizeof to.key);
    to.key[0] = 4;
    assert_false(push_is_point(to.key));
}

static void other_files_are_no_keys(void **state)
{
    static const char *const curves[] = {"P-384", "secp256k1"};
    char *pem;
    (void)state;
    assert_null(push_key_read("", 0));
    assert_null(
        push_key_read("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n", 66));
    for (int i = 0; i < 2; i++) {
        EVP_PKEY *other = EVP_EC_gen(curves[i]);
        BIO *bio = BIO_new(BIO_s_mem());
        assert_int_equal(PEM_write_bio_PrivateKey(bio, other, NULL, NULL, 0, NULL, NULL), 1);
        long len = BIO_get_mem_data(bio, &pem);
        assert_null(push_key_read(pem, (size_t)len));
        BIO_free(bio);
        EVP_PKEY_free(other);
    }
}

/* Does OpenSSL find it signed by the key? */
static bool is_signed(const char *signed_text, size_t len, const char *signature)
{
    uint8_t bytes[64], *der = NULL;
    char pem[600];
    assert_int_equal(bytes_of(signature, strcspn(signature, ","), bytes, sizeof bytes), 64);
    ECDSA_SIG *sig = ECDSA_SIG_new();
    ECDSA_SIG_set0(sig, BN_bin2bn(bytes, 32, NULL), BN_bin2bn(bytes + 32, 32, NULL));
    int size = i2d_ECDSA_SIG(sig, &der);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    BIO *bio = BIO_new_mem_buf(pem, write_key(pem));
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    bool fine = EVP_DigestVerifyInit(ctx, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestVerify(ctx, der, (size_t)size, (const uint8_t *)signed_text, len) == 1;
    EVP_MD_CTX_free(ctx);
    ECDSA_SIG_free(sig);
    OPENSSL_free(der);
    EVP_PKEY_free(key);
    BIO_free(bio);
    return fine;
}

static void a_service_can_tell_who_sends(void **state)
{
    char out[PUSH_VOUCHED_SIZE], claims[400];
    (void)state;
    struct push_key *key = the_key();
    for (int i = 0; i < 50; i++) { /* numbers that begin with zeros too */
        assert_true(push_vouch(key, "https://push.example", "mailto:a@b.c", 1900000000 + i, out));
        assert_memory_equal(out, "vapid t=", 8);
        assert_string_equal(strstr(out, ", k=") + 4, once_public);
        const char *second = strchr(out, '.') + 1, *third = strchr(second, '.') + 1;
        size_t len = bytes_of(second, (size_t)(third - 1 - second), (uint8_t *)claims,
                              sizeof claims);
        json_t *said = json_loadb(claims, len, 0, NULL);
        assert_string_equal(json_string_value(json_object_get(said, "aud")),
                            "https://push.example");
        assert_string_equal(json_string_value(json_object_get(said, "sub")), "mailto:a@b.c");
        assert_int_equal(json_integer_value(json_object_get(said, "exp")), 1900000000 + i);
        json_decref(said);
        assert_true(is_signed(out + 8, (size_t)(third - 1 - (out + 8)), third));
        assert_false(is_signed(out + 9, (size_t)(third - 1 - (out + 9)), third));
    }
    static char contact[PUSH_VOUCHED_SIZE];
    memset(contact, 'x', sizeof contact - 1);
    assert_false(push_vouch(key, "https://push.example", contact, 1, out));
    push_key_free(key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc),       cmocka_unit_test(no_two_are_alike),
        cmocka_unit_test(only_points_of_the_curve),     cmocka_unit_test(other_files_are_no_keys),
        cmocka_unit_test(a_service_can_tell_who_sends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
