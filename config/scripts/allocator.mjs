/**
 * How glibc keeps the memory outside of V8, as everything that starts a server sets it: without it each thread has an
 * arena of its own, and what a start or a load has freed stays with the process. Two arenas take nothing from the speed of
 * a call, and what is free at the end of one goes back to the system from 1 MiB on. Other C libraries ignore the variable.
 */
export const ALLOCATOR = {
  GLIBC_TUNABLES: 'glibc.malloc.arena_max=2:glibc.malloc.trim_threshold=1048576:glibc.malloc.mmap_threshold=1048576',
};
