export interface MaskedCall {
  /** Personal data in the text that was sent. */
  readonly value: string;
  /**
   * The bodies that the provider received. The provider repeats the placeholders in its response.
   */
  readonly arrived: readonly string[];
  /** The body of the response to the client. */
  readonly answer: string;
}

/**
 * Checks that a gateway masks and restores a value, because otherwise it must not be measured.
 * @throws Error that does not contain the value
 */
export function requireMasking(gateway: string, { value, arrived, answer }: MaskedCall): void {
  if (arrived.length === 0) throw new Error(`${gateway} does not forward to the provider`);
  if (arrived.some((body) => body.includes(value))) throw new Error(`${gateway} does not mask`);
  if (!answer.includes(value)) throw new Error(`${gateway} does not restore what it masked`);
}
