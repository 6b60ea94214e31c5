import { describeRecognizer } from "../recognizer.contract.ts";
import { secret } from "./secret.ts";

const letters = (count: number) => "aB3dE6gH9jK2mN5pQ8sT1vW4".repeat(20).slice(0, count);
const jwt = `eyJ${letters(30)}.eyJ${letters(60)}.${letters(43)}`;

describeRecognizer(secret, {
  hits: [
    `token ⟦${jwt}⟧.`,
    "⟦AKIAIOSFODNN7EXAMPLE⟧ and aws_secret_access_key = ⟦wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY⟧",
    `⟦ghp_${letters(36)}⟧, ⟦github_pat_${letters(30)}_${letters(40)}⟧`,
    `⟦xoxb-123456789012-123456789012-${letters(24)}⟧`,
    `⟦sk_live_${letters(24)}⟧ ⟦sk-ant-api03-${letters(60)}⟧ ⟦sk-proj-${letters(40)}⟧`,
    `key=⟦AIza${letters(35)}⟧`,
    `Authorization: Bearer ⟦${letters(40)}⟧`,
    "⟦-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----⟧ tail",
    "⟦-----BEGIN PRIVATE KEY-----\nMIIEow==⟧",
    "password: ⟦hunter2⟧",
    "Passwort: ⟦geheim⟧",
    'uhaul_password = "⟦Beltline@1221⟧"',
    "DB_PASSWORD=⟦s3cr3t!⟧",
    '{"password":"⟦correct-horse⟧"}',
    "my password is ⟦Tr0ub4dor&3⟧.",
    "Das Passwort lautet ⟦Sommer2024!⟧",
    "PIN: ⟦4711⟧",
    'api_key: "⟦0123456789abcdef⟧"',
    "**Password:** ⟦Winter24⟧",
  ],
  misses: [
    "password: string;",
    "password = getPassword()",
    "password: user.password,",
    'password: ""',
    "password: ********",
    `password = "$\{DB_PASSWORD}"`,
    "the password is wrong",
    "token = next_token",
    "secret: process.env.SECRET",
    "bearer of good news",
    "-----BEGIN CERTIFICATE-----\nMIIEow",
    "pin: true",
    "sk-short",
    "AKIAIOSFODNN7EXAMPL",
    "[SECRET_1]",
  ],
});
