/** Search terms of a text. */

export interface SearchTerm {
  /** The word as entered, in lowercase. */
  readonly word: string;
  /** Synonyms used in the documentation. */
  readonly also: readonly string[];
}

/** Returns the words and numbers without marks; PostgreSQL would treat a path or a URL as one word. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/['’]\w{1,2}\b/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns the significant words of a question, each once. */
export const searchTerms = (question: string): SearchTerm[] => {
  const words = new Set(plainWords(question).toLowerCase().split(" "));
  return [...words]
    .filter((word) => word !== "" && !stopWords.has(word))
    .slice(0, wordsMax)
    .map((word) => ({ word, also: synonyms.get(word) ?? [] }));
};

/** Returns whether the text is only a greeting or thanks. */
export const isCourtesy = (text: string): boolean =>
  /^(hello|hi|hey|thanks?|thank you|ok(ay)?|great|good|bye)\b[\p{L} ]{0,30}[.!]*$/iu.test(text.trim());

const wordsMax = 40;

/** Stop words of questions; PostgreSQL's own list has the general ones. */
const stopWords = new Set(
  "tell explain show please help want need get got know mean means does work works use using used make can could possible way ways there many much thanks thank hello hi hey ok let give new my own any anything something someone i'm im dont doesnt cant something happens happen exactly actually really good best".split(
    " ",
  ),
);

/** Synonyms between users' words and the documentation's. */
const synonymGroups: readonly (readonly string[])[] = [
  ["website", "webpage", "homepage", "app", "site"],
  ["network", "networks", "blockchain", "chains", "chain"],
  ["price", "prices", "pricing", "priced", "fee", "fees", "cost", "costs", "expensive", "charged"],
  ["buy", "top", "recharge", "purchase", "topup", "claim", "deposit"],
  ["login", "signin", "log", "logon", "sign"],
  ["url", "hostname", "dns", "domain"],
  ["credit", "credits", "money", "funds", "balance", "LAND"],
  ["ai", "llm", "gpt", "model", "models"],
  ["openai", "completions"],
  ["colleague", "colleagues", "coworker", "teammate", "invite", "members", "member"],
  ["raas", "l2", "appchain", "rollup", "rollups"],
  ["endpoint", "endpoints", "node", "nodes", "rpc"],
  ["backup", "backups", "restore", "back"],
  ["install", "start", "run", "setup"],
  ["delete", "remove", "erase", "close", "cancel"],
  ["undo", "rollback", "revert", "promote"],
  ["limit", "limits", "quota", "cap", "caps", "maximum"],
  ["error", "errors", "fails", "failed", "wrong"],
  ["ssl", "https", "tls", "certificate", "certificates"],
];
const synonyms = new Map(synonymGroups.flatMap((words) => words.map((word) => [word, words] as const)));
