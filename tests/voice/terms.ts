/** The vocabulary that voice.test.ts enforces: words to avoid with what to write instead, and the exceptions with their reasons. */

export interface Term {
  readonly avoid: RegExp;
  readonly use: string;
}

export interface Exception {
  /** A part of the text; empty for the whole file. */
  readonly text: string;
  readonly file: RegExp;
  readonly reason: string;
}

/** Avoided in every text, comment and document. */
export const archaic: readonly Term[] = [
  { avoid: /\bwho(so)?m?ever\b/i, use: "the user, the operator, anyone who" },
  { avoid: /\bwhatever is\b/i, use: "any, all" },
  { avoid: /\banew\b/i, use: "again, new" },
  { avoid: /\bstands here\b/i, use: "appears here" },
  { avoid: /\bletter of\b/i, use: "email" },
  { avoid: /\bbegun\b/i, use: "started" },
  { avoid: /\bof (one's|your|its|their|his|her) own\b/i, use: "your own …, separate, dedicated" },
  { avoid: /\bhence\b/i, use: "so" },
  { avoid: /\bthereby\b/i, use: "so" },
  { avoid: /\bwhence\b|\bthence\b|\blest\b|\bwherein\b|\bthereof\b/i, use: "a plain sentence" },
  { avoid: /\bto be had\b/i, use: "available" },
  { avoid: /\bpicture of\b/i, use: "image" },
  { avoid: /\breckon(s|ed|ing)?\b/i, use: "compute, calculate" },
  { avoid: /\bin vain\b/i, use: "without success, failed" },
];

/** Avoided in texts for users: screens, errors, emails, bot messages, documents. */
export const unplain: readonly Term[] = [
  {
    avoid:
      /(a|each|the|this|newest|latest|last|no|another|welcome) letters?(?! and)|letters? (was|were|is|are|with|of|that)|^Letters?$/i,
    use: "email",
  },
  { avoid: /\be-mails?\b/i, use: "email" },
  { avoid: /\bpictures?\b/i, use: "image, logo, avatar" },
  { avoid: /\b(people|persons?)\b/i, use: "user, member, visitor, anyone" },
  { avoid: /\bsomebody\b|\banybody\b|\bnobody\b/i, use: "someone, anyone, no one, or the role" },
  { avoid: /\b(the|this) cloud\b/i, use: "Freehold, the server, this instance" },
  { avoid: /\bback-ups?\b/i, use: "backup (noun), back up (verb)" },
  { avoid: /\b(those|these|he|she|they) (who|whom)\b/i, use: "the role: owner, member, operator" },
  { avoid: /\bwho (runs?|operates?) (this|the|it)\b/i, use: "the operator; your administrator" },
  {
    avoid: /\bwhat (was|you|they|it) (typed?|paid|left|used|stored|bought|sent|brought|held|holds)\b/i,
    use: "name the thing",
  },
  { avoid: /\bno longer taken\b|\bis over\b|\bare over\b/i, use: "expired, ended" },
  { avoid: /\bmust be there\b/i, use: "is required" },
  { avoid: /\bmay be left out\b/i, use: "is optional" },
  { avoid: /\b(is|are) not there\b|\bis nobody's\b/i, use: "not found, missing" },
  { avoid: /\b(give|gives|given|gave|giving) back\b/i, use: "refund, return" },
  { avoid: /\bmay look\b/i, use: "read-only access" },
  { avoid: /\bto be (found|seen|made|taken|paid)\b/i, use: "an active verb" },
  { avoid: /\bfor good\b/i, use: "permanently" },
  { avoid: /\bstand-ins?\b/i, use: "fake, emulator, simulator" },
  { avoid: /\bprice of now\b/i, use: "current price" },
  { avoid: /\bnot to be\b/i, use: "can't be" },
  { avoid: /\bthe cloud's own\b|\bchains? of its own\b/i, use: "local devnet" },
  { avoid: /\blocked up\b/i, use: "sandboxed" },
  { avoid: /\b(bears?|borne|brings? forth)\b/i, use: "has, contains" },
  { avoid: /\bis put (in|on|out)\b/i, use: "an active verb" },
  { avoid: /\bby (itself|themselves)\b/i, use: "automatically" },
  { avoid: /\bno more than\b(?= (look|read))/i, use: "only" },
  { avoid: /\bthe same (again|anew)\b/i, use: "name the thing" },
];

/** Texts exempt from the rules above. */
export const exceptions: readonly Exception[] = [
  {
    file: /static-shell\.ts|preview-kind\.ts/,
    text: "",
    reason: "HTML and file endings.",
  },
  { file: /gallery\//, text: "Nobody", reason: "A made-up option." },
  { file: /database\/open\.ts/, text: "the user nobody", reason: "The operating system's user of that name." },
  { file: /pins\.ts/, text: "or another letter", reason: "A character." },
];

/** Words that stay capitalized in titles and labels. */
export const properNouns: ReadonlySet<string> = new Set(
  `Freehold LAND Boost Git Arweave Polygon Ethereum Solana Bitcoin MetaMask GitHub GitLab Gitea Forgejo Telegram Toncoin Toncoins Star Stars
  PostgreSQL Postgres Node Docker React Vite Vue Svelte Angular Refine Vitest Playwright Optimism Arbitrum Base Sepolia Goerli Amoy
  Google Chrome Firefox Safari Unstoppable Namecheap Cloudflare Vercel Netlify OpenAI Ollama Llama Qwen Mistral Coinbase WalletConnect
  Gateway Internet Computer Greenfield Prometheus Linux Mermaid Markdown Bundlr Irys Keplr Phantom Backpack TonConnect Tonkeeper MyTonWallet
  Lite Mainnet January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday
  Saturday Sunday I Unix Unicode Origin Referer Content-Type Authorization Safe Actions Pinning Service Bot Fleek Pinata Filebase Foundry Hardhat Windows Mac Android`
    .split(/\s+/)
    .filter(Boolean),
);
