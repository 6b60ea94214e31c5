/** Puts the gateway and the audit service of another commit into a folder, and builds them: `node scripts/former-tree.mjs COMMIT FOLDER` */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { createFormerTree } from "./lib/former-tree.mjs";

const [commit, folder] = process.argv.slice(2);
if (commit === undefined || folder === undefined) {
  process.stderr.write("Usage: node scripts/former-tree.mjs COMMIT FOLDER\n");
  process.exit(2);
}
createFormerTree(commit, folder);
const tsc = path.join(folder, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(
  process.execPath,
  [tsc, "-b", "services/edge-gateway", "services/audit"],
  {
    cwd: folder,
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
