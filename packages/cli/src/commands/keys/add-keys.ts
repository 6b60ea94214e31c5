import type { Command } from "@commander-js/extra-typings";
import {
  IssuedKeyResponse,
  KeysResponse,
  RevokedKeyResponse,
  RotatedKeyResponse,
} from "@veil/contracts/public/keys";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { issueKey } from "../../output/one-time-key.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { definedOnly, FAMILY, GRACE, KEY_CLASS, OUTPUT } from "../options.ts";
import { printAnswer } from "../simple-call.ts";
import { keyIdIn } from "./key-id.ts";

const LIST = operationOf("listKeys");
const ISSUE = operationOf("issueKey");
const ROTATE = operationOf("rotateKey");
const REVOKE = operationOf("revokeKey");

export function addKeys(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: LIST,
    usage: "list",
    summary: "list your API keys, without the keys themselves",
    examples: ["veil keys list", "veil keys list --json"],
  }).action((options) => printAnswer(cli, options, LIST, { schema: KeysResponse }));
  addIssue(parent, cli);
  addRotate(parent, cli);
  gatewayLeaf(parent, {
    operation: REVOKE,
    usage: "revoke <KEY_ID>",
    summary: "end one of your API keys at once",
    description:
      "Ends one of your API keys at once. KEY_ID is the eight characters that veil keys list shows; the whole key " +
      "is refused as an argument.",
    examples: ["veil keys revoke Ab3dE6gH"],
  }).action((key_id, options) =>
    printAnswer(cli, options, REVOKE, { schema: RevokedKeyResponse, path: { key_id } }),
  );
}

function addIssue(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: ISSUE,
    usage: "issue",
    summary: "issue a further API key, which is shown once",
    examples: [
      "veil keys issue --output new.key",
      "veil keys issue --family gw_live --class developer",
    ],
  })
    .addOption(FAMILY())
    .addOption(KEY_CLASS())
    .addOption(OUTPUT())
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const body = definedOnly({ family: options.family, class: options.class });
      const schema = IssuedKeyResponse;
      await issueKey(cli, options, () => callFor(cli, settings, ISSUE, { schema, body }));
    });
}

function addRotate(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: ROTATE,
    usage: "rotate [KEY_ID]",
    summary: "replace an API key by a new one, which is shown once",
    description:
      "Replaces an API key by a new one of the same kind. Without KEY_ID: the key that the command uses. The former " +
      "key stays valid for an hour, or as long as --grace-seconds says.",
    examples: ["veil keys rotate --output new.key", "veil keys rotate Ab3dE6gH --grace-seconds 0"],
  })
    .addOption(GRACE())
    .addOption(OUTPUT())
    .action(async (keyId, options) => {
      const settings = await readSettings(cli, options);
      const path = { key_id: keyId ?? keyIdIn(settings.apiKey()) };
      const body = definedOnly({ grace_seconds: options.graceSeconds });
      const schema = RotatedKeyResponse;
      await issueKey(cli, options, () => callFor(cli, settings, ROTATE, { schema, path, body }));
    });
}
