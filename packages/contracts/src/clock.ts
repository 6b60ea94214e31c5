/** Milliseconds: as `nowMs` since the epoch; as `clockMs` since an arbitrary start, monotonic. */
export type Clock = () => number;
