import type { PredictedSpan } from "@veil/pii-lab/measures";
import { Pool } from "undici";
import { processCpuMs } from "../../process-cpu.ts";
import type { Contender } from "./contender.ts";
import { foundSpan } from "./found-span.ts";
import { processesListeningOn } from "./listening-process.ts";

/** Offsets count code points. */
interface Result {
  readonly entity_type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * English is the one language for which it comes with a model.
 * @throws Error when it runs elsewhere, where its CPU time cannot be read
 */
export function openPresidio(url: string): Contender {
  const pids = processesListeningOn(Number(new URL(url).port || "80"));
  if (pids.length === 0)
    throw new Error("its CPU time cannot be read: it has to run on this machine, on Linux");
  const pool = new Pool(new URL(url).origin, { connections: 1 });

  async function analyze(text: string): Promise<readonly Result[]> {
    const { statusCode, body } = await pool.request({
      path: `${new URL(url).pathname.replace(/\/$/, "")}/analyze`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text, language: "en" }),
    });
    if (statusCode === 200) return (await body.json()) as readonly Result[];
    throw new Error(`Presidio answered ${statusCode}: ${(await body.text()).slice(0, 200)}`);
  }

  return {
    run: analyze,
    async find(texts) {
      const found: (readonly PredictedSpan[])[] = [];
      for (const { text } of texts) found.push(spansOf(text, await analyze(text)));
      return found;
    },
    cpuMs: () => pids.reduce((sum, pid) => sum + processCpuMs(pid), 0),
  };
}

function spansOf(text: string, results: readonly Result[]): readonly PredictedSpan[] {
  const points = [...text];
  const unit = (point: number) => points.slice(0, point).join("").length;
  return results.map(({ entity_type, start, end }) =>
    foundSpan(unit(start), unit(end), entity_type),
  );
}
