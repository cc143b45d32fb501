/*
 * target.h - what the kernels ask of the machine: which thread this is, and what the threads beside it say.
 *
 * On a graphics card a warp of 32 threads runs in step. On the processor a warp is one thread, and
 * host.c calls each kernel once for every thread; no result may depend on how wide a warp is.
 */
#ifndef MAZO_GPU_TARGET_H
#define MAZO_GPU_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __NVPTX__

#define KERNEL __attribute__((nvptx_kernel)) void

static inline uint32_t thread_number(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
           __nvvm_read_ptx_sreg_tid_x();
}

static inline uint32_t thread_count(void)
{
    return __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
}

/* Bits of the warp's threads for which it is true; all of them must get here together. */
static inline uint32_t warp_votes(bool truth) { return __nvvm_vote_ballot_sync(UINT32_MAX, truth); }

#else

#define KERNEL void

extern _Thread_local uint32_t host_thread, host_threads; /* host.c */

static inline uint32_t thread_number(void) { return host_thread; }
static inline uint32_t thread_count(void) { return host_threads; }
static inline uint32_t warp_votes(bool truth) { return truth; }

#endif

#endif
