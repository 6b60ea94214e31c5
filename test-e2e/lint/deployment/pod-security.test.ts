import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { REPOSITORY, VARIANTS } from "../../support/deployment/manifests.ts";
import { openMonokle } from "../../support/deployment/monokle.ts";

const textOf = (variant: string) =>
  readFileSync(path.join(REPOSITORY, `k8s/rendered/${variant}.yaml`), "utf8");

let monokle: Awaited<ReturnType<typeof openMonokle>>;
beforeAll(async () => {
  monokle = await openMonokle();
});

test("All seventeen rules of the Pod Security Standards, baseline and restricted, are enabled", () => {
  const rules = monokle.rules.filter((rule) => rule.startsWith("pod-security-standards/"));
  expect(rules).toHaveLength(17);
  expect(rules).toContain("pod-security-standards/volume-types");
});

test.each(VARIANTS)("%s violates no rule of Monokle", async (variant) => {
  expect(await monokle.findingsIn(textOf(variant))).toEqual([]);
});

describe("A violation of the standard is found:", () => {
  test.each([
    ["PSS202", "allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true"],
    ["PSS203", "runAsNonRoot: true", "runAsNonRoot: false"],
    ["PSS204", "runAsUser: 10001", "runAsUser: 0"],
    ["PSS205", "type: RuntimeDefault", "type: Unconfined"],
    ["PSS206", "- ALL", "- NET_RAW"],
    ["PSS105", "emptyDir:\n          medium: Memory", "hostPath:\n          path: /tmp"],
    ["PSS201", "emptyDir:\n          medium: Memory", "nfs:\n          server: x"],
    ["KBP102", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"],
    ["KBP106", "automountServiceAccountToken: false", "automountServiceAccountToken: true"],
  ])("%s", async (rule, from, to) => {
    const text = textOf("base");
    expect(text).toContain(from);
    const findings = await monokle.findingsIn(text.replaceAll(from, to));
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });
});
