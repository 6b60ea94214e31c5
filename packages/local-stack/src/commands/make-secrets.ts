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
`;
const NO_KEY = "none";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "llm-api-key-file": { type: "string" } },
});
const keyFile = values["llm-api-key-file"];
const llmApiKey = keyFile === undefined ? NO_KEY : readFileSync(keyFile, "utf8").trim();
const secrets = makeDeploymentSecrets(systemRandomBytes, llmApiKey);
const [target, folder = ".veil/compose"] = positionals;
if (target === "compose") {
  writeComposeSecrets(folder, await composeSecrets(secrets, systemRandomBytes));
  console.error(`Secrets are in ${folder}`);
} else if (target === "kubernetes") process.stdout.write(kubernetesSecrets(secrets));
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
