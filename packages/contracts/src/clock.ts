/**
 * Returns a time in milliseconds. Parameters named `nowMs` count from the epoch; those named
 * `clockMs` are monotonic with an arbitrary start.
 */
export type Clock = () => number;
