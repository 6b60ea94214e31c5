/** @heavy verifies a certificate on a page of the portal in Chromium */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer } from "@veil/testing";
import { openPortal } from "../support/portal.ts";

describeWithServer("postgres", "The portal's page of certificates", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: true });
    });
    afterAll(() => portal.close());

    test("a certificate is verified in the browser, step by step, with the reader's keys, and a wrong key is refused", async () => {
      const { page, problems } = await portal.openOwn("certificates");
      await page.getByLabel("Days back").selectOption("92");
      await page.getByRole("button", { name: `Verify ${portal.requestId}` }).click();
      const verify = async (pins: string) => {
        await page.getByLabel("Pinned keys").fill(pins);
        await page.getByRole("button", { name: "Verify in this browser" }).click();
      };
      await verify(`mallory:${"ab".repeat(32)}`);
      await page.getByText("NOT VALID.").waitFor();
      await verify(portal.pins);
      await page.getByText(/^VALID\. Issued/).waitFor();
      const results = (name: string) => page.getByRole("cell", { name, exact: true }).count();
      // No log has confirmed this certificate yet.
      expect([await results("holds"), await results("not checked")]).toEqual([20, 3]);
      expect(problems).toEqual([]);
    });
  });
});
