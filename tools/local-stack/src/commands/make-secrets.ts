import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { systemRandomBytes } from "@veil/crypto";
import { composeSecrets, writeComposeSecrets } from "../deployment/compose-secrets.ts";
import { makeDeploymentSecrets } from "../deployment/deployment-secrets.ts";
import { kubernetesSecrets } from "../deployment/kubernetes-secrets.ts";

const USAGE = `Usage: scripts/make-secrets compose [FOLDER] | kubernetes   [--llm-api-key-file FILE]
Makes every key and password of a deployment, once.
  compose      the files that docker-compose.yml mounts, in FOLDER (default .veil/compose)
  kubernetes   the Secrets of k8s/overlays/dev, to standard output: pipe them into kubectl apply -f -
Options:
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
    options: { "llm-api-key-file": { type: "string" }, help: { type: "boolean" } },
  });
  const keyFile = values["llm-api-key-file"];
  const llmApiKey = keyFile === undefined ? NO_KEY : readFileSync(keyFile, "utf8").trim();
  const secrets = makeDeploymentSecrets(systemRandomBytes, llmApiKey);
  const [target, folder = ".veil/compose"] = positionals;
  if (values.help) process.stdout.write(USAGE);
  else if (target === "compose") {
    writeComposeSecrets(folder, await composeSecrets(secrets, systemRandomBytes));
    process.stderr.write(`Secrets are in ${folder}\n`);
  } else if (target === "kubernetes") process.stdout.write(kubernetesSecrets(secrets));
  else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
}
