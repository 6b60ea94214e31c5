/** @heavy mounts file systems, which needs root on Linux */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { mountDisk, reasonAgainstDisks } from "./bounded-disk.ts";

const DISK = { bytes: 4 * 1024 * 1024, mode: 0o700 };
const MODULE = path.join(import.meta.dirname, "../../dist/infra/bounded-disk.js");
/** Mounts a disk, says so, and runs until it is killed. */
const MOUNTING = `
  const { mountDisk } = await import(${JSON.stringify(MODULE)});
  mountDisk(process.argv[1], ${JSON.stringify(DISK)});
  process.stdout.write("mounted");
  setInterval(() => undefined, 60_000);
`;
const MISSING = "right to mount, which root on Linux has";

const isMounted = (folder: string) => readFileSync("/proc/self/mounts", "utf8").includes(folder);

describeWhere(reasonAgainstDisks() === undefined, "A disk of bounded size", MISSING, () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(path.join(tmpdir(), "veil-bounded-disk-"));
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  test("A full disk refuses a write with ENOSPC, accepts it after it was freed, and leaves an empty folder when it is unmounted", async () => {
    const folder = path.join(parent, "filled");
    const disk = mountDisk(folder, DISK);
    const write = () => writeFileSync(path.join(folder, "row"), Buffer.alloc(1024 * 1024));
    try {
      await disk.fill();
      expect(write).toThrow(expect.objectContaining({ code: "ENOSPC" }));
      disk.free();
      write();
      expect(readdirSync(folder)).toEqual(["row"]);
    } finally {
      disk.unmount();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test("When a process is killed, then the next mount unmounts its disk, but not the disk of a process that runs", async () => {
    const [left, own, next] = ["left", "own", "next"].map((name) => path.join(parent, name));
    const killed = spawn(process.execPath, ["--input-type=module", "-e", MOUNTING, String(left)]);
    await once(killed.stdout, "data");
    const disk = mountDisk(String(own), DISK);
    const mounted = () => [isMounted(String(left)), isMounted(String(own))];
    try {
      expect(mounted()).toEqual([true, true]);
      const exited = once(killed, "exit");
      killed.kill("SIGKILL");
      await exited;
      mountDisk(String(next), DISK).unmount();
      expect(mounted()).toEqual([false, true]);
    } finally {
      killed.kill("SIGKILL");
      disk.unmount();
    }
  });
});
