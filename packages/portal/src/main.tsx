import "./styles/tokens.css";
import "./styles/base.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createPortalQueries } from "./api/query-client.ts";
import { LanguageProvider } from "./language.tsx";
import { router } from "./router.tsx";

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no element #root");
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <LanguageProvider>
        <QueryClientProvider client={createPortalQueries()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </CSPProvider>
  </StrictMode>,
);
