import { useRouterState } from "@tanstack/react-router";
import type { Schemas } from "../../api/client.ts";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { signInTexts } from "./sign-in-texts.ts";

interface ProviderLinksProps {
  readonly providers: Schemas["SignInMethodsResponse"]["providers"];
}

/** Links to identity providers. They return to the page of the present address. */
export function ProviderLinks({ providers }: ProviderLinksProps) {
  const t = useTexts(signInTexts);
  const page = useRouterState({ select: ({ location }) => location.pathname });
  const query = new URLSearchParams({ page: `/portal${page}` }).toString();
  return (
    <div className={ui.row}>
      {providers.map(({ provider_id, title }) => (
        <a
          key={provider_id}
          className={ui.button}
          href={`/api/v1/auth/oidc/${provider_id}?${query}`}
        >
          {t.signInWith(title)}
        </a>
      ))}
    </div>
  );
}
