/** @heavy makes calls from the portal in Chromium */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer } from "@veil/testing";
import { keptBy } from "@veil/testing/page";
import type { Page } from "playwright-core";
import { openPortal } from "../support/portal.ts";

const TEXT = "Ann Weber <ann@post.example> asks about her contract.";

describeWithServer("postgres", "Calls from the portal", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: false });
    });
    afterAll(() => portal.close());

    const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

    const section = (page: Page, title: string) =>
      page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

    describe("The playground", () => {
      test("a text is marked while it is typed, then called, and no place of the browser keeps it", async () => {
        const { page, problems } = await portal.openOwn("playground");
        await page.getByLabel("Text", { exact: true }).fill(TEXT);
        await page.getByText("2 replacements").waitFor();
        expect(await page.locator("mark").allTextContents()).toEqual([
          "Ann Weber",
          "ann@post.example",
        ]);
        await page.getByText("[PERSON_1] <[EMAIL_1]> asks").waitFor();
        await button(page, "Run the call").click();
        await page.getByText("The gateway restored your values in it.").waitFor();
        await page.getByText("No known personal data and no identity").waitFor();
        await section(page, "The answer before re-link").getByText("[PERSON_1]").waitFor();
        expect((await page.getByRole("heading", { level: 2 }).allTextContents()).at(-1)).toBe(
          "As code",
        );
        await page.getByLabel("Tool").selectOption("curl");
        expect(await page.locator("pre").textContent()).not.toContain("Ann Weber");
        expect(await keptBy(page)).not.toMatch(/Weber|post\.example/);
        expect(problems).toEqual([]);
      });

      test("each name in the instruction gets a field, and its value goes into the call and not into the snippet", async () => {
        const { page } = await portal.openOwn("playground");
        await page.getByLabel("Instruction to the model").fill("No name");
        await page.getByText("Write a name in braces").waitFor();
        expect(await button(page, "Run the call").isDisabled()).toBe(true);
        await page.getByLabel("Instruction to the model").fill("Answer {mail} like {style}");
        await page.getByLabel("mail", { exact: true }).fill(TEXT);
        await page.getByLabel("style", { exact: true }).fill("Zoe Quill is polite.");
        await page.getByText("2 replacements").waitFor();
        const sent = page.waitForRequest("**/api/v1/proxy/messages");
        await button(page, "Run the call").click();
        expect((await sent).postDataJSON()).toEqual({
          prompt_template: "Answer {mail} like {style}",
          context: { mail: TEXT, style: "Zoe Quill is polite." },
        });
        await page.getByText("The gateway restored your values in it.").waitFor();
        await page.getByLabel("Tool").selectOption("veil");
        expect(await page.locator("pre").textContent()).toContain(
          "--context mail=mail.txt --context style=style.txt",
        );
      });

      test("a second message is sent with the first and its answer, and a new conversation forgets them", async () => {
        const { page, problems } = await portal.openOwn("playground");
        await page.getByLabel("Kind of call").selectOption("Chat");
        const shown = page.getByRole("listitem").filter({ hasText: /^(You|Model)/ });
        const send = async (text: string) => {
          const sent = page.waitForRequest("**/api/v1/proxy/messages");
          await page.getByLabel("Message", { exact: true }).fill(text);
          await button(page, "Send").click();
          return (await sent).postDataJSON();
        };
        expect((await send(TEXT)).context).toEqual({ message_1: TEXT });
        await shown.nth(1).waitFor();
        const answer = await shown.nth(1).locator("div").textContent();
        expect(answer).toContain("Ann Weber");
        expect((await send("And Zoe Quill?")).context).toEqual({
          ...{ message_1: TEXT, message_2: answer, message_3: "And Zoe Quill?" },
        });
        await shown.nth(3).waitFor();
        await button(page, "New conversation").click();
        await page.getByText("Only this page keeps the conversation.").waitFor();
        expect(await keptBy(page)).not.toMatch(/Weber|Quill/);
        expect(problems).toEqual([]);
      });

      test("a call with the customer's own provider key says that the provider knows the account, and not that it received values", async () => {
        const { page } = await portal.openOwn("playground");
        await page.route("**/api/v1/proxy/messages", async (route) => {
          const answer = await (await route.fetch()).json();
          answer.compliance_trace.data_exposure_summary.identity_in_ai = true;
          await route.fulfill({ json: answer });
        });
        await page.getByLabel("Text", { exact: true }).fill(TEXT);
        await button(page, "Run the call").click();
        await page.getByText("The provider knows whose account sent the call").waitFor();
        expect(await page.getByText("personal data that was not replaced").count()).toBe(0);
        expect(await page.getByText("No known personal data and no identity").count()).toBe(0);
      });

      test("a dead sanitiser is named, and nothing is shown as previewed", async () => {
        const { page } = await portal.openOwn("playground");
        portal.gateway.sanitiser.answerWith((res) => res.writeHead(500).end());
        await page.getByLabel("Text", { exact: true }).fill(TEXT);
        await page.getByText("The sanitiser does not answer").waitFor();
        expect(await page.locator("mark").count()).toBe(0);
        portal.gateway.sanitiser.answerWith(undefined);
      });
    });

    describe("The proving ground", () => {
      test("annotated texts are measured one by one, a refusal for too many calls is waited for, and misses are shown", async () => {
        const { page, problems } = await portal.openOwn("proving-ground");
        const annotated = (text: string, value: string) => {
          const start = text.indexOf(value);
          const mark = { type: "PERSON", value, start, end: start + value.length };
          return JSON.stringify({ text, annotations: [mark] });
        };
        const lines = [
          annotated("Ann Weber wrote.", "Ann Weber"),
          annotated("Zoe Quill wrote.", "Zoe Quill"),
        ];
        let calls = 0;
        await page.route("**/api/v1/proxy/messages", async (route) => {
          calls += 1;
          if (calls === 2) await route.fulfill(tooManyCalls);
          else await route.continue();
        });
        const file = (text: string) => ({
          ...{ name: "texts.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) },
        });
        const field = page.getByLabel("Annotated texts");
        await field.setInputFiles(file(`${lines[0]}\n{"text": 7}`));
        await page.getByText("This is not an annotated text: Line 2").waitFor();
        await field.setInputFiles(file(lines.join("\n")));
        await button(page, "Measure").click();
        await page.getByText("The limit of calls per minute is reached.").waitFor();
        await page.getByRole("cell", { name: "Zoe Quill" }).waitFor();
        await page.getByRole("definition").filter({ hasText: "50%" }).waitFor();
        expect(calls).toBe(3);
        expect(problems.filter((problem) => !problem.includes("429"))).toEqual([]);
      });
    });

    describe("Why", () => {
      test("the id of a call shows what each component received and no value, and text that is no id stays out of the address", async () => {
        const { page, problems } = await portal.openOwn("playground");
        await page.getByLabel("Text", { exact: true }).fill(TEXT);
        await button(page, "Run the call").click();
        await page.getByText("The gateway restored your values in it.").waitFor();
        const jobId = portal.gateway.worker.jobIds.at(-1) ?? "";
        await page.getByRole("link", { name: "Why" }).click();
        const search = async (text: string) => {
          await page.getByLabel("Id").fill(text);
          await button(page, "Find").click();
        };
        await search("Ann Weber");
        await page.getByText("No id has this form.").waitFor();
        await search(jobId);
        await page.getByText("PERSON:1").waitFor();
        expect(await page.content()).not.toMatch(/Weber|post\.example/);
        await search(portal.apiKey);
        await page.getByText("Last used").waitFor();
        expect(await keptBy(page)).not.toContain(portal.apiKey);
        expect(await keptBy(page)).not.toContain("Weber");
        expect(problems).toEqual([]);
      });
    });
  });
});

const tooManyCalls = {
  status: 429,
  json: { error: "rate_limit_exceeded", message: "Too many", retry_after_seconds: 1 },
};
