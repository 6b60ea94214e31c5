import { describeRecognizer } from "../recognizer.contract.ts";
import { cryptoWallet } from "./crypto-wallet.ts";

describeRecognizer(cryptoWallet, {
  hits: [
    "⟦16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ⟧ ⟦3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy⟧",
    "⟦bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq⟧.",
    "⟦bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297⟧",
    "⟦0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed⟧",
    "⟦0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed⟧",
    "Solana wallet: ⟦7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV⟧",
  ],
  misses: [
    "wallet 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ2",
    "wallet 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyY",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA",
    "8f953371d3e85eddb89b05ed6b9e680791055315c73e1025ab5dba7bb2aee189",
    "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV",
    "[CRYPTO_WALLET_1]",
  ],
});
