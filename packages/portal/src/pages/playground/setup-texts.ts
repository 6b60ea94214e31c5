import { texts } from "../../language.tsx";

export const setupTexts = texts(
  {
    title: "Setup",
    lead: "Point a tool at this gateway. Its requests keep their form; only the address and the key change.",
    base: "Address of this gateway",
    tool: "Tool",
    relink:
      "With X-Veil-Relink, answers have your values instead of placeholders (tiers pro and enterprise).",
    more: "Claude Code, Codex, MCP clients and all settings",
    test: "Send a first call",
    testHelp: "Sends a short call in your name and waits until it is counted.",
    send: "Send it",
    sending: "Waiting for the answer",
    seen: (used: string) => `It arrived. Calls of this month: ${used}.`,
    instruction: "Say hello to {text}",
    sample: "Anna Schmidt",
  },
  {
    title: "Einrichtung",
    lead: "Richten Sie ein Werkzeug auf dieses Gateway. Seine Anfragen behalten ihre Form; nur Adresse und Schlüssel ändern sich.",
    base: "Adresse dieses Gateways",
    tool: "Werkzeug",
    relink:
      "Mit X-Veil-Relink haben Antworten Ihre Werte statt Platzhalter (Tarife pro und enterprise).",
    more: "Claude Code, Codex, MCP-Clients und alle Einstellungen",
    test: "Ersten Aufruf senden",
    testHelp: "Sendet einen kurzen Aufruf in Ihrem Namen und wartet, bis er gezählt ist.",
    send: "Senden",
    sending: "Wartet auf die Antwort",
    seen: (used: string) => `Er ist angekommen. Aufrufe dieses Monats: ${used}.`,
    instruction: "Begrüße {text}",
    sample: "Anna Schmidt",
  },
);
