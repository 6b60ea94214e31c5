import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { RecordedRequest } from "@veil/upstream-simulator";
import type { Example } from "./examples.ts";

/** One example, sent twice: the answer with placeholders, and with the values restored. */
export interface Exchange {
  readonly example: Example;
  readonly unlinked: ProxyResponse;
  readonly relinked: ProxyResponse;
  /** The provider's input for both; undefined with a real one. */
  readonly received: readonly RecordedRequest[] | undefined;
}

export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly customerId: string;
  readonly email: string;
  readonly apiKey: string;
  readonly usedBefore: number;
  readonly usedAfter: number;
  /** The number of audit events of the demonstration, by type. */
  readonly events: ReadonlyMap<string, number>;
  /** Everything stored, by place: every row of both databases, and every log. */
  readonly stores: ReadonlyMap<string, string>;
}

export function textOf({ result }: ProxyResponse): string {
  return typeof result === "string" ? result : JSON.stringify(result ?? "");
}
