import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { createMatrix, type Matrix, matrixMarkdown, matrixSvg } from "@veil/netpol";
import type { Cli } from "../../program/cli.ts";
import { checkFailed, usageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { EXPECT, INPUT_HELP, orInputError, readInputs, VARIANT } from "./inputs.ts";

const TITLE = "Isolation matrix";

const DESCRIPTION = `Covers every ordered pair of pods on every port, the addresses outside, and unknown pods. The expected
edges name pods of the platform, which the matrix then shows too. --json is --format json.

${INPUT_HELP}`;

export function addNetpolMatrix(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "matrix <DIR|FILE>",
    summary: "write the matrix of allowed connections",
    description: DESCRIPTION,
    fails: "--verify found a difference",
    examples: [
      "veil netpol matrix k8s/rendered/prod.yaml",
      "veil netpol matrix k8s/rendered/prod.yaml --out docs/auditors/isolation-matrix.md --verify",
    ],
  })
    .option("--format <FORMAT>", "markdown, json or svg; else by the name of --out, else markdown")
    .option("--out <FILE>", "write there instead of to standard output")
    .option("--picture <FILE>", "for markdown: show this picture; a path relative to the document")
    .option("--title <TEXT>", `else "${TITLE}", and the variant's name`)
    .option("--verify", "write nothing; compare the file of --out with what would be written")
    .addOption(EXPECT())
    .addOption(VARIANT())
    .action((where, options) => {
      const { out, picture, verify = false, format, json } = options;
      if (verify && out === undefined) throw usageError("--verify needs --out");
      const write = writer(format ?? (json ? "json" : formatOf(out)), picture);
      const { cluster, expectations, manifests } = readInputs(where, options);
      const title = options.title ?? `${TITLE}: ${options.variant ?? manifests.variant}`;
      const text = orInputError(() => write(createMatrix(cluster, expectations), title));
      if (out === undefined) cli.out(text);
      else writeOrVerify(out, text, verify);
    });
}

function writeOrVerify(out: string, text: string, verify: boolean): void {
  if (verify) verifyFile(out, text);
  else orInputError(() => writeFileSync(out, text));
}

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
      throw usageError(`--format must be markdown, json or svg, not ${format}`);
  }
}

function formatOf(out = ""): string {
  const format = { ".json": "json", ".svg": "svg" }[path.extname(out)];
  return format ?? "markdown";
}

function verifyFile(file: string, text: string): void {
  const current = orInputError(() => readFileSync(file, "utf8"));
  if (current === text) return;
  throw checkFailed(`${file} does not match the manifests; update it by running without --verify`);
}
