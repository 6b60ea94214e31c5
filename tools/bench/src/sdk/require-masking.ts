export interface MaskedCall {
  /** Personal data in the text that was sent. */
  readonly value: string;
  /** The bodies that the provider received. It repeats the placeholders in its answer. */
  readonly arrived: readonly string[];
  /** The body of the answer to the client. */
  readonly answer: string;
}

/** A gateway that masks nothing must not be measured. @throws Error that does not show the value */
export function requireMasking(gateway: string, { value, arrived, answer }: MaskedCall): void {
  if (arrived.length === 0) throw new Error(`${gateway} does not forward to the provider`);
  if (arrived.some((body) => body.includes(value))) throw new Error(`${gateway} does not mask`);
  if (!answer.includes(value)) throw new Error(`${gateway} does not restore what it masked`);
}
