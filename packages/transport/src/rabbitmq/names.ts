/** The exchange is direct; its name is also the routing key. */
export interface Binding {
  readonly queue: string;
  /**
   * Not the queue's name: permissions go by name, so a user who may write to an exchange with a queue's name could
   * bind that queue to an exchange that the user may read.
   */
  readonly exchange: string;
}

export const JOBS = binding("veil.jobs");
export const RESULTS = binding("veil.results");
export const AUDIT = binding("veil.audit");
export const DEAD_LETTERS = binding("veil.dead");
/** Kept until an operator removes them. */
export const AUDIT_DEAD_LETTERS = binding("veil.audit.dead");

function binding(queue: string): Binding {
  return { queue, exchange: `${queue}.in` };
}
