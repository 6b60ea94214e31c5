import { checked, parseStrictJson } from "@veil/contracts/parsing";
import { ManifestDraft, PublishedManifest, WitnessedManifest } from "@veil/contracts/signer";
import { writeWhole } from "@veil/crypto/files";
import { Type } from "typebox";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { readText } from "../input-text.ts";

const parseDraft = checked(ManifestDraft);
const parseManifest = checked(Type.Union([WitnessedManifest, PublishedManifest]));

/** @throws CommandError */
export function readDraft(cli: Cli, file: string): Promise<ManifestDraft> {
  return parsed(cli, file, parseDraft);
}

/** Also reads a manifest that a gateway published. @throws CommandError */
export async function readManifest(cli: Cli, file: string): Promise<WitnessedManifest> {
  const { served_at: _unsigned, ...signed } = {
    served_at: undefined,
    ...(await parsed(cli, file, parseManifest)),
  };
  return signed;
}

/** Refuses duplicate members: other programs may read the other one. */
async function parsed<T>(cli: Cli, file: string, parse: (value: unknown) => T): Promise<T> {
  const text = await readText(cli, file);
  try {
    return parse(parseStrictJson(Buffer.from(text)));
  } catch (cause) {
    throw usageError(`${file}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Never replaces a file: it may be the only copy of a key or of a signed document. @throws
 * CommandError
 */
export async function writeNew(file: string, content: object, mode: number): Promise<void> {
  try {
    await writeWhole(file, `${JSON.stringify(content, null, 2)}\n`, { mode, replace: false });
  } catch (cause) {
    const exists = (cause as { code?: unknown }).code === "EEXIST";
    const why = exists ? "exists; name a new file" : (cause as Error).message;
    throw usageError(`--output ${file}: ${why}`, { cause });
  }
}
