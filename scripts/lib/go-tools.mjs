import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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

/** The programs of a Kubernetes control plane, which `go.mod` there lists as tools. */
const CONTROL_PLANE = "test-e2e/go/control-plane";

/**
 * Returns the tool's path, or undefined without Go or after a failed build. Builds it on first use.
 */
export async function goTool(name) {
  const { version, what, folder = FOLDER } = name in OWN_TOOLS ? ownTool(name) : publicTool(name);
  return build(`${name}-${version}`, ["-C", folder, "install", "-trimpath", what], name);
}

/**
 * Returns the folder with `server` (etcd), `kube-apiserver`, `kube-controller-manager`,
 * `kube-scheduler` and `kubectl`, or undefined without Go or after a failed build.
 */
export async function controlPlane() {
  const folder = path.join(ROOT, CONTROL_PLANE);
  const [, version] = /k8s\.io\/kubernetes (v\S+)/.exec(
    readFileSync(path.join(folder, "go.mod"), "utf8"),
  );
  // Without these, the programs name no version.
  const set = ["component-base/version", "client-go/pkg/version"]
    .map((module) => `-X k8s.io/${module}.gitVersion=${version}`)
    .join(" ");
  const args = ["-C", folder, "install", "-trimpath", "-ldflags", `-s -w ${set}`, "tool"];
  return build(`control-plane-${version}-${hashOf(folder)}`, args, ".");
}

/** Returns the folder of a module's files, such as definitions of resources. @throws Error when Go cannot download it */
export function goModule(module) {
  const { status, stdout } = spawnSync("go", ["mod", "download", "-json", module], {
    cwd: tmpdir(),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`go mod download ${module}: ${stdout}`);
  return JSON.parse(stdout).Dir;
}

/** Installs with `go`, and keeps the file `kept` of what it has installed. */
async function build(name, args, kept) {
  const program = path.join(FOLDER, name);
  if (existsSync(program)) return program;
  if (!(await hasGo())) return undefined;
  const made = path.join(FOLDER, `making-${process.pid}`);
  mkdirSync(made, { recursive: true });
  const code = await step(`build ${name}`, () =>
    run("go", args, { env: { GOBIN: made, GOFLAGS: "-buildvcs=false" }, output: "onFailure" }),
  );
  if (code === 0) renameSync(path.join(made, kept), program);
  rmSync(made, { recursive: true, force: true });
  return code === 0 ? program : undefined;
}

function publicTool(name) {
  const { module, version } = GO_TOOLS[name];
  return { version, what: `${module}@${version}` };
}

function ownTool(name) {
  const source = path.join(ROOT, OWN_TOOLS[name]);
  return { version: hashOf(source), what: ".", folder: source };
}

function hashOf(folder) {
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

function hasGo() {
  return run("go", ["version"], { output: "onFailure" }).then(
    (code) => code === 0,
    () => false,
  );
}
