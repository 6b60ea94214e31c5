/** For inference and entity lists. */
export const LARGE_BODY_BYTES = 4 * 1024 * 1024;
/** For all others. */
export const SMALL_BODY_BYTES = 64 * 1024;
