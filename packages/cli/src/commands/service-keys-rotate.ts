import { Argument, type Command, Option } from "@commander-js/extra-typings";
import type { KeyPurpose, PrincipalName } from "@veil/crypto";
import { KEY_OWNERS, purposesOf, ROTATION_STEPS, type RotationStep } from "@veil/veil";
import { printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";
import { leaf } from "../program/leaf.ts";
import { rotateKeyIn } from "../rotate-key.ts";

const PURPOSES: readonly KeyPurpose[] = [...new Set(KEY_OWNERS.flatMap(purposesOf))];

const DESCRIPTION = `Replaces one key of a service in three steps. Each changes files of DIR; roll them out to the services
before the next one (docs/deploy.md, Rotation). A step that has been done changes nothing.
  add      a new key is in the service's file and, for signing, pinned in DIR/trust.json; it is not used
  use      it signs; a sealing key is pinned now, and sealed to
  retire   the former key ends: it stays pinned for what it signed, and its private half is removed`;

interface RotateCommand {
  readonly dir: string;
  readonly step: RotationStep;
  readonly ended?: string | undefined;
  readonly json?: true | undefined;
}

export function addServiceKeysRotate(parent: Command, cli: Cli): void {
  leaf(parent, {
    ...{ usage: "rotate", summary: "replace one key of a service, in three steps" },
    description: DESCRIPTION,
    examples: ["veil service-keys rotate bridge claim --step add --dir keys"],
  })
    .addArgument(new Argument("<SERVICE>", "whose key").choices(KEY_OWNERS))
    .addArgument(new Argument("<PURPOSE>", "which of its keys").choices(PURPOSES))
    .requiredOption("--dir <DIR>", "folder that veil service-keys init created")
    .addOption(
      new Option("--step <STEP>", "what to do")
        .choices<readonly RotationStep[]>(ROTATION_STEPS)
        .makeOptionMandatory(),
    )
    .option(
      "--ended <TIME>",
      "with retire: since when the former key must not be believed, such as 2026-01-31T12:00:00Z when it was stolen; else since now",
    )
    .action((service, purpose, options) => rotate(cli, { service, purpose }, options));
}

interface KeyName {
  readonly service: PrincipalName;
  readonly purpose: KeyPurpose;
}

async function rotate(
  cli: Cli,
  name: KeyName,
  { dir, step, ended, json }: RotateCommand,
): Promise<void> {
  if (ended !== undefined && step !== "retire")
    throw usageError("--ended belongs to --step retire");
  const order = { ...name, step, ended, nowMs: Date.now() };
  const changed = await rotateKeyIn(dir, order).catch((cause: Error) => {
    throw usageError(cause.message, { cause });
  });
  printBody(cli, { json }, { changed }, () => textOf(changed, step, name));
}

function textOf(changed: readonly string[], step: RotationStep, { purpose }: KeyName): string {
  if (changed.length === 0) return "Nothing to do: this step has been done.\n";
  return `${changed.join("\n")}\n${NEXT[step](purpose)}\n`;
}

const NEXT: Readonly<Record<RotationStep, (purpose: KeyPurpose) => string>> = {
  add: (purpose) =>
    purpose === "sealing"
      ? "Roll the service's file out, then: --step use"
      : "In production, hold a ceremony with trust.json. Roll both files and the manifest out to all, then: --step use",
  use: () =>
    "Roll it out. When nothing of the former key is under way any more, after a day: --step retire",
  retire: () =>
    "In production, hold a ceremony with trust.json. Roll both files and the manifest out.",
};
