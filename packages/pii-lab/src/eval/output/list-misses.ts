import type { Miss } from "./find-misses.ts";
import { createRandom, sample } from "./sample.ts";

const AROUND = 50;

/** Up to `count` missed spans and `count` false positives of each type, sampled by `seed`. */
export function listMisses(misses: readonly Miss[], count: number, seed: number): string {
  const groups = new Map<string, Miss[]>();
  for (const miss of misses) {
    const title = `${miss.kind === "false positive" ? "false positives" : "missed"}: ${miss.type}`;
    const group = groups.get(title) ?? [];
    group.push(miss);
    groups.set(title, group);
  }
  const random = createRandom(seed);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, all]) => {
      const lines = sample(all, count, random).map(line);
      return `${title} (${all.length})\n${lines.join("")}`;
    })
    .join("\n");
}

function line({ kind, text: { id, text }, start, end }: Miss): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const shown = `${before}⟦${text.slice(start, end)}⟧${text.slice(end, end + AROUND)}`;
  return `  ${kind === "partly" ? "~ " : ""}${shown.replace(/\s+/g, " ")}   [${id}]\n`;
}
