import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { RecordedRequest } from "@veil/upstream-simulator";
import type { Example } from "./examples.ts";

/** One example, asked twice: the answer as the model gave it, and with the values restored. */
export interface Exchange {
  readonly example: Example;
  readonly unlinked: ProxyResponse;
  readonly relinked: ProxyResponse;
  /** What the provider received for the two; undefined with a real one. */
  readonly received: readonly RecordedRequest[] | undefined;
}

/** Everything that the demonstration has seen. */
export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly customerId: string;
  readonly email: string;
  readonly apiKey: string;
  readonly usedBefore: number;
  readonly usedAfter: number;
  /** How many events of each type the audit log got of the demonstration. */
  readonly events: ReadonlyMap<string, number>;
  /** What is stored, by place: every row of both databases, and every log. */
  readonly stores: ReadonlyMap<string, string>;
}

/** An answer as one text, whatever its form. */
export function textOf({ result }: ProxyResponse): string {
  return typeof result === "string" ? result : JSON.stringify(result ?? "");
}
