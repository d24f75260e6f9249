/** Threads that read strangers' messages, at most; fewer where there are fewer processors. */
export const MAX_THREADS = 4;
/** Threads besides those, for large messages alone. */
export const MAX_LARGE_THREADS = 2;
/** Octets up to which a message is small: it takes a thread some 30 ms, and waits for no large one. */
export const SMALL_OCTETS = 1_000_000;
/** Milliseconds that a task waits for a thread before another one is started: V8 has to warm up in each. */
export const START_AFTER = 500;
/** MB of what a thread has just made, before it looks what of it is still used. */
export const YOUNG_MEMORY = 64;
/** Milliseconds of processor time that one task may take. Not of the clock: beside other work, time passes anyway. */
export const MAX_TASK_CPU = 10_000;
/** Milliseconds after which a task is given up that takes no processor time either. */
export const MAX_TASK_TIME = 300_000;
/** How often one looks at what the threads take, in milliseconds. */
export const LOOK_EVERY = 100;
/** MB that one thread may hold, whose task is given up then. */
export const MAX_THREAD_MEMORY = 512;
/**
 * MB of objects and strings with which V8 itself ends a thread. Far above the other, since a single string that does not
 * fit below it ends the whole process; nobody fills it between two looks.
 */
export const MAX_THREAD_HEAP = 4096;
/** Tasks of one thread that wait for answers, from DNS for instance. */
export const MAX_TASKS_PER_THREAD = 64;
