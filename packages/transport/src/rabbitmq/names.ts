/** Each name is a direct exchange, the queue bound to it, and the routing key between the two. */
export const JOBS = "veil.jobs";
export const RESULTS = "veil.results";
export const AUDIT = "veil.audit";
export const DEAD_LETTERS = "veil.dead";
