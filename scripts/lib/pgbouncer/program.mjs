import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../root.mjs";
import { must, run } from "../run.mjs";

const FOLDER = path.join(ROOT, ".tooling/pgbouncer");
const BUILT = path.join(FOLDER, "pgbouncer");
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
// Debian 13 has 1.24, as the image of CloudNativePG does; Debian 12 has 1.18.
const SOURCE = `deb-src [signed-by=${KEYRING}] http://deb.debian.org/debian trixie main\n`;

/**
 * Returns the path of a PgBouncer that keeps named prepared statements in transaction mode (from
 * 1.21): the installed one, or one that it builds.
 */
export async function pgbouncerProgram() {
  if (isRecent("pgbouncer")) return "pgbouncer";
  if (!isRecent(BUILT)) await build(path.join(FOLDER, "build"));
  return BUILT;
}

function isRecent(program) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/m.exec(stdout ?? "") ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21);
}

/** `apt-get` verifies the signature of the source. Its own lists leave those of the machine alone. */
async function build(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const each of ["lists/partial", "archives/partial"])
    mkdirSync(path.join(folder, each), { recursive: true });
  writeFileSync(path.join(folder, "sources.list"), SOURCE);
  const options = [
    `Dir::Etc::sourcelist=${folder}/sources.list`,
    "Dir::Etc::sourceparts=/dev/null",
    `Dir::State::lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    "APT::Sandbox::User=",
  ].flatMap((option) => ["-o", option]);
  const inFolder = { cwd: folder, stdio: ["ignore", 2, 2] };
  execFileSync("apt-get", [...options, "update"], inFolder);
  execFileSync("apt-get", [...options, "source", "--download-only", "pgbouncer"], inFolder);
  const archive = readdirSync(folder).find((name) => name.endsWith(".orig.tar.gz"));
  execFileSync("tar", ["xzf", archive, "--strip-components=1"], inFolder);
  const script = "./configure --without-cares --without-systemd && make";
  await must(
    "Building PgBouncer",
    run("sh", ["-c", `cd '${folder}' && ${script}`], { output: "onFailure" }),
  );
  renameSync(path.join(folder, "pgbouncer"), BUILT);
  rmSync(folder, { recursive: true });
  if (!existsSync(BUILT)) throw new Error("PgBouncer was not built");
}
