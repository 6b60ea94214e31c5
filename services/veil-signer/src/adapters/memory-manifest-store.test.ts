import { describeManifestStore } from "./manifest-store.contract.ts";
import { createMemoryManifestStore } from "./memory-manifest-store.ts";

describeManifestStore("memory", async () => createMemoryManifestStore());
