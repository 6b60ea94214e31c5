import type { Span } from "@veil/pii/spans";
import { Pool } from "undici";

/** Another detector, which is measured on the same texts. */
export interface PeerAnalyzer {
  /** Includes the versions if they are known. */
  readonly name: string;
  /** Returns all findings, which may overlap. @throws Error if the peer does not respond */
  find(text: string, signal?: AbortSignal): Promise<readonly PeerFinding[]>;
}

/** A finding of the peer. Offsets count UTF-16 code units; `type` is the peer's type name. */
export interface PeerFinding extends Span {
  readonly type: string;
}

/** A finding as Presidio returns it. Offsets count code points. */
interface Result {
  readonly entity_type: string;
  readonly start: number;
  readonly end: number;
}

/** Returns Presidio's analyzer at `url`. With stock settings, it has a model for English only. */
export function presidioAnalyzer(url: string, name = "Presidio"): PeerAnalyzer {
  const pool = new Pool(new URL(url).origin, { connections: 1 });
  const path = `${new URL(url).pathname.replace(/\/$/, "")}/analyze`;
  return {
    name,
    async find(text, signal) {
      const { statusCode, body } = await pool.request({
        path,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text, language: "en" }),
        ...(signal !== undefined && { signal }),
      });
      if (statusCode === 200) return findingsOf(text, (await body.json()) as readonly Result[]);
      throw new Error(`Presidio answered ${statusCode}: ${(await body.text()).slice(0, 200)}`);
    },
  };
}

function findingsOf(text: string, results: readonly Result[]): readonly PeerFinding[] {
  const points = [...text];
  const unit = (point: number) => points.slice(0, point).join("").length;
  return results.map(({ entity_type: type, start, end }) => ({
    start: unit(start),
    end: unit(end),
    type,
  }));
}
