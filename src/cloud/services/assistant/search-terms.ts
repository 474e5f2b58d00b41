/** What of a text is looked at when passages are searched. */

export interface SearchTerm {
  /** As it was written, in lower case. */
  readonly word: string;
  /** What the documentation may call it instead. */
  readonly also: readonly string[];
}

/** Its words and numbers, without marks; PostgreSQL would read a path or an address as one word. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/['’]\w{1,2}\b/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The words of a question that say what it is about, each once. */
export const searchTerms = (question: string): SearchTerm[] => {
  const words = new Set(plainWords(question).toLowerCase().split(" "));
  return [...words]
    .filter((word) => word !== "" && !stopWords.has(word))
    .slice(0, wordsMax)
    .map((word) => ({ word, also: synonyms.get(word) ?? [] }));
};

/** Whether somebody says hello or thanks, and asks nothing. */
export const isCourtesy = (text: string): boolean =>
  /^(hello|hi|hey|thanks?|thank you|ok(ay)?|great|good|bye)\b[\p{L} ]{0,30}[.!]*$/iu.test(text.trim());

const wordsMax = 40;

/** Words of questions as such; PostgreSQL's own list has those of sentences. */
const stopWords = new Set(
  "tell explain show please help want need get got know mean means does work works use using used make can could possible way ways there many much thanks thank hello hi hey ok let give new my own any anything something someone i'm im dont doesnt cant something happens happen exactly actually really good best".split(
    " ",
  ),
);

/** What people say, and what these pages say. */
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
