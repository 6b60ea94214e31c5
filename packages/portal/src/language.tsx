import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of one part of the portal, in each language. */
type Translated<T> = Readonly<Record<Language, T>>;

/** Declares texts. A text that one language lacks is a type error. */
export function texts<T>(en: T, de: NoInfer<T>): Translated<T> {
  return { en, de };
}

interface Chosen {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<Chosen>({ language: "en", choose: () => undefined });
const STORED = "veil-language";

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (next: Language) => {
    setLanguage(next);
    withStorage((storage) => storage.setItem(STORED, next));
  };
  return <LanguageContext value={{ language, choose }}>{children}</LanguageContext>;
}

export const useLanguage = () => useContext(LanguageContext);

export function useTexts<T>(translated: Translated<T>): T {
  return translated[useLanguage().language];
}

/** Returns functions that write dates and numbers in the reader's language. */
export function useFormats() {
  const { language } = useLanguage();
  const locale = language === "de" ? "de-DE" : "en-GB";
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(locale, {
    ...{ year: "numeric", month: "long", timeZone: "UTC" },
  });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(locale);
  return {
    dateTime: (at: string | Date) => dateTime.format(new Date(at)),
    time: (at: string | Date) => time.format(new Date(at)),
    date: (at: string | Date) => date.format(new Date(at)),
    month: (at: string) => month.format(new Date(at)),
    percent: (share: number) => percent.format(share),
    number: (value: number) => number.format(value),
  };
}

function initialLanguage(): Language {
  const stored = withStorage((storage) => storage.getItem(STORED));
  const wanted = [stored, ...navigator.languages].map((name) => name?.slice(0, 2));
  return LANGUAGES.find((language) => language === wanted.find(isLanguage)) ?? "en";
}

function isLanguage(name: string | undefined): boolean {
  return LANGUAGES.some((language) => language === name);
}

/** Browsers may forbid storage. Then the choice lasts as long as the page. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}
