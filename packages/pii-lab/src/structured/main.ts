import { writeFile } from "node:fs/promises";
import { generateStructured } from "./generate.ts";

const FILE = new URL("../../corpora/structured.jsonl", import.meta.url);

await writeFile(FILE, `${generateStructured().join("\n")}\n`);
