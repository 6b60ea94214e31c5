/** Of requests that carry texts or lists; all others take 64 kB. */
export const LARGE_BODY_BYTES = 4 * 1024 * 1024;
