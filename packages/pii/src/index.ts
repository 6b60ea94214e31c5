export { createEngine, type PiiEngine } from "./engine.ts";
export { ENTITY_TYPES, type EntityType, type Finding, type Language } from "./finding.ts";
export { detectLanguage } from "./language.ts";
export {
  type CompiledEntityList,
  compileEntityList,
} from "./layers/known-entities/compiled-list.ts";
export type { ReplacedPlaces } from "./policy.ts";
export { sanitiseFields, TooManyFindingsError } from "./sanitise-fields.ts";
