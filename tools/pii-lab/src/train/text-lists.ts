import { readFileSync } from "node:fs";

const FOLDER = new URL("../../data/train/", import.meta.url);

/** Returns the lines of a file in `data/train`, without empty lines and comments ("# ..."). */
export function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(name, FOLDER), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

export function wordsOf(name: string): readonly string[] {
  return linesOf(name).flatMap((line) => line.trim().split(/\s+/u));
}

/** Returns the terms under each heading `# name`. Semicolons and line ends separate terms. */
export function termsOf(name: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  for (const line of readFileSync(new URL(name, FOLDER), "utf8").split("\n")) {
    if (line.startsWith("# ")) {
      section = [];
      sections.set(line.slice(2).trim(), section);
    } else {
      section.push(
        ...line
          .split(";")
          .map((term) => term.trim())
          .filter((term) => term !== ""),
      );
    }
  }
  return sections;
}
