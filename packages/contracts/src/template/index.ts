export {
  parseTemplate,
  type Template,
  type TemplatePart,
  templateVariables,
} from "./parse-template.ts";
export { renderTemplate } from "./render-template.ts";
export { renderedLength } from "./rendered-length.ts";
