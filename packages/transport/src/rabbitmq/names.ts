/** One queue, and the one direct exchange that leads to it. The exchange's name is also the routing key. */
export interface Road {
  readonly queue: string;
  /**
   * Another name than the queue's: the broker's permissions go by name alone, and who may write to an
   * exchange of a queue's name, and read another, could bind the one to the other.
   */
  readonly exchange: string;
}

export const JOBS = road("veil.jobs");
export const RESULTS = road("veil.results");
export const AUDIT = road("veil.audit");
/** Jobs and results that are set aside. */
export const DEAD_LETTERS = road("veil.dead");
/** Audit batches that are set aside, kept until somebody takes them. */
export const AUDIT_DEAD_LETTERS = road("veil.audit.dead");

function road(queue: string): Road {
  return { queue, exchange: `${queue}.in` };
}
