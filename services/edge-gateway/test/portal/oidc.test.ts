/** @heavy signs in to the portal in Chromium, with a real OpenID provider */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer } from "@veil/testing";
import { findings, isShown, keptBy } from "@veil/testing/page";
import { openOidcProvider } from "../support/oidc-provider.ts";
import { openPortal } from "../support/portal.ts";

const CLIENT = { id: "veil", secret: "secret-of-the-client" };

describeWithServer("postgres", "The portal with an identity provider", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    let provider: Awaited<ReturnType<typeof openOidcProvider>>;
    let replica: Awaited<ReturnType<typeof portal.gateway.replica>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: false });
      const callback = `${portal.origin}/api/v1/auth/oidc/example/callback`;
      provider = await openOidcProvider(callback, CLIENT);
      const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-oidc-")), "oidc.json");
      const groups = ["owner", "auditor"].map((role) => ({
        ...{ group: role, role, customer_id: portal.customerId },
      }));
      const common = { client_id: CLIENT.id, client_secret: CLIENT.secret, groups };
      const providers = [
        { id: "example", title: "Example AG", issuer: provider.issuer, ...common },
      ];
      writeFileSync(file, JSON.stringify({ providers }));
      replica = await portal.gateway.replica({ OIDC_FILE: file });
      portal.serve(replica.app);
    });
    afterAll(async () => {
      await replica.close();
      await portal.close();
      await provider.close();
    });

    test("a person signs in at the provider, returns to the same page, and reads without the buttons that the role forbids", async () => {
      provider.person.groups = ["auditor"];
      const { page, problems } = await portal.open("keys");
      await page.getByRole("link", { name: "Sign in with Example AG" }).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("link", { name: "Sign in with Example AG" }).click();
      await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
      await page.getByText("An owner or a key manager of the account").waitFor();
      expect(await page.getByRole("button", { name: "Make a key" }).count()).toBe(0);
      const cookies = await page.context().cookies();
      expect(cookies.filter(({ domain }) => domain === "127.0.0.1")).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ name: "svc_session", httpOnly: true, sameSite: "Strict" }),
        ]),
      );
      expect(cookies.map(({ name }) => name)).not.toContain("__Host-svc_sign_in");
      for (const secret of [/eyJ/, /code=/, /state=/])
        expect(await keptBy(page)).not.toMatch(secret);
      expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
    });

    test("an owner sees who has signed in, and a person without a matching group reads who can help", async () => {
      provider.person.groups = ["owner"];
      const { page } = await portal.open("account");
      await page.getByRole("link", { name: "Sign in with Example AG" }).click();
      await page.getByRole("cell", { name: "ann@example.org" }).waitFor();
      await isShown(page);
      expect(await findings(page)).toEqual([]);
      provider.person.groups = ["others"];
      const other = await portal.open("");
      await other.page.getByRole("link", { name: "Sign in with Example AG" }).click();
      await other.page.getByText("Your groups give no access to an account.").waitFor();
      // The groups of a person who has no access any more end the earlier session too.
      await page.reload();
      await page.getByRole("link", { name: "Sign in with Example AG" }).waitFor();
    });
  });
});
