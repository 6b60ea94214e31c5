import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { SEALED_ANSWER } from "../../src/modules/calls/native/results/answers.ts";
import { SEALED_DRAFT } from "../../src/modules/certificates/domain/certificate-draft.ts";
import {
  SEALED_OPENINGS,
  SEALED_PENDING,
  SEALED_RECORD,
} from "../../src/modules/certificates/domain/pending-certificate.ts";
import {
  SEALED_CERTIFICATE,
  SEALED_EVIDENCE,
} from "../../src/modules/certificates/domain/stored-certificate.ts";
import {
  dpiaInputs,
  recordInputs,
  subjectValues,
} from "../../src/modules/compliance/domain/inputs.ts";

const SOURCES = path.join(import.meta.dirname, "../../src");
const ARCHITECTURE = path.join(import.meta.dirname, "../../../../ARCHITECTURE.md");
const SEALED_RECORDS = [
  ...[SEALED_ANSWER, SEALED_DRAFT, SEALED_PENDING],
  ...[
    SEALED_RECORD,
    SEALED_CERTIFICATE,
    SEALED_EVIDENCE,
    SEALED_OPENINGS,
    dpiaInputs,
    recordInputs,
    subjectValues,
  ],
];

test("The retention table in ARCHITECTURE.md has a row for every sealed record", () => {
  const text = readFileSync(ARCHITECTURE, "utf8");
  const rows = SEALED_RECORDS.map(
    ({ retention: { data, sealedBy, kept } }) => `| ${data} | ${sealedBy} | ${kept} |`,
  );
  expect(rows.filter((row) => !text.includes(`${row}\n`))).toEqual([]);
  const calls = sourceFiles().flatMap((file) => [
    ...readFileSync(path.join(SOURCES, file), "utf8").matchAll(/= sealedRecord\(/g),
  ]);
  expect(calls).toHaveLength(SEALED_RECORDS.length);
});

function sourceFiles(): readonly string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".ts"));
}
