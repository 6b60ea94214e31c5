/**
 * Milliseconds, read when it is called; tests hand in their own. As `nowMs` since the epoch; as `clockMs` since some
 * moment, and it never goes back.
 */
export type Clock = () => number;
