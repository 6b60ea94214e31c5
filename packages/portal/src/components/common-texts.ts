import { texts } from "../language.tsx";

export const commonTexts = texts(
  {
    loading: "Loading",
    retry: "Try again",
    retryIn: (seconds: number) => `Tries again in ${seconds} s`,
    requestId: "Request id",
    cancel: "Cancel",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    save: "Save",
    saved: "Saved",
    received: (kilobytes: string) => `${kilobytes} kB received`,
    more: "Load more",
    nothing: "Nothing here yet.",
    typeToConfirm: (name: string) => `Type ${name} to confirm`,
    newTab: "opens in a new tab",
    notPermitted: "Your role only reads here. An owner of the account can change it.",
    pro: "This page needs the tier pro or enterprise.",
    proHelp: "The operator of this gateway can raise the tier of your account.",
    problems: {
      offline: "The gateway did not answer. Check your connection.",
      rate_limited: "Too many requests in this minute.",
      rate_limit_exceeded: "Too many calls in this minute.",
      quota_exceeded: "The calls of this month are used up. The operator can raise your tier.",
      license_expired: "Your license has expired. The operator of this gateway can renew it.",
      role_insufficient:
        "Your role does not include this. An owner of the account can do it, or your groups at the identity provider can give you another role.",
      tier_insufficient: "Your tier does not include this. The operator can raise it.",
      key_policy_forbids:
        "The policy of the key that you signed in with forbids this. Only the operator can change it.",
      sanitizer_unavailable: "The sanitiser does not answer, so nothing was forwarded.",
      inference_service_unavailable: "The inference service does not answer.",
      audit_unavailable: "The audit service does not answer.",
      veil_unavailable: "The signer does not answer.",
      server_busy: "The gateway is busy.",
      origin_not_allowed:
        "This page has another origin than the gateway. Its operator sets the origin with PUBLIC_BASE_URL.",
    } as Readonly<Record<string, string>>,
  },
  {
    loading: "Wird geladen",
    retry: "Erneut versuchen",
    retryIn: (seconds: number) => `Neuer Versuch in ${seconds} s`,
    requestId: "Anfragenummer",
    cancel: "Abbrechen",
    close: "Schließen",
    copy: "Kopieren",
    copied: "Kopiert",
    save: "Speichern",
    saved: "Gespeichert",
    received: (kilobytes: string) => `${kilobytes} kB empfangen`,
    more: "Mehr laden",
    nothing: "Hier ist noch nichts.",
    typeToConfirm: (name: string) => `Zum Bestätigen ${name} eingeben`,
    newTab: "öffnet einen neuen Tab",
    notPermitted: "Ihre Rolle liest hier nur. Ein Inhaber des Kontos kann es ändern.",
    pro: "Diese Seite gehört zu den Tarifen pro und enterprise.",
    proHelp: "Der Betreiber dieses Gateways kann den Tarif Ihres Kontos erhöhen.",
    problems: {
      offline: "Das Gateway antwortet nicht. Prüfen Sie Ihre Verbindung.",
      rate_limited: "Zu viele Anfragen in dieser Minute.",
      rate_limit_exceeded: "Zu viele Aufrufe in dieser Minute.",
      quota_exceeded:
        "Die Aufrufe dieses Monats sind verbraucht. Der Betreiber kann Ihren Tarif erhöhen.",
      license_expired:
        "Ihre Lizenz ist abgelaufen. Der Betreiber dieses Gateways kann sie verlängern.",
      role_insufficient:
        "Ihre Rolle enthält dies nicht. Ein Inhaber des Kontos kann es tun, oder Ihre Gruppen beim Identitätsanbieter können Ihnen eine andere Rolle geben.",
      tier_insufficient: "Ihr Tarif enthält dies nicht. Der Betreiber kann ihn erhöhen.",
      key_policy_forbids:
        "Die Richtlinie des Schlüssels, mit dem Sie angemeldet sind, verbietet dies. Nur der Betreiber kann sie ändern.",
      sanitizer_unavailable: "Der Sanitiser antwortet nicht, deshalb wurde nichts weitergeleitet.",
      inference_service_unavailable: "Der Inferenzdienst antwortet nicht.",
      audit_unavailable: "Der Auditdienst antwortet nicht.",
      veil_unavailable: "Der Signierdienst antwortet nicht.",
      server_busy: "Das Gateway ist ausgelastet.",
      origin_not_allowed:
        "Diese Seite hat einen anderen Ursprung als das Gateway. Der Betreiber setzt ihn mit PUBLIC_BASE_URL.",
    },
  },
);
