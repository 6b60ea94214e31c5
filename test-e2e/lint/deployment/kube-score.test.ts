/** @all builds a program in Go, and scores the manifests */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { REPOSITORY } from "../../support/deployment/manifests.ts";

const NO_GO = 3;
const whole = await score();

async function score(...files: string[]) {
  const args = [path.join(REPOSITORY, "scripts/kube-score.mjs"), ...files];
  return await promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describeWhere(whole.code !== NO_GO, "kube-score", "Go", () => {
  test("Every finding of kube-score has an explanation, and every explanation a finding", () => {
    expect(whole.stderr.replaceAll(/^(> build| {2}build).*\n/gm, "")).toBe("");
    expect(whole.stdout).toMatch(/^4 files, [1-9]\d* findings, all explained$/m);
  });

  test.each([
    ["container-image-tag", ":0.1.0", ":latest"],
    [
      "container-security-context-readonlyrootfilesystem",
      "readOnlyRootFilesystem: true",
      "readOnlyRootFilesystem: false",
    ],
    ["pod-probes-identical", "path: /ready", "path: /health"],
    [
      "container-ephemeral-storage-request-and-limit",
      "ephemeral-storage: 128Mi",
      "example.com/other: 1",
    ],
  ])("kube-score reports a violation of %s", async (check, from, to) => {
    const folder = mkdtempSync(path.join(tmpdir(), "veil-kube-score-"));
    const text = readFileSync(path.join(REPOSITORY, "k8s/rendered/base.yaml"), "utf8");
    const file = path.join(folder, "base.yaml");
    writeFileSync(file, text.replaceAll(from, to));
    const { code, stderr } = await score(file);
    rmSync(folder, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toContain(`: ${check}: `);
  });
});
