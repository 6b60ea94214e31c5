/**
 * A queue and the direct exchange that routes to it. The exchange's name is also the routing key.
 */
export interface Binding {
  readonly queue: string;
  /**
   * Differs from the queue's name, because permissions apply to names: a user who may write to an
   * exchange with a queue's name could also bind that queue to an exchange that the user may read.
   */
  readonly exchange: string;
}

export const JOBS = binding("veil.jobs");
export const RESULTS = binding("veil.results");
export const AUDIT = binding("veil.audit");
export const DEAD_LETTERS = binding("veil.dead");
/** Dead-lettered audit batches, which are kept until an operator removes them. */
export const AUDIT_DEAD_LETTERS = binding("veil.audit.dead");

function binding(queue: string): Binding {
  return { queue, exchange: `${queue}.in` };
}
