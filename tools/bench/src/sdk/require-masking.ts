export interface MaskedCall {
  /** Personal data in the text that was sent. */
  readonly value: string;
  /** The bodies that the provider received. It answers with the placeholders. */
  readonly arrived: readonly string[];
  /** The body that came back. */
  readonly answer: string;
}

/** A gateway that masks nothing must not be measured as one that does. @throws Error without the value */
export function requireMasking(gateway: string, { value, arrived, answer }: MaskedCall): void {
  if (arrived.length === 0) throw new Error(`${gateway} does not forward to the provider`);
  if (arrived.some((body) => body.includes(value))) throw new Error(`${gateway} does not mask`);
  if (!answer.includes(value)) throw new Error(`${gateway} does not restore what it masked`);
}
