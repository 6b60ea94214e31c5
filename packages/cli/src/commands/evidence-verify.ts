import { type FileHandle, open } from "node:fs/promises";
import { type Command, Option } from "@commander-js/extra-typings";
import {
  contentText,
  evidenceContent,
  evidenceStepResults,
  failedStep,
  resultPage,
} from "@veil/certificate-page";
import { createNodeCrypto } from "@veil/veil";
import {
  EVIDENCE_STEPS,
  type EvidenceOutcome,
  type PackReader,
  tryEvidencePack,
} from "@veil/veil/evidence";
import type { NoteKey, PinnedManifestKey } from "@veil/veil/verifier";
import { printBody } from "../output/print.ts";
import { cleaned } from "../output/texts.ts";
import type { Cli } from "../program/cli.ts";
import { CommandError, usageError } from "../program/command-error.ts";
import { leaf } from "../program/leaf.ts";
import { EXAMPLE_PIN } from "./ceremony/options.ts";
import { PINS, WITNESSES } from "./options.ts";

interface VerifyOptions {
  readonly pin: readonly PinnedManifestKey[];
  readonly witness?: readonly NoteKey[] | undefined;
  readonly json?: true | undefined;
  readonly html?: true | undefined;
}

const FIRST_EXIT_CODE = 10;

/** Adds `veil evidence verify`, which needs no network. */
export function addEvidenceVerify(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify <PACK>",
    summary: "verify an evidence pack, from the file alone",
    description:
      "Verifies an evidence pack (veil compliance evidence-pack) in numbered steps (docs/evidence-pack.md), and prints what it " +
      "contains and what it does not prove. --pin is a key that signed the key manifest, told by its owner; --witness one that " +
      "must have signed the log's checkpoint. Each step has an exit code: 10 and its number.",
    examples: [
      `veil evidence verify evidence-pack.zip --pin ${EXAMPLE_PIN}`,
      `veil evidence verify evidence-pack.zip --pin ${EXAMPLE_PIN} --html > result.html`,
    ],
  })
    .addOption(PINS())
    .addOption(WITNESSES)
    .addOption(
      new Option("--html", "print the result as a page, to keep or print").conflicts("json"),
    )
    .addHelpText("after", exitCodesHelp)
    .action((file, options) => verify(cli, file, options));
}

function exitCodesHelp(): string {
  const lines = Object.values(EVIDENCE_STEPS).map(
    ({ code, title }, at) => `  ${FIRST_EXIT_CODE + at + 1}  ${code}, not: ${title}`,
  );
  return `\nExit codes of a pack that is not valid, by what does not hold:\n${lines.join("\n")}`;
}

async function verify(cli: Cli, file: string, options: VerifyOptions): Promise<void> {
  const trust = { pins: options.pin, witnesses: options.witness ?? [], crypto: createNodeCrypto() };
  await using pack = await openFile(file);
  const outcome = await tryEvidencePack(await readerOf(pack), trust);
  const content = evidenceContent(outcome, trust);
  if (options.html) cli.out(cleaned(resultPage(content)));
  else if (!options.json) cli.out(cleaned(contentText(content)));
  else if (outcome.valid) printBody(cli, options, bodyOf(outcome));
  if (!outcome.valid) throw refusal(outcome);
}

function bodyOf({ verified }: EvidenceOutcome & { readonly valid: true }) {
  const { predicate, posture } = verified;
  const { met, not_met, unknown } = posture;
  const controls = { met, not_met, unknown };
  return { valid: true, ...predicate, controls, steps: evidenceStepResults(verified) };
}

/** Returns the error for a refused pack, with the exit code of the failed step. */
function refusal(outcome: EvidenceOutcome & { readonly valid: false }): CommandError {
  const { number } = failedStep(evidenceStepResults(outcome));
  const { code, message } = outcome.error;
  return new CommandError("check_failed", `step ${number}: ${message}`, {
    ...{ code, exitCode: FIRST_EXIT_CODE + number, cause: outcome.error },
  });
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch (cause) {
    throw usageError(`cannot read ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** Reads parts of the pack from the file, because a pack may not fit into memory. */
async function readerOf(file: FileHandle): Promise<PackReader> {
  const { size } = await file.stat();
  return {
    size,
    async readUint8Array(index, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - index)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, index);
      return bytes.subarray(0, bytesRead);
    },
  };
}
