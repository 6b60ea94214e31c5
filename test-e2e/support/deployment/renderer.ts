import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import {
  type CheckFinding,
  checkCluster,
  readCluster,
  readExpectations,
  readYamlDocuments,
} from "@veil/netpol";
import { parse, stringify } from "yaml";
import { type Fields, listAt, REPOSITORY } from "./manifests.ts";

const SCRIPT = path.join(REPOSITORY, "scripts/render-k8s.mjs");
const EXPECTATIONS = path.join(REPOSITORY, "k8s/isolation.yaml");
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

/** The exit code of scripts/render-k8s when no renderer is installed. */
export const NO_RENDERER = 3;
export const RENDERERS = "kubectl >= 1.27, kustomize >= 5 or Go";

export async function runRenderer(...args: string[]) {
  return await promisify(execFile)(process.execPath, [SCRIPT, ...args], OPTIONS).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

export type GuideFolder = ReturnType<typeof copyOfK8s>;

/** Makes a folder that contains the folder `k8s` of a checkout, for overlays next to it. */
export function copyOfK8s(checkout = REPOSITORY) {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "veil-overlay-"));
  symlinkSync(path.join(checkout, "k8s"), path.join(folder, "k8s"));
  return {
    folder,
    write: (name: string, text: string) => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    render: async (name: string) => {
      const { code, stdout, stderr } = await runRenderer("--print", path.join(folder, name));
      if (code !== 0) throw new Error(stderr);
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function renderWith(component: string): Promise<string> {
  const place = copyOfK8s();
  try {
    const kustomization = {
      apiVersion: "kustomize.config.k8s.io/v1beta1",
      kind: "Kustomization",
      resources: ["../k8s/overlays/prod"],
      components: [`../k8s/components/${component}`],
    };
    place.write("with/kustomization.yaml", JSON.stringify(kustomization));
    return await place.render("with");
  } finally {
    place.remove();
  }
}

/** @param recipe - zones and edges that a guide adds to the expectations */
export function isolationFindings(
  text: string,
  variant = "prod",
  recipe: Fields = {},
): readonly CheckFinding[] {
  const own = parse(readFileSync(EXPECTATIONS, "utf8")) as Fields;
  const expectations = stringify({
    ...own,
    outside: { ...(own["outside"] as Fields), ...(recipe["outside"] as Fields) },
    edges: [...listAt(own, "edges"), ...listAt(recipe, "edges")],
  });
  const expected = readExpectations(expectations, EXPECTATIONS, variant);
  return checkCluster(readCluster(readYamlDocuments(text, "rendered")), expected).findings;
}
