import { type Command, Option } from "@commander-js/extra-typings";
import { contentText, resultPage } from "@veil/certificate-page";
import type { NoteKey, PinnedManifestKey } from "@veil/veil/verifier";
import { printBody } from "../../output/print.ts";
import { cleaned } from "../../output/texts.ts";
import type { Cli } from "../../program/cli.ts";
import { leaf } from "../../program/leaf.ts";
import { EXAMPLE_PIN } from "../ceremony/options.ts";
import { PINS, several, WITNESSES } from "../options.ts";
import { namedFile, type OwnersOptions, ownersFiles } from "./owners-files.ts";
import { readBytes } from "./read-bytes.ts";
import { exitCodesOfSteps, verifiedCertificate, verifiedSummary } from "./verified.ts";

interface VerifyOptions extends OwnersOptions {
  readonly manifest: string;
  readonly pin: readonly PinnedManifestKey[];
  readonly witness?: readonly NoteKey[] | undefined;
  readonly json?: true | undefined;
  readonly html?: true | undefined;
  readonly summary?: true | undefined;
}

/** An example key: the public key of RFC 8032, section 7.1, test 1. */
const EXAMPLE_WITNESS = "witness.example+82bca4dd+BNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";

/** Adds `veil verify`, which needs no network. */
export function addVerifyCertificate(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify <CERTIFICATE>",
    summary: "verify the isolation certificate of a call, from files alone",
    description:
      "Verifies the isolation certificate of a call in numbered steps (docs/veil-format.md), and prints what it proves and what " +
      "it does not prove. --pin is a key that signed the manifest, told by its owner; --witness one that must have signed the " +
      "log's checkpoint. Each step has an exit code: 10 and its number. With --openings (GET .../openings, for the owner of the call) " +
      "--text shows which components got a text of yours, and --response that your answer is the certified one with values restored. " +
      "With --summary the file is what GET /api/v1/veil/certificate/REQUEST_ID/public gives to anyone.",
    examples: [
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} certificate.json`,
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} --html certificate.json > result.html`,
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} --summary summary.json`,
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} --witness ${EXAMPLE_WITNESS} certificate.json`,
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} --openings openings.json --text context.0=letter.txt --response answer.json certificate.json`,
    ],
  })
    .requiredOption("--manifest <FILE>", "the key manifest (GET /.well-known/veil-keys.json)")
    .addOption(PINS())
    .addOption(WITNESSES)
    .option("--openings <FILE>", "what opens its commitments (GET .../openings)")
    .option(
      "--text <ITEM=FILE>",
      "text of the call, by its name in the claims; several times",
      several(namedFile),
    )
    .option("--response <FILE>", "the answer as you received it: the body, or its text")
    .addOption(
      new Option("--html", "print the result as a page, to keep or print").conflicts("json"),
    )
    .addOption(
      new Option("--summary", "the file is a public summary, not a certificate").conflicts([
        ...["witness", "openings", "text", "response"],
      ]),
    )
    .addHelpText("after", exitCodesHelp)
    .action((file, options) => verify(cli, file, options));
}

function exitCodesHelp(): string {
  const lines = exitCodesOfSteps().map(([code, meaning]) => `  ${code}  ${meaning}`);
  return `\nExit codes of a certificate that is not valid, by what does not hold:\n${lines.join("\n")}`;
}

async function verify(cli: Cli, file: string, options: VerifyOptions): Promise<void> {
  const files = { document: await readBytes(file), manifest: await readBytes(options.manifest) };
  const owners = await ownersFiles(options);
  const { content, body, refused } = options.summary
    ? verifiedSummary(files, options)
    : verifiedCertificate(files, options, owners);
  if (options.html) cli.out(cleaned(resultPage(content)));
  else if (!options.json) cli.out(cleaned(contentText(content)));
  else if (body !== undefined) printBody(cli, options, body);
  if (refused !== undefined) throw refused;
}
