export { claimRoutes } from "./claim-routes.ts";
