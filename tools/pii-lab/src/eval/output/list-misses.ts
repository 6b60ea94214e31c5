import { createRandom, sample } from "../../random.ts";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import type { Miss } from "./find-misses.ts";

interface MissGroup {
  readonly title: string;
  readonly total: number;
  readonly excerpts: readonly Excerpt[];
}

/**
 * Returns up to `count` missed spans and `count` false positives of each type, drawn with `seed`.
 */
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
      excerpts: sample(all, count, random).map(excerptOfMiss),
    }));
}

export function listMisses(misses: readonly Miss[], count: number, seed: number): string {
  return missGroups(misses, count, seed)
    .map(({ title, total, excerpts }) => `${title} (${total})\n${excerpts.map(line).join("")}`)
    .join("\n");
}

function excerptOfMiss(miss: Miss): Excerpt {
  const { id, text } = miss.text;
  const note = miss.kind === "partly" ? `${id}, covered in part` : id;
  return { excerpt: excerptOf(text, miss), note };
}

function line({ excerpt, note }: Excerpt): string {
  return `  ${excerpt}   [${note}]\n`;
}
