import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { TOOLING } from "./root.mjs";
import { run } from "./run.mjs";
import { step } from "./step.mjs";

const FOLDER = path.join(TOOLING, "go");

/** Checked by the module proxy's checksum database. */
const GO_TOOLS = {
  kustomize: { module: "sigs.k8s.io/kustomize/kustomize/v5", version: "v5.7.1" },
  cyclonus: { module: "github.com/mattfenwick/cyclonus/cmd/cyclonus", version: "v0.5.6" },
  "kube-score": { module: "github.com/zegl/kube-score/cmd/kube-score", version: "v1.20.0" },
};

/** Built on first use; undefined if Go is missing, or the build fails. */
export async function goTool(name) {
  const { module, version } = GO_TOOLS[name];
  const program = path.join(FOLDER, `${name}-${version}`);
  if (existsSync(program)) return program;
  if (!(await hasGo())) return undefined;
  const made = path.join(FOLDER, `making-${process.pid}`);
  mkdirSync(made, { recursive: true });
  const code = await step(`build ${name} ${version}`, () =>
    run("go", ["install", "-trimpath", `${module}@${version}`], {
      env: { GOBIN: made, GOFLAGS: "-buildvcs=false" },
      output: "onFailure",
    }),
  );
  if (code === 0) renameSync(path.join(made, name), program);
  rmSync(made, { recursive: true, force: true });
  return code === 0 ? program : undefined;
}

function hasGo() {
  return run("go", ["version"], { output: "onFailure" }).then(
    (code) => code === 0,
    () => false,
  );
}
