/**
 * Returns milliseconds: `nowMs` counts them since the epoch, `clockMs` monotonically since an
 * arbitrary start.
 */
export type Clock = () => number;
