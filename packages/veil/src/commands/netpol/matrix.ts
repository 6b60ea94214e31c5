import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createMatrix, type Matrix, matrixMarkdown, matrixSvg } from "@veil/netpol";
import type { Command } from "../command.ts";
import {
  EXPECT_HELP,
  EXPECT_OPTIONS,
  INPUT_HELP,
  orInputError,
  positionals,
  readInputs,
} from "./inputs.ts";

const TITLE = "Isolation matrix";

export const netpolMatrix: Command = {
  name: "netpol matrix",
  summary: "write the matrix of allowed connections",
  help: `Usage: veil netpol matrix [OPTIONS] DIR|FILE

Covers every ordered pair of pods on every port, the addresses outside, and unknown pods.

${INPUT_HELP}
Options:
  --format markdown|json|svg   default: from the file name of --out, else markdown
  --out FILE      write there instead of to standard output
  --picture FILE  for markdown: show this picture; a path relative to the document
  --title TEXT    default: "${TITLE}", and the variant's name
  --verify        write nothing; compare the file of --out with what would be written
${EXPECT_HELP}  --help          show this text

The expected edges name pods of the platform, which the matrix then shows too.

Exit codes: 0 done, 1 --verify found a difference, 2 wrong usage or input
`,
  prepare(args) {
    const { values, positionals: given } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...EXPECT_OPTIONS,
        format: { type: "string" },
        out: { type: "string" },
        picture: { type: "string" },
        title: { type: "string" },
        verify: { type: "boolean", default: false },
      },
    });
    const [where = ""] = positionals(given, 1);
    const { out, picture, verify } = values;
    const write = writer(values.format ?? formatOf(out), picture);
    if (verify && out === undefined) throw new Error("--verify needs --out");
    return async (print) => {
      const { cluster, expectations, manifests } = readInputs(where, values);
      const title = values.title ?? `${TITLE}: ${values.variant ?? manifests.variant}`;
      const text = orInputError(() => write(createMatrix(cluster, expectations), title));
      if (out === undefined) print(text);
      else if (verify) verifyFile(out, text);
      else orInputError(() => writeFileSync(out, text));
    };
  },
};

function writer(
  format: string,
  picture: string | undefined,
): (matrix: Matrix, title: string) => string {
  switch (format) {
    case "markdown":
      return (matrix, title) => matrixMarkdown(matrix, title, picture);
    case "svg":
      return matrixSvg;
    case "json":
      return (matrix) => `${JSON.stringify(matrix, null, 2)}\n`;
    default:
      throw new Error(`--format must be markdown, json or svg, not ${format}`);
  }
}

function formatOf(out = ""): string {
  const format = { ".json": "json", ".svg": "svg" }[path.extname(out)];
  return format ?? "markdown";
}

function verifyFile(file: string, text: string): void {
  const current = orInputError(() => readFileSync(file, "utf8"));
  if (current === text) return;
  throw new Error(`${file} does not match the manifests; update it by running without --verify`);
}
