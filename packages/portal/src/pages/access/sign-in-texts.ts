import { texts } from "../../language.tsx";

export const signInTexts = texts(
  {
    title: "Sign in",
    lead: "Manage your account, and see what your calls showed to whom.",
    expired: "Your session has ended. Sign in again to return to this page.",
    refused: {
      invalid_credentials: "The identity provider did not confirm who you are. Try again.",
      session_required:
        "This sign-in took longer than ten minutes, or began in another browser. Try again.",
      role_insufficient:
        "Your groups give no access to an account. Ask the people who manage your organization's groups, or the operator of this gateway.",
      server_busy: "The identity provider does not answer. Try again later.",
    },
    signInWith: (title: string) => `Sign in with ${title}`,
    way: "Sign in with",
    ways: { key: "API key", password: "Email and password", register: "New account" },
    key: "API key",
    keyHint: "Begins with svc_ or gw_live_. It is sent once and not kept in this browser.",
    email: "Email",
    password: "Password",
    company: "Company (optional)",
    submit: "Sign in",
    register: "Create a free account",
    invalid:
      "These credentials are not valid. A developer key cannot sign in; another key of the account can.",
    issued: "Your API key",
    issuedHelp: "It is shown only now. Store it where your application reads its secrets.",
    proceed: "I have stored it: open the portal",
    known: "This address has an account already. Sign in with its key or password.",
  },
  {
    title: "Anmelden",
    lead: "Verwalten Sie Ihr Konto und sehen Sie, was Ihre Aufrufe wem gezeigt haben.",
    expired:
      "Ihre Sitzung ist beendet. Melden Sie sich wieder an, um zu dieser Seite zurückzukehren.",
    refused: {
      invalid_credentials:
        "Der Identitätsanbieter hat nicht bestätigt, wer Sie sind. Versuchen Sie es erneut.",
      session_required:
        "Diese Anmeldung dauerte länger als zehn Minuten oder begann in einem anderen Browser. Versuchen Sie es erneut.",
      role_insufficient:
        "Ihre Gruppen geben keinen Zugang zu einem Konto. Fragen Sie, wer die Gruppen Ihrer Organisation verwaltet, oder den Betreiber dieses Gateways.",
      server_busy: "Der Identitätsanbieter antwortet nicht. Versuchen Sie es später erneut.",
    },
    signInWith: (title: string) => `Anmelden mit ${title}`,
    way: "Anmelden mit",
    ways: { key: "API-Schlüssel", password: "E-Mail und Passwort", register: "Neues Konto" },
    key: "API-Schlüssel",
    keyHint:
      "Beginnt mit svc_ oder gw_live_. Er wird einmal gesendet und nicht in diesem Browser behalten.",
    email: "E-Mail",
    password: "Passwort",
    company: "Firma (optional)",
    submit: "Anmelden",
    register: "Kostenloses Konto anlegen",
    invalid:
      "Diese Zugangsdaten gelten nicht. Ein Entwicklerschlüssel kann sich nicht anmelden, ein anderer Schlüssel des Kontos schon.",
    issued: "Ihr API-Schlüssel",
    issuedHelp:
      "Er wird nur jetzt gezeigt. Legen Sie ihn dort ab, wo Ihre Anwendung ihre Geheimnisse liest.",
    proceed: "Ich habe ihn abgelegt: Portal öffnen",
    known:
      "Diese Adresse hat schon ein Konto. Melden Sie sich mit dessen Schlüssel oder Passwort an.",
  },
);
