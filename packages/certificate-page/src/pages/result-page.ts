import type { Content } from "../content/content.ts";
import { contentMarkup } from "../markup/content-markup.ts";
import { page } from "../markup/page.ts";
import { STYLE_SOURCE } from "../markup/page-style.ts";

/** Renders a result as a standalone document that loads no resources and runs no script. */
export function resultPage(content: Content): string {
  return page({
    title: content.title,
    from: "Result of veil verify",
    footer: "Made on the computer of the reader, from files, without a network.",
    main: contentMarkup(content, 1),
    policy: `default-src 'none'; img-src data:; style-src ${STYLE_SOURCE}`,
  });
}
