import { type Command, Option } from "@commander-js/extra-typings";
import { PostureResponse } from "@veil/contracts/public/compliance/posture";
import { call, callFor } from "../gateway/call.ts";
import { operationOf } from "../gateway/operation-of.ts";
import { describeBody } from "../output/describe-body.ts";
import { printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { gatewayLeaf } from "../program/leaf.ts";
import { type GatewayOptions, readSettings } from "../settings/read-settings.ts";
import { deliver } from "./audit/deliver.ts";
import { addCalls } from "./calls/add-calls.ts";
import { COMPLIANCE } from "./calls/compliance-rows.ts";
import { instant } from "./calls/instant.ts";

const POSTURE = operationOf("readPosture");
const RECORD = operationOf("readProcessingRecord");
const DPIA = operationOf("readDpia");
const EXPOSURE = operationOf("readExposure");
const EVIDENCE = operationOf("readEvidencePack");

/** Adds the commands for documents of compliance. */
export function addCompliance(parent: Command, cli: Cli): void {
  addPosture(parent, cli);
  addCalls(parent, cli, COMPLIANCE);
  addRecord(parent, cli);
  addDpia(parent, cli);
  addExposure(parent, cli);
  addEvidencePack(parent, cli);
}

function addPosture(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: POSTURE,
    usage: "posture",
    summary: "show the state of each control, as measured (pro and enterprise)",
    description:
      "Shows for each promise whether it is met, not met or unknown, as measured. With --json: also figures, evidence and times.",
    examples: ["veil compliance posture", "veil compliance posture --json"],
  }).action(async (options) => {
    const settings = await readSettings(cli, options);
    const posture = await callFor(cli, settings, POSTURE, { schema: PostureResponse });
    printBody(cli, options, posture, describePosture);
  });
}

/** Describes the posture for people, one line for each control. */
function describePosture({ controls, ...summary }: PostureResponse): string {
  const lines = controls.map(({ state, id, title, reason }) => ({
    ...{ state, id, title },
    ...(reason !== undefined && { reason }),
  }));
  return describeBody({ ...summary, controls: lines });
}

function addRecord(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: RECORD,
    usage: "record",
    summary: "write the record of processing activities (Art. 30 of the GDPR)",
    description:
      "Writes the record of processing activities: what the gateway knows of each activity, and what you have filled in. " +
      "Fields that are open are yours to fill in: veil compliance record-input.",
    examples: [
      "veil compliance record --format html --output record.html",
      "veil compliance record --since 2027-01-01 --until 2027-03-31 --format csv",
    ],
  })
    .option("--since <DAY>", "the first day, such as 2027-01-01; a year before --until without it")
    .option("--until <DAY>", "the last day; today without it")
    .addOption(formatOption(["json", "csv", "jsonld", "html"]))
    .addOption(outputOption())
    .action(async (options) => {
      const { since, until, format } = options;
      await write(cli, options, RECORD, { since, until, format });
    });
}

function addDpia(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: DPIA,
    usage: "dpia",
    summary: "write a data protection impact assessment (Art. 35 of the GDPR)",
    description:
      "Writes an impact assessment: facts with their source, and fields that are yours to fill in: veil compliance dpia-input. " +
      "Nothing is judged.",
    examples: [
      "veil compliance dpia --format html --language de --output dpia.html",
      "veil compliance dpia --format cnil-pia --output pia.json",
    ],
  })
    .addOption(formatOption(["json", "html", "cnil-pia"]))
    .addOption(new Option("--language <LANGUAGE>", "of the texts").choices(["en", "de"]))
    .addOption(outputOption())
    .action(async (options) => {
      const { format, language } = options;
      await write(cli, options, DPIA, { format, language });
    });
}

function addExposure(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: EXPOSURE,
    usage: "exposure",
    summary: "show what a breach in a window of time could concern (Art. 33 of the GDPR)",
    description:
      "Shows the calls of a window of time: numbers by hour, type and provider, and the ids of keys and certificates. The " +
      "window is widened to whole hours in UTC, and has at most 92 days.",
    examples: [
      "veil compliance exposure --since 2027-01-31T08:00:00Z --until 2027-01-31T12:00:00Z",
      "veil compliance exposure --since 2027-01-31 --format csv --output exposure.csv",
    ],
  })
    .addOption(
      new Option("--since <TIME>", "such as 2027-01-31 or 2027-01-31T12:00:00Z")
        .argParser(instant)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--until <TIME>", "the end; now without it").argParser(instant))
    .addOption(formatOption(["json", "csv"]))
    .addOption(outputOption())
    .action(async (options) => {
      const { since, until, format } = options;
      await write(cli, options, EXPOSURE, { since, until, format });
    });
}

function addEvidencePack(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: EVIDENCE,
    usage: "evidence-pack",
    summary: "write an archive of signed evidence (pro and enterprise)",
    description:
      "Writes a zip archive with posture, OSCAL documents, processing record, impact assessment and certificates, signed by the " +
      "gateway. veil evidence verify checks it offline. A customer gets six packs an hour.",
    examples: [
      "veil compliance evidence-pack --since 2027-01-01 --output evidence-pack.zip",
      "veil compliance evidence-pack --since 2027-01-01 --until 2027-04-01 --output q1.zip --timeout 300",
    ],
  })
    .addOption(
      new Option("--since <TIME>", "the start of the certificates' period")
        .argParser(instant)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--until <TIME>", "its end; now without it").argParser(instant))
    .addOption(outputOption().makeOptionMandatory())
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const { since, until, output } = options;
      const { bytes } = await call(cli, settings, EVIDENCE, { query: { since, until } });
      await deliver(cli, output ?? "", bytes);
    });
}

function formatOption(formats: readonly string[]) {
  return new Option("--format <FORMAT>", "of the document").choices(formats).default("json");
}

function outputOption() {
  return new Option("--output <FILE>", "write into this file, mode 0600, once all of it is there");
}

interface DocumentOptions extends GatewayOptions {
  readonly output?: string | undefined;
}

/** Makes the call, and writes the document as the gateway sent it. */
async function write(
  cli: Cli,
  options: DocumentOptions,
  operation: typeof RECORD,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const settings = await readSettings(cli, options);
  const { text } = await call(cli, settings, operation, { query });
  if (options.output === undefined) cli.out(text.endsWith("\n") ? text : `${text}\n`);
  else await deliver(cli, options.output, text);
}
