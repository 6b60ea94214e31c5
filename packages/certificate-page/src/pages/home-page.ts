import { el } from "../markup/element.ts";
import { page } from "../markup/page.ts";

interface HomeLink {
  readonly path: string;
  readonly name: string;
  readonly purpose: string;
}

/** Renders the page that people see when they open the gateway's URL. It loads no resources. */
export function homePage(links: readonly HomeLink[]): string {
  return page({
    title: "Veil Gateway",
    from: "Veil Gateway",
    footer: "This page loads nothing and sends nothing.",
    main: [
      el("h1", {}, "Veil Gateway"),
      el(
        "p",
        {},
        "Privacy-preserving access to language models: personal data in a request is replaced by placeholders before a model " +
          "sees it, and restored in the answer. Applications call this address; people find here:",
      ),
      el(
        "ul",
        {},
        ...links.map(({ path, name, purpose }) =>
          el("li", {}, el("a", { href: path }, name), `: ${purpose}`),
        ),
      ),
    ],
  });
}
