import type { IncomingMessage, ServerResponse } from "node:http";

/** A request as received, even if it got no response. */
export interface RecordedRequest {
  readonly received_at: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the body that was received, as UTF-8. */
  readonly body: string;
  /** True if the response was sent completely or the connection has closed. */
  readonly ended: boolean;
  /** True if the connection closed before the response was sent completely. */
  readonly aborted: boolean;
}

const KEPT_REQUESTS = 10_000;

/**
 * Records requests from their first byte on, so that an empty record proves that nothing was
 * received.
 */
export class RequestRecord {
  #requests: RecordedRequest[] = [];

  async read(req: IncomingMessage, res: ServerResponse): Promise<string> {
    const entry = { ...headOf(req), body: "", ended: false, aborted: false };
    res.once("close", () => {
      entry.ended = true;
      entry.aborted = !res.writableFinished;
    });
    this.#requests.push(entry);
    if (this.#requests.length > KEPT_REQUESTS) this.#requests.shift();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } finally {
      entry.body = Buffer.concat(chunks).toString("utf8");
    }
    return entry.body;
  }

  all(): RecordedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests = [];
  }
}

function headOf(req: IncomingMessage): Omit<RecordedRequest, "body" | "ended" | "aborted"> {
  const headers = Object.entries(req.headers).map(([name, value = ""]) => [name, String(value)]);
  return {
    received_at: new Date().toISOString(),
    method: req.method ?? "",
    path: req.url ?? "",
    headers: Object.fromEntries(headers),
  };
}
