import { type Element, el, type Markup } from "./element.ts";
import { html } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";

interface Page {
  /** Defaults to English. */
  readonly language?: "en" | "de";
  readonly title: string;
  /** Who made the page, in a few words. */
  readonly from: string;
  readonly main: readonly Markup[];
  readonly footer: string;
  /** The path of the page's only script. */
  readonly script?: string;
  /** The content security policy, for a page that is not sent by a server. */
  readonly policy?: string;
}

/** Renders a whole document. It is complete even if its script does not run. */
export function page(content: Page): string {
  const { language = "en", title, from, main, footer, script, policy } = content;
  const head: Element[] = [
    el("meta", { charset: "utf-8" }),
    ...(policy === undefined
      ? []
      : [el("meta", { "http-equiv": "Content-Security-Policy", content: policy })]),
    el("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    el("title", {}, title),
    el("link", { rel: "icon", href: "data:," }),
    ...(script === undefined ? [] : [el("script", { type: "module", src: script })]),
  ];
  const body = el(
    "body",
    {},
    el("header", {}, el("p", {}, from)),
    el("main", {}, ...main),
    el("footer", {}, el("p", {}, footer)),
  );
  // Inserts the style sheet directly, because it would be escaped as the text of an element.
  const styled = `${head.map(html).join("\n")}\n<style>${PAGE_STYLE}</style>`;
  return `<!doctype html>\n<html lang="${language}">\n<head>\n${styled}\n</head>\n${html(body)}\n</html>\n`;
}
