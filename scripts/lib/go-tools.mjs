import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { ROOT, TOOLING } from "./root.mjs";
import { run } from "./run.mjs";
import { step } from "./step.mjs";

const FOLDER = path.join(TOOLING, "go");

/** Third-party programs. Go verifies these modules with its public checksum database. */
const GO_TOOLS = {
  kustomize: { module: "sigs.k8s.io/kustomize/kustomize/v5", version: "v5.7.1" },
  cyclonus: { module: "github.com/mattfenwick/cyclonus/cmd/cyclonus", version: "v0.5.6" },
  helm: { module: "helm.sh/helm/v3/cmd/helm", version: "v3.22.0" },
  "kube-score": { module: "github.com/zegl/kube-score/cmd/kube-score", version: "v1.20.0" },
};

/** Our own programs. Their `go.sum` files contain the checksums of their dependencies. */
const OWN_TOOLS = { "verify-log": "test-e2e/go/verify-log" };

/**
 * Returns the tool's path, or undefined without Go or after a failed build. Builds it on first use.
 */
export async function goTool(name) {
  const { version, what, folder = FOLDER } = name in OWN_TOOLS ? ownTool(name) : publicTool(name);
  const program = path.join(FOLDER, `${name}-${version}`);
  if (existsSync(program)) return program;
  if (!(await hasGo())) return undefined;
  const made = path.join(FOLDER, `making-${process.pid}`);
  mkdirSync(made, { recursive: true });
  const code = await step(`build ${name} ${version}`, () =>
    run("go", ["-C", folder, "install", "-trimpath", what], {
      env: { GOBIN: made, GOFLAGS: "-buildvcs=false" },
      output: "onFailure",
    }),
  );
  if (code === 0) renameSync(path.join(made, name), program);
  rmSync(made, { recursive: true, force: true });
  return code === 0 ? program : undefined;
}

function publicTool(name) {
  const { module, version } = GO_TOOLS[name];
  return { version, what: `${module}@${version}` };
}

function ownTool(name) {
  const source = path.join(ROOT, OWN_TOOLS[name]);
  const hash = createHash("sha256");
  for (const file of readdirSync(source).sort()) hash.update(readFileSync(path.join(source, file)));
  return { version: hash.digest("hex").slice(0, 16), what: ".", folder: source };
}

function hasGo() {
  return run("go", ["version"], { output: "onFailure" }).then(
    (code) => code === 0,
    () => false,
  );
}
