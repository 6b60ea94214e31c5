export { readCallHeaders, runSdkCall, type SdkDeps } from "./routes/sdk-route.ts";
