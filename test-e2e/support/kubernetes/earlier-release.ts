import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { REPOSITORY } from "../deployment/manifests.ts";
import type { GuideFolder } from "../deployment/renderer.ts";
import { type Installation, prodOf } from "./installations.ts";

/** The manifests before alerts and dashboards of each service, and before the overlay small. */
const COMMIT = "ac68b91884615ba149785ca37d14a48d0672ec84";

/** `components/shield` says so. */
const SHIELD_SECRET =
  "kubectl -n veil-sanitiser create secret generic sanitiser-shield --from-literal=api-key=value\n";

/**
 * Returns production as an earlier commit's guide installs that commit's manifests, with another image
 * and with the option `shield`, which the upgrade drops.
 */
export function earlierProd(): Installation {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "veil-earlier-"));
  const archive = execFileSync("git", ["archive", COMMIT, "k8s", "docs/deploy.md"], {
    cwd: REPOSITORY,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync("tar", ["-xf", "-", "-C", folder], { input: archive });
  const prod = prodOf(folder);
  const prepare = async (place: GuideFolder) => {
    await prod.prepare(place);
    const file = "my-cluster/kustomization.yaml";
    const overlay = readFileSync(path.join(place.folder, file), "utf8")
      .replace(/( {2}- \.\.\/k8s\/components\/addresses.*\n)/, "$1  - ../k8s/components/shield\n")
      .replace("images:", "images:\n  - { name: veil-gateway/edge-gateway, newTag: earlier } #");
    place.write(file, overlay);
  };
  return { ...prod, prepare, commands: `${prod.commands}${SHIELD_SECRET}` };
}
