import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { systemRandomBytes } from "@veil/crypto";
import { composeSecrets, writeComposeSecrets } from "../deployment/compose-secrets.ts";
import { makeDeploymentSecrets } from "../deployment/deployment-secrets.ts";
import { kubernetesSecrets } from "../deployment/kubernetes-secrets.ts";
import {
  type ManagedServers,
  managedSecrets,
  writeManagedSecrets,
} from "../deployment/managed-secrets.ts";

const USAGE = `Usage: scripts/make-secrets compose [FOLDER] | kubernetes | managed FOLDER   [--llm-api-key-file FILE]
Makes every key and password of a deployment, once.
  compose      the files that docker-compose.yml mounts, in FOLDER (default .veil/compose)
  kubernetes   the Secrets of k8s/overlays/dev, to standard output: pipe them into kubectl apply -f -
  managed      in FOLDER: the Secrets of k8s/overlays/small, and what the administrators of the managed servers load into them
Options:
  --gateway-db HOST --audit-db HOST --rabbitmq HOST --redis HOST   the managed servers, for managed
  --authorities FILE        the authorities of these servers' certificates, for managed
  --llm-api-key-file FILE   the operator's key at the provider; without it a word that no provider takes
  --help
`;
const NO_KEY = "none";

try {
  await makeSecrets(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Runs the command. @throws Error with a message for the operator */
async function makeSecrets(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "llm-api-key-file": { type: "string" },
      "gateway-db": { type: "string" },
      "audit-db": { type: "string" },
      rabbitmq: { type: "string" },
      redis: { type: "string" },
      authorities: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const keyFile = values["llm-api-key-file"];
  const llmApiKey = keyFile === undefined ? NO_KEY : readFileSync(keyFile, "utf8").trim();
  const secrets = makeDeploymentSecrets(systemRandomBytes, llmApiKey);
  const [target, folder = ".veil/compose"] = positionals;
  if (values.help) process.stdout.write(USAGE);
  else if (target === "compose") {
    writeComposeSecrets(folder, await composeSecrets(secrets, systemRandomBytes));
    process.stderr.write(`Secrets are in ${folder}\n`);
  } else if (target === "managed" && positionals.length === 2) {
    const servers = readServers(values);
    writeManagedSecrets(folder, await managedSecrets(secrets, servers, systemRandomBytes));
    process.stderr.write(`Secrets are in ${folder}\n`);
  } else if (target === "kubernetes") process.stdout.write(kubernetesSecrets(secrets));
  else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
}

function readServers(values: Readonly<Record<string, unknown>>): ManagedServers {
  const required = (name: string) => {
    const value = values[name];
    if (typeof value !== "string" || value === "") throw new Error(`--${name} is required`);
    return value;
  };
  const authorities = readFileSync(required("authorities"), "utf8");
  if (!authorities.includes("-----BEGIN CERTIFICATE-----"))
    throw new Error("--authorities must be a file with certificates in PEM form");
  return {
    gatewayDb: required("gateway-db"),
    auditDb: required("audit-db"),
    rabbitmq: required("rabbitmq"),
    redis: required("redis"),
    authorities,
  };
}
