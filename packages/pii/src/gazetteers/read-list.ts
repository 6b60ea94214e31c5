import { readFileSync } from "node:fs";

/**
 * Yields the entries of a list in `data/`, one per line. A generator avoids an array of all
 * entries.
 */
export function* readList(name: string): Generator<string> {
  const text = readFileSync(new URL(`../../data/${name}.txt`, import.meta.url), "utf8");
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end === -1) end = text.length;
    yield text.slice(start, end);
  }
}
