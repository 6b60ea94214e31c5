import type { Section } from "../content/content.ts";
import { sectionsMarkup } from "../markup/content-markup.ts";
import { el } from "../markup/element.ts";
import { page } from "../markup/page.ts";

interface Document {
  /** Defaults to English. */
  readonly language?: "en" | "de";
  readonly title: string;
  readonly from: string;
  readonly footer: string;
  readonly intro: string;
  readonly sections: readonly Section[];
}

/** Renders a document of facts, for reading and printing. */
export function documentPage({ title, intro, sections, ...rest }: Document): string {
  const main = [el("h1", {}, title), el("p", {}, intro), ...sectionsMarkup(sections, 2)];
  return page({ ...rest, title, main });
}
