import { texts } from "../../language.tsx";

export const auditTexts = texts(
  {
    title: "Audit log",
    lead: "What happened in your organization. The log holds no values of requests.",
    filter: "Filter",
    days: "Days back",
    type: "Event type",
    typeHint: "Such as PROXY_INFERENCE_COMPLETED. Empty: all types.",
    apply: "Show",
    events: "Events",
    shown: (shown: string, total: string) => `${shown} of ${total} events`,
    time: "Time",
    event: "Event",
    actor: "Actor",
    request: "Request",
    details: "Details",
    none: "No event matches. Widen the filter, or make a call.",
    truncated:
      "The log has more events in this time than it returns; the oldest are missing. Choose fewer days.",
    sources: {
      audit_service: "",
      "audit_service+memory_buffer":
        "The newest events are not in the log yet; they come from the gateway's memory.",
      memory_buffer:
        "The audit service does not answer. Only events in the gateway's memory are shown.",
      none: "The audit service does not answer, so nothing can be shown.",
    },
    export: "Export as JSON (30 days)",
  },
  {
    title: "Auditprotokoll",
    lead: "Was in Ihrer Organisation geschah. Das Protokoll enthält keine Werte von Anfragen.",
    filter: "Filter",
    days: "Tage zurück",
    type: "Ereignistyp",
    typeHint: "Zum Beispiel PROXY_INFERENCE_COMPLETED. Leer: alle Typen.",
    apply: "Zeigen",
    events: "Ereignisse",
    shown: (shown: string, total: string) => `${shown} von ${total} Ereignissen`,
    time: "Zeit",
    event: "Ereignis",
    actor: "Akteur",
    request: "Anfrage",
    details: "Einzelheiten",
    none: "Kein Ereignis passt. Erweitern Sie den Filter oder machen Sie einen Aufruf.",
    truncated:
      "Das Protokoll hat in dieser Zeit mehr Ereignisse, als es liefert; die ältesten fehlen. Wählen Sie weniger Tage.",
    sources: {
      audit_service: "",
      "audit_service+memory_buffer":
        "Die neuesten Ereignisse stehen noch nicht im Protokoll; sie kommen aus dem Speicher des Gateways.",
      memory_buffer:
        "Der Auditdienst antwortet nicht. Gezeigt werden nur Ereignisse im Speicher des Gateways.",
      none: "Der Auditdienst antwortet nicht, deshalb ist nichts zu sehen.",
    },
    export: "Als JSON exportieren (30 Tage)",
  },
);
