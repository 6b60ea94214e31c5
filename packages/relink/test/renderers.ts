import { createRequire } from "node:module";
import { HtmlRenderer, Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { compiler } from "markdown-to-jsx/html";
import { marked } from "marked";

interface Showdown {
  readonly Converter: new (options?: object) => { makeHtml(text: string): string };
  getFlavorOptions(flavor: string): object;
}

const require = createRequire(import.meta.url);
const showdown = require("showdown") as Showdown;
const markdownIt = new MarkdownIt({ html: true, linkify: true });
export const RENDERERS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  commonmark: (text) => new HtmlRenderer().render(new Parser().parse(text)),
  "markdown-it": (text) => markdownIt.render(text),
  marked: (text) => marked.parse(text, { async: false }),
};

/**
 * Renderers that read Markdown differently and give ids to headings. Mentions (`@name`) are off,
 * because showdown would turn them into links to GitHub.
 */
export const OTHER_RENDERERS: Readonly<Record<string, (text: string) => string>> = {
  showdown: (text) => new showdown.Converter().makeHtml(text),
  "showdown, as GitHub": (text) =>
    new showdown.Converter({ ...showdown.getFlavorOptions("github"), ghMentions: false }).makeHtml(
      text,
    ),
  "markdown-to-jsx": (text) => compiler(text),
};
