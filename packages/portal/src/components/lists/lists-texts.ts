import { texts } from "../../language.tsx";

export const listsTexts = texts(
  {
    title: "Entity lists",
    lead: "Values that are always replaced (deny), or never (allow). Only the sanitiser can read them; they are not shown again.",
    make: "New list",
    replace: "Replace",
    replaceTitle: (id: string) => `Replace ${id}`,
    kind: "Kind",
    kinds: { deny: "Deny: always replaced", allow: "Allow: never replaced" },
    entries: "Values",
    entriesHint:
      "One per line. A type may follow after a tab or semicolon: Project Heron; ORGANIZATION",
    count: (count: number) => (count === 1 ? "1 value" : `${count} values`),
    store: "Store",
    list: "Lists of this account",
    id: "List id",
    entryCount: "Values",
    version: "Version",
    updated: "Changed",
    actions: "Actions",
    remove: "Delete",
    removeTitle: (id: string) => `Delete ${id}`,
    removeHelp: (count: string) =>
      `The ${count} values of this list no longer apply to new calls. They cannot be brought back.`,
  },
  {
    title: "Entitätenlisten",
    lead: "Werte, die immer ersetzt werden (deny) oder nie (allow). Nur der Sanitiser kann sie lesen; sie werden nicht wieder gezeigt.",
    make: "Neue Liste",
    replace: "Ersetzen",
    replaceTitle: (id: string) => `${id} ersetzen`,
    kind: "Art",
    kinds: { deny: "Deny: immer ersetzt", allow: "Allow: nie ersetzt" },
    entries: "Werte",
    entriesHint:
      "Einer je Zeile. Nach Tabulator oder Semikolon darf ein Typ folgen: Projekt Reiher; ORGANIZATION",
    count: (count: number) => (count === 1 ? "1 Wert" : `${count} Werte`),
    store: "Speichern",
    list: "Listen dieses Kontos",
    id: "Listennummer",
    entryCount: "Werte",
    version: "Version",
    updated: "Geändert",
    actions: "Handlungen",
    remove: "Löschen",
    removeTitle: (id: string) => `${id} löschen`,
    removeHelp: (count: string) =>
      `Die ${count} Werte dieser Liste gelten nicht mehr für neue Aufrufe. Sie lassen sich nicht zurückholen.`,
  },
);
