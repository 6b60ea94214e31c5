import type { Span } from "@veil/pii/spans";
import { Pool } from "undici";

/** Another detector, measured on the same texts. */
export interface PeerAnalyzer {
  /** The name includes versions where they are known. */
  readonly name: string;
  /** Returns all findings, which may overlap. @throws Error when the peer does not answer */
  find(text: string, signal?: AbortSignal): Promise<readonly PeerFinding[]>;
}

/** Offsets are UTF-16 code units; `type` is the peer's name. */
export interface PeerFinding extends Span {
  readonly type: string;
}

/** Offsets count code points. */
interface Result {
  readonly entity_type: string;
  readonly start: number;
  readonly end: number;
}

/** Presidio's analyzer at `url` with stock settings. It comes with a model for English only. */
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
