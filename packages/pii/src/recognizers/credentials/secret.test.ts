import { describeRecognizer } from "../recognizer.contract.ts";
import { secret } from "./secret.ts";

const letters = (count: number) => "aB3dE6gH9jK2mN5pQ8sT1vW4".repeat(20).slice(0, count);
const jwt = `eyJ${letters(30)}.eyJ${letters(60)}.${letters(43)}`;

describeRecognizer(secret, {
  hits: [
    "hash $X$ ⟦$2b$12$KIXQ4S5v5b0c9mJ8uD1eUe5Hq1Zr0yKQ2b7c3d4e5f6g7h8i9j0kl⟧ x",
    "root:⟦$6$saltsalt$IxDD3jeSOb5eB1CX5LBsqZFVkJdido3OUILO5Ifz5iwMuTS4XMS130MTSuDDl3aCI6WouIL9AjRbLCelDCy.g.⟧:1",
    `token ⟦${jwt}⟧.`,
    "⟦AKIAIOSFODNN7EXAMPLE⟧",
    `⟦ghp_${letters(36)}⟧, ⟦github_pat_${letters(30)}_${letters(40)}⟧`,
    `⟦xoxb-123456789012-123456789012-${letters(24)}⟧`,
    "sk-9f27: no; ⟦sk-9f27ab41cd88⟧",
    `⟦sk_live_${letters(24)}⟧ ⟦sk-ant-api03-${letters(60)}⟧ ⟦sk-proj-${letters(40)}⟧`,
    `key=⟦AIza${letters(35)}⟧`,
    `Authorization: Bearer ⟦${letters(40)}⟧`,
    "⟦-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----⟧ tail",
    "⟦-----BEGIN PRIVATE KEY-----\nMIIEow==⟧",
  ],
  misses: [
    "$1$ and $2, $6$x$short, $2b or $12",
    "bearer of good news",
    "-----BEGIN CERTIFICATE-----\nMIIEow",
    "sk-short",
    "sk-spinner-pulse",
    "AKIAIOSFODNN7EXAMPL",
    "[SECRET_1]",
  ],
});
