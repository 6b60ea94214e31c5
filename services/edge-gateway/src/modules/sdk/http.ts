export { openSdkCall, readCallHeaders, type SdkDeps } from "./routes/sdk-route.ts";
