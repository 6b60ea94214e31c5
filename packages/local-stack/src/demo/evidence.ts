import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { RecordedRequest } from "@veil/upstream-simulator";
import type { DemoRequest } from "./examples.ts";

/** Sent twice: the answer with placeholders, and with the values restored. */
export interface Exchange {
  readonly example: DemoRequest;
  readonly unlinked: ProxyResponse;
  readonly relinked: ProxyResponse;
  /** Undefined with a real provider. */
  readonly received: readonly RecordedRequest[] | undefined;
}

export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly customerId: string;
  readonly email: string;
  readonly apiKey: string;
  readonly usedBefore: number;
  readonly usedAfter: number;
  readonly events: ReadonlyMap<string, number>;
  readonly stores: ReadonlyMap<string, string>;
}

export function textOf({ result }: ProxyResponse): string {
  return typeof result === "string" ? result : JSON.stringify(result ?? "");
}
