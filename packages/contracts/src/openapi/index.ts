export { errorBodyOf } from "../public/error.ts";
export { openApiDocument } from "./document.ts";
export { errorsOf, HTTP_LAYER_ERRORS, type Operation } from "./operation.ts";
export { OPERATIONS } from "./operations.ts";
