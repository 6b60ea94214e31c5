/** The largest body of inference and entity lists. */
export const LARGE_BODY_BYTES = 4 * 1024 * 1024;
/** The largest body of all other endpoints. */
export const SMALL_BODY_BYTES = 64 * 1024;
