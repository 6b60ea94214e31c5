import { texts } from "../../language.tsx";

export const overviewTexts = texts(
  {
    title: "Overview",
    lead: "Your calls, and whether the promises of this gateway hold now.",
    first: "See what is replaced",
    firstHelp:
      "Type a text and watch which personal data is replaced before a model sees it. Nothing is stored.",
    playground: "Open the playground",
    setup: "Connect an application",
    usage: "This month",
    keys: (count: number) => (count === 1 ? "1 valid API key" : `${count} valid API keys`),
    isolation: "Isolation of the sandboxes",
    holds: "Holds",
    unproven: "Not proven",
    probed: (at: string) => `Probed on ${at}`,
    notProbed: "The probes have not reported yet.",
    status: "What was probed",
    posture: "Posture",
    met: (count: number) => `${count} met`,
    notMet: (count: number) => `${count} not met`,
    unknown: (count: number) => `${count} unknown`,
    controls: "All controls",
  },
  {
    title: "Übersicht",
    lead: "Ihre Aufrufe, und ob die Zusagen dieses Gateways gerade gelten.",
    first: "Sehen, was ersetzt wird",
    firstHelp:
      "Geben Sie einen Text ein und sehen Sie, welche personenbezogenen Daten ersetzt werden, bevor ein Modell sie sieht. Nichts wird gespeichert.",
    playground: "Spielwiese öffnen",
    setup: "Anwendung anbinden",
    usage: "Dieser Monat",
    keys: (count: number) =>
      count === 1 ? "1 gültiger API-Schlüssel" : `${count} gültige API-Schlüssel`,
    isolation: "Trennung der Sandboxen",
    holds: "Besteht",
    unproven: "Nicht bewiesen",
    probed: (at: string) => `Gemessen am ${at}`,
    notProbed: "Die Messproben haben noch nichts gemeldet.",
    status: "Was gemessen wurde",
    posture: "Zustand",
    met: (count: number) => `${count} erfüllt`,
    notMet: (count: number) => `${count} nicht erfüllt`,
    unknown: (count: number) => `${count} unbekannt`,
    controls: "Alle Kontrollen",
  },
);
