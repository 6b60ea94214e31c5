export { errorBodyOf } from "../public/error.ts";
export { openApiDocument } from "./document.ts";
export {
  type Access,
  errorsOf,
  HTTP_LAYER_ERRORS,
  type LimitName,
  type Operation,
  permissionOf,
} from "./operation.ts";
export { OPERATIONS } from "./operations.ts";
