/** @heavy shows hundreds of answers in a browser */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser } from "@veil/testing";
import fc from "fast-check";
import { type Browser, chromium, type Page } from "playwright-core";
import { answers, MARK, maySend, relinked, unchecked } from "./rendered-answers.ts";
import { OTHER_RENDERERS, RENDERERS } from "./renderers.ts";

const PAGE = "https://app.example/";
const ALL = { ...RENDERERS, ...OTHER_RENDERERS };

describeInBrowser("In a page that shows answers", (launch) => {
  let browser: Browser;
  let page: Page;
  let requests: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch(launch);
    page = await browser.newPage({ javaScriptEnabled: false });
    await page.route("**/*", async (route) => {
      const url = route.request().url();
      if (url !== PAGE) requests.push(decoded(url));
      await (url === PAGE ? route.fulfill({ contentType: "text/html", body: "" }) : route.abort());
    });
    await page.goto(PAGE);
  });
  afterAll(() => browser.close());

  /** Returns the requests that the page makes for the texts, without any click. */
  async function requestsOf(texts: readonly string[], render: (text: string) => string) {
    requests = [];
    for (const text of texts) await page.setContent(render(text), { waitUntil: "load" });
    return requests;
  }

  const texts = fc.sample(answers, { numRuns: 150, seed: 2 });

  test.each(Object.entries(ALL))(
    "no request contains a value with the renderer %s",
    async (_name, render) => {
      const sent = await requestsOf(texts.map(relinked), render);
      expect(sent.filter((url) => MARK.test(url) && !maySend(url))).toEqual([]);
    },
  );

  test("without the checks, requests contain values", async () => {
    const render = ALL["as it is"] ?? String;
    const sent = await requestsOf(texts.map(unchecked), render);
    expect(sent.filter((url) => MARK.test(url)).length).toBeGreaterThan(0);
  });
});

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
