/** @heavy starts Chromium, in which tweetnacl verifies some thousand signatures */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import { describeInBrowser, describeWithServer } from "@veil/testing";
import {
  BAD_CERTIFICATES,
  BAD_SUMMARIES,
  GOOD_CERTIFICATES,
  testCertificate,
  testSummary,
} from "@veil/testing/certificates";
import { findings } from "@veil/testing/page";
import { EVIDENCE_STEPS } from "@veil/veil/evidence";
import type { Page } from "playwright-core";
import { type GatewayInBrowser, openGatewayInBrowser } from "../support/browser.ts";
import { indexOf, signedPack, testPack, zipped } from "../support/test-pack.ts";

const VERIFICATION_PAGE = "/veil/verify";

describeWithServer("postgres", "The gateway's pages", () => {
  describeInBrowser("in a browser", (launch) => {
    let gateway: GatewayInBrowser;
    beforeAll(async () => {
      gateway = await openGatewayInBrowser(launch);
    });
    afterAll(() => gateway.close());

    const openSummary = (options = {}) =>
      gateway.open(`/api/v1/veil/certificate/${gateway.requestId}/summary`, options);

    describe("The verifier that the gateway serves", () => {
      test("the verifier refuses every bad file with the code of its defect, and accepts every good file", async () => {
        const { deployment } = gateway;
        const { page, problems } = await gateway.open(VERIFICATION_PAGE);
        const good = GOOD_CERTIFICATES.map(([name, changes]) => [name, "valid", changes] as const);
        const certificates = [...good, ...BAD_CERTIFICATES].map(([name, , changes]) => {
          const { certificate, manifest } = testCertificate(deployment, changes);
          return {
            name,
            kind: "certificate",
            file: base64(certificate),
            manifest: base64(manifest),
          };
        });
        const summaries = [["a summary", "valid", {}] as const, ...BAD_SUMMARIES];
        const others = summaries.map(([name, , changes]) => {
          const { summary, manifest } = testSummary(deployment, changes);
          return { name, kind: "summary", file: base64(summary), manifest: base64(manifest) };
        });
        const results = await resultsIn(page, [...certificates, ...others], {
          pin: deployment.pins.witness,
          witness: deployment.witnessKey,
        });
        const expected = [...good, ...BAD_CERTIFICATES, ...summaries].map(([name, code]) => [
          name,
          code,
        ]);
        expect(results).toEqual(expected);
        expect(problems).toEqual([]);
      });
    });

    describe("The page of a public summary", () => {
      test("the summary page verifies with the reader's key after a click, and states what this does not prove", async () => {
        const { page, problems, requests } = await openSummary();
        const before = await page.locator("#facts").textContent();
        await verify(page, gateway.deployment.pins.gateway);
        const result = page.getByRole("status");
        await result.getByText("VALID. gateway.example signed this summary").waitFor();
        expect(await result.locator("td.holds").count()).toBe(7);
        expect(await result.textContent()).toContain("That this page is honest");
        expect(await page.locator("#facts").textContent()).toBe(before);
        expect(problems).toEqual([]);
        expect(requests).toContain("/.well-known/veil-keys.json");
      });

      test("the summary page verifies with a manifest from a file without loading one", async () => {
        const { page, problems, requests } = await openSummary();
        const { manifest } = testSummary(gateway.deployment);
        await page.getByLabel("Key manifest").setInputFiles(jsonFile("manifest.json", manifest));
        await verify(page, gateway.deployment.pins.witness);
        await page.getByText("VALID. gateway.example").waitFor();
        expect(requests).not.toContain("/.well-known/veil-keys.json");
        expect(problems).toEqual([]);
      });

      test("the summary page refuses a key that did not sign the manifest, with the step and the code", async () => {
        const { page, problems } = await openSummary();
        await verify(page, `mallory:${"ab".repeat(32)}`);
        const result = page.getByRole("status");
        await result.getByText("NOT VALID. Step 4 does not hold").waitFor();
        expect(await result.textContent()).toContain("untrusted_manifest");
        expect(await page.getByText("VALID. gateway.example").count()).toBe(0);
        expect(problems).toEqual([]);
      });

      test("the summary page verifies nothing with an invalid key, and marks the field with the mistake", async () => {
        const { page, problems } = await openSummary();
        await verify(page, "abc");
        await page.getByText("NOT VERIFIED. A pinned key is KEY_ID:HEX").waitFor();
        const field = page.getByLabel("Pinned key");
        expect(await field.getAttribute("aria-invalid")).toBe("true");
        expect(await field.evaluate((own) => own.matches(":focus"))).toBe(true);
        expect(problems).toEqual([]);
      });

      test("the summary page refuses the signed summary of another request", async () => {
        const { page } = await openSummary();
        const { summary } = testSummary(gateway.deployment);
        await page.route("**/public", (route) =>
          route.fulfill({ contentType: "application/json", body: Buffer.from(summary) }),
        );
        await verify(page, gateway.deployment.pins.gateway);
        await page.getByText("NOT VERIFIED. The server sent a signed summary of another").waitFor();
        expect(await page.locator("#facts").textContent()).toContain(gateway.requestId);
      });

      test("the summary page replaces wrong facts with the signed ones, and states this", async () => {
        const { page } = await openSummary();
        await page.locator("#facts").evaluate((own) => {
          own.querySelectorAll("dd")[1]?.replaceChildren("failed");
        });
        await verify(page, gateway.deployment.pins.gateway);
        await page.getByText("What this page said before: it was not what is signed").waitFor();
        expect(await page.locator("#facts dd").nth(1).textContent()).toBe("completed");
      });

      test("the summary page shows all facts without JavaScript, and no control that needs it", async () => {
        const { page } = await openSummary({ javaScriptEnabled: false });
        const text = await page.locator("body").textContent();
        const facts = [gateway.requestId, "completed", "Inference worker (Sandbox B)", "blocked"];
        for (const fact of [...facts, "What this summary does not prove", "veil verify"])
          expect(text).toContain(fact);
        expect(await page.getByRole("button").count()).toBe(0);
      });
    });

    describe("The page for whole certificates", () => {
      test("the certificate page verifies files in 23 steps without sending anything", async () => {
        const { page, problems, requests } = await gateway.open(VERIFICATION_PAGE);
        const loaded = requests.length;
        await verifyFiles(page, testCertificate(gateway.deployment));
        await page.getByText("VALID. Issued 2026-01-02T12:00:02Z").waitFor();
        expect(await page.locator("#result td.holds").count()).toBe(23);
        expect(requests.slice(loaded)).toEqual([]);
        expect(problems).toEqual([]);
      });

      test("the certificate page shows the step that fails for a changed file", async () => {
        const { page, problems } = await gateway.open(VERIFICATION_PAGE);
        const [, , changes] = BAD_CERTIFICATES.find(([, code]) => code === "edge_mismatch") ?? [];
        await verifyFiles(page, testCertificate(gateway.deployment, changes));
        await page.getByText("NOT VALID. Step 18 does not hold").waitFor();
        expect(await page.locator("#result").textContent()).toContain("edge_mismatch");
        expect(problems).toEqual([]);
      });

      test("the certificate page verifies an evidence pack, and shows the step that fails for a changed one", async () => {
        const { page, problems, requests } = await gateway.open(VERIFICATION_PAGE);
        const loaded = requests.length;
        const pack = await testPack(gateway.deployment);
        await verifyPack(page, await signedPack(pack));
        await page.getByText("VALID. Made 2026-01-02T12:05:00.000Z").waitFor();
        const steps = Object.keys(EVIDENCE_STEPS);
        expect(await page.locator("#result td.holds").count()).toBe(steps.length);
        const files = new Map(pack.files).set(PACK_FILES.retention, Buffer.from("[]"));
        await verifyPack(page, await zipped([...files, [PACK_FILES.index, indexOf(pack)]]));
        await page.getByText(`Step ${steps.indexOf("unchanged") + 1} does not hold`).waitFor();
        expect(requests.slice(loaded)).toEqual([]);
        expect(problems).toEqual([]);
      });

      test("the certificate page cannot open a connection", async () => {
        const { page } = await gateway.open(VERIFICATION_PAGE);
        const sent = await page.evaluate(() =>
          fetch("/health").then(
            () => "sent",
            () => "refused",
          ),
        );
        expect(sent).toBe("refused");
      });
    });

    test("the API reference fits on a phone that is 390 pixels wide", async () => {
      const { page, problems } = await gateway.open("/docs", {
        viewport: { width: 390, height: 844 },
      });
      const call = page.locator("#operations-Inference-proxyMessages");
      await call.getByRole("button").first().click();
      await call.locator(".responses-table").waitFor();
      const width = await page.locator("html").evaluate((own) => own.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      expect(problems).toEqual([]);
    });

    describe.each(["light", "dark"] as const)("Accessibility with %s colors", (colorScheme) => {
      test("axe finds no mistake in the summary page before and after verification and after a refusal", async () => {
        const { page } = await openSummary({ colorScheme });
        expect(await findings(page)).toEqual([]);
        await verify(page, gateway.deployment.pins.gateway);
        await page.getByText("VALID. gateway.example").waitFor();
        expect(await findings(page)).toEqual([]);
        await verify(page, `mallory:${"ab".repeat(32)}`);
        await page.getByText("NOT VALID.").waitFor();
        expect(await findings(page)).toEqual([]);
      });

      test("axe finds no mistake in the page for whole certificates", async () => {
        const { page } = await gateway.open(VERIFICATION_PAGE, { colorScheme });
        expect(await findings(page)).toEqual([]);
        await verifyFiles(page, testCertificate(gateway.deployment));
        await page.getByText("VALID. Issued").waitFor();
        expect(await findings(page)).toEqual([]);
      });
    });

    async function verifyPack(page: Page, pack: Buffer) {
      const file = { name: "pack.zip", mimeType: "application/zip", buffer: pack };
      await page.getByLabel("Certificate or evidence pack").setInputFiles(file);
      await page.getByLabel("Pinned keys").fill(gateway.deployment.pins.gateway);
      await page.getByRole("button", { name: "Verify in this browser" }).click();
    }

    async function verifyFiles(page: Page, files: ReturnType<typeof testCertificate>) {
      const { pins, witnessKey } = gateway.deployment;
      await page
        .getByLabel("Certificate or evidence pack")
        .setInputFiles(jsonFile("c.json", files.certificate));
      await page.getByLabel("Key manifest").setInputFiles(jsonFile("m.json", files.manifest));
      await page.getByLabel("Pinned keys").fill(`${pins.gateway}\n${pins.witness}`);
      await page.getByLabel("Witnesses").fill(witnessKey);
      await page.getByRole("button", { name: "Verify in this browser" }).click();
    }
  });
});

async function verify(page: Page, pin: string): Promise<void> {
  await page.getByLabel("Pinned key").fill(pin);
  await page.getByRole("button", { name: "Verify in this browser" }).click();
}

function jsonFile(name: string, bytes: Uint8Array) {
  return { name, mimeType: "application/json", buffer: Buffer.from(bytes) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly manifest: string;
}

/** Returns the verifier's results, computed in the page by the module that it loaded. */
function resultsIn(page: Page, cases: readonly Case[], keys: { pin: string; witness: string }) {
  return page.evaluate(
    async ([all, { pin, witness }]) => {
      const verifier = await import("/veil/verifier.js" as string);
      const pins = [verifier.parsePin(pin)];
      const witnesses = [verifier.parseVkey(witness)];
      const trust = { pins, witnesses, crypto: verifier.portableCrypto };
      const bytes = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
      return all.map(({ name, kind, ...own }) => {
        const [file, manifest] = [bytes(own.file), bytes(own.manifest)];
        const outcome =
          kind === "summary"
            ? verifier.trySummary({ summary: file, manifest }, trust)
            : verifier.tryCertificate({ certificate: file, manifest }, trust);
        return [name, outcome.valid ? "valid" : outcome.error.code];
      });
    },
    [cases, keys] as const,
  );
}
