export const LARGE_BODY_BYTES = 4 * 1024 * 1024;
