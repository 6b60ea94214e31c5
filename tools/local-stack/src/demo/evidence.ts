import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { RecordedRequest } from "@veil/upstream-simulator";
import type { DemoRequest } from "./examples.ts";

/** An example that was sent twice: the answer with placeholders, and with the values restored. */
export interface Exchange {
  readonly example: DemoRequest;
  readonly unlinked: ProxyResponse;
  readonly relinked: ProxyResponse;
  /** Undefined with a real provider. */
  readonly received: readonly RecordedRequest[] | undefined;
}

/** Counts the demonstration's calls. It expects no certificates from a gateway that makes none. */
export interface CertificateCount {
  readonly expected: number;
  /** Issued, and proven by the audit log. */
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
