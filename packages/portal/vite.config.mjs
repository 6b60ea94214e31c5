import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The gateway that `vite` sends API requests to while a page is developed. */
const GATEWAY = "http://127.0.0.1:8080";

export default defineConfig({
  base: "/portal/",
  plugins: [react()],
  server: { proxy: { "^/(?!portal/)": GATEWAY } },
  build: {
    outDir: "dist/site",
    assetsInlineLimit: 0,
    // Browsers that run the portal load modules ahead by themselves.
    modulePreload: { polyfill: false },
    license: { fileName: "assets/licenses.md" },
    reportCompressedSize: false,
  },
});
