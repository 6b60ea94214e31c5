import { Command } from "@commander-js/extra-typings";
import { addAsk } from "../commands/ask/add-ask.ts";
import { addAudit } from "../commands/audit/add-audit.ts";
import { addCalls } from "../commands/calls/add-calls.ts";
import { ADMIN, KEYS, USAGE } from "../commands/calls/rows.ts";
import { addCeremony } from "../commands/ceremony/add-ceremony.ts";
import { EXAMPLE_PIN } from "../commands/ceremony/options.ts";
import { addCompliance } from "../commands/compliance.ts";
import { addEvidenceVerify } from "../commands/evidence-verify.ts";
import { addIsolationVerify } from "../commands/isolation-verify.ts";
import { addMcpStdio } from "../commands/mcp-stdio/add-mcp-stdio.ts";
import { addNetpol } from "../commands/netpol/add-netpol.ts";
import { addRelease } from "../commands/release/add-release.ts";
import { addScan } from "../commands/scan.ts";
import { addKeysInit, addServiceKeysInit } from "../commands/service-keys-init.ts";
import { addServiceKeysRotate } from "../commands/service-keys-rotate.ts";
import { addServiceKeysUpgrade } from "../commands/service-keys-upgrade.ts";
import { addSetup } from "../commands/setup/add-setup.ts";
import { addVerifyCertificate } from "../commands/verify/add-verify.ts";
import type { Cli } from "./cli.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { fullName, group } from "./group.ts";
import { VERSION } from "./version.ts";

const DESCRIPTION = `Veil Gateway's command line.

Keys are never arguments: VEIL_API_KEY and VEIL_ADMIN_KEY, or the configuration file
$XDG_CONFIG_HOME/veil/config.json (else ~/.config/veil/config.json, mode 0600):
  {"url": "https://gateway.example", "api_key": "…", "admin_key": "…"}`;

const EXAMPLES = `
Examples:
  veil scan --file letter.txt
  veil ask --template "Summarize: {text}" --file letter.txt
  veil keys rotate --output new.key
  veil admin customers list --json

`;

/** Registers every command. `onCommand` is called with the full name of the command that runs. */
export function createProgram(cli: Cli, onCommand: (name: string) => void): Command {
  const program: Command = new Command("veil")
    .description(DESCRIPTION)
    .version(VERSION, "--version", "print the release of this program")
    .exitOverride()
    .configureOutput({ writeOut: cli.out, writeErr: cli.err, outputError: () => {} })
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", () => EXAMPLES + exitCodesHelp())
    .hook("preAction", (_program, command) => onCommand(fullName(command)));
  addScan(program, cli);
  addAsk(program, cli);
  addCalls(program, cli, USAGE);
  addMcpStdio(program, cli);
  addSetup(program, cli);
  const keys = group(program, "keys", "your API keys", "veil keys list");
  addCalls(keys, cli, KEYS);
  addKeysInit(keys, cli);
  const compliance = "compliance and data protection";
  addCompliance(group(program, "compliance", compliance, "veil compliance posture"), cli);
  addAudit(group(program, "audit", "the audit log", "veil audit export --days 7"), cli);
  addCalls(group(program, "admin", "the gateway's administration", "veil admin stats"), cli, ADMIN);
  addServiceKeys(program, cli);
  addCeremony(
    group(
      program,
      "ceremony",
      "the key manifest that two people sign, offline",
      "veil ceremony key --role witness --output witness.key.json",
    ),
    cli,
  );
  addVerifiers(program, cli);
  return program;
}

/** Adds the commands that verify files offline. */
function addVerifiers(program: Command, cli: Cli): void {
  addVerifyCertificate(program, cli);
  addEvidenceVerify(
    group(
      program,
      "evidence",
      "evidence packs",
      `veil evidence verify evidence-pack.zip --pin ${EXAMPLE_PIN}`,
    ),
    cli,
  );
  addIsolationVerify(
    group(
      program,
      "isolation",
      "isolation of the sandboxes in a cluster",
      "veil isolation verify --trust trust.json invariant.json",
    ),
    cli,
  );
  addNetpol(
    group(program, "netpol", "NetworkPolicies", "veil netpol check k8s/rendered/prod.yaml"),
    cli,
  );
  addReleaseGroup(program, cli);
}

function addReleaseGroup(program: Command, cli: Cli): void {
  const example = "veil release verify veil-gateway-0.1.0 --public-key release.pub";
  addRelease(group(program, "release", "releases of Veil Gateway", example), cli);
}

function addServiceKeys(program: Command, cli: Cli): void {
  const example = "veil service-keys init --dir keys";
  const serviceKeys = group(program, "service-keys", "keys of the services", example);
  addServiceKeysInit(serviceKeys, cli);
  addServiceKeysUpgrade(serviceKeys, cli);
  addServiceKeysRotate(serviceKeys, cli);
}
