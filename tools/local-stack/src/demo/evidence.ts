import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { RecordedRequest } from "@veil/upstream-simulator";
import type { DemoRequest } from "./examples.ts";

/**
 * An example that was sent twice, with the response that keeps placeholders, and the response with
 * restored values.
 */
export interface Exchange {
  readonly example: DemoRequest;
  readonly unlinked: ProxyResponse;
  readonly relinked: ProxyResponse;
  /** The requests that the simulator received; undefined with a real provider. */
  readonly received: readonly RecordedRequest[] | undefined;
}

/**
 * The number of the demonstration's calls that should have certificates, and that do. `expected` is
 * 0 for a gateway that issues none.
 */
export interface CertificateCount {
  readonly expected: number;
  /** Certificates that were issued and are proven by the audit log. */
  readonly proven: number;
}

export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly customerId: string;
  readonly email: string;
  readonly apiKey: string;
  readonly usedBefore: number;
  readonly usedAfter: number;
  readonly events: ReadonlyMap<string, number>;
  readonly certificates: CertificateCount;
  readonly stores: ReadonlyMap<string, string>;
}

export function textOf({ result }: ProxyResponse): string {
  return typeof result === "string" ? result : JSON.stringify(result ?? "");
}
