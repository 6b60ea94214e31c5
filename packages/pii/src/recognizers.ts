/** The recognisers one by one, for tools that measure them. Services use the engine. */
export { createDocument } from "./document.ts";
export { createFinder, type Recognizer } from "./finding.ts";
export { RECOGNIZERS } from "./layers/patterns/patterns-layer.ts";
