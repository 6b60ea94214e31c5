import { type Excerpt, visible } from "../../page/page-block.ts";
import type { Miss } from "./find-misses.ts";
import { createRandom, sample } from "./sample.ts";

const AROUND = 50;

interface MissGroup {
  readonly title: string;
  readonly total: number;
  readonly excerpts: readonly Excerpt[];
}

/** Up to `count` missed spans and `count` false positives of each type, sampled by `seed`. */
export function missGroups(
  misses: readonly Miss[],
  count: number,
  seed: number,
): readonly MissGroup[] {
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
    .map(([title, all]) => ({
      title,
      total: all.length,
      excerpts: sample(all, count, random).map(excerptOf),
    }));
}

export function listMisses(misses: readonly Miss[], count: number, seed: number): string {
  return missGroups(misses, count, seed)
    .map(({ title, total, excerpts }) => `${title} (${total})\n${excerpts.map(line).join("")}`)
    .join("\n");
}

function excerptOf({ kind, text: { id, text }, start, end }: Miss): Excerpt {
  return {
    before: text.slice(Math.max(0, start - AROUND), start),
    value: text.slice(start, end),
    after: text.slice(end, end + AROUND),
    note: kind === "partly" ? `${id}, covered in part` : id,
  };
}

function line({ before, value, after, note }: Excerpt): string {
  return `  ${visible(`${before}⟦${value}⟧${after}`)}   [${note}]\n`;
}
