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

/** Returns whether the answer is a number: an amount, a price, a limit or a time. */
export const asksForNumber = (question: string): boolean =>
  /\b(how (much|many|long|big|large|often)|maximum|largest|biggest|longest|limits?|costs?|prices?)\b/i.test(question);

const wordsMax = 40;

/** Words of questions that don't say what is asked. PostgreSQL's own list has more. */
const stopWords = new Set(
  "able across actually after again ago almost along already also although always am another any anyone anything anyway anywhere apart are around aside ask asking away back be because before behind believe below beside best better between beyond both brief bring but by call called came can cannot cant cause certain come could course did different do does doesnt doing done dont down each either else enough especially even ever every everybody everyone everything everywhere exactly explain far few find first for forth from further get gets getting give given gives go goes going gone good got happen happened happens hardly have having hello help here hey hi how however i if im immediate in indeed instead into is it its just keep keeps kept kind know known last lately later least less let like likely little long look looking looks mainly make many may maybe mean means might more most mostly much must my myself near need needs never new next no not nothing now obviously of off often oh ok okay old on once one only onto or other others otherwise our out outside over own particular perhaps place please possible possibly probably put quite ran rather really regarding right round run said same saw say saying says second see seeing seem seemed seems seen self several shall she should show since so some somehow someone something sometimes somewhere soon sorry still such sure take taken tell than thank thanks that the their them then there these they thing things think this those though through to together too took tried truly try trying twice two under unless until up upon us use used useful uses using usually various very via want wants was way ways we well went were what whatever when where whether which while who whole why will willing wish with within without wonder work works would yes yet you your yours".split(
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
  ["credit", "credits", "money", "funds", "balance", "land"],
  ["ai", "llm", "gpt", "model", "models"],
  ["openai", "completions"],
  ["colleague", "colleagues", "coworker", "teammate", "invite", "members", "member"],
  ["people", "person", "users", "user", "members", "member"],
  ["raas", "l2", "appchain", "rollup", "rollups"],
  ["endpoint", "endpoints", "node", "nodes", "rpc"],
  ["backup", "backups", "restore", "back"],
  ["install", "start", "run", "setup"],
  ["delete", "remove", "erase", "close", "cancel"],
  ["undo", "rollback", "revert", "promote"],
  ["limit", "limits", "quota", "cap", "caps", "maximum", "max", "largest", "biggest"],
  ["error", "errors", "fails", "failed", "wrong"],
  ["ssl", "https", "tls", "certificate", "certificates"],
  ["gigabyte", "gigabytes", "gb"],
  ["megabyte", "megabytes", "mb"],
  ["team", "organization", "organisation", "workspace", "company"],
  ["recover", "restore", "undelete"],
  ["replace", "replaced", "overwrite", "overwritten", "overwrote"],
  ["offline", "down", "unavailable", "outage"],
  ["email", "mail"],
  ["image", "picture", "logo", "avatar", "photo"],
  ["operator", "operators", "administrator", "admin"],
  ["voucher", "vouchers", "coupon", "promo"],
  ["bandwidth", "traffic", "transfer"],
  ["deploy", "deployment", "deployments", "publish", "release"],
  ["internet", "network"],
  ["terminal", "shell", "command", "cli"],
  ["change", "edit", "modify", "update"],
  ["expire", "expires", "expiry", "lifetime", "duration", "valid"],
  ["access", "permission", "permissions", "role", "roles", "rights"],
  ["pause", "suspend", "disable", "stop"],
  ["telegram", "messaging"],
  ["refund", "refunded", "reimbursed"],
  ["redirect", "redirects", "forward"],
  ["history", "versions", "revisions"],
  ["log", "logs", "audit"],
  ["metrics", "prometheus", "grafana", "monitoring"],
  ["block", "ban", "denylist", "blocklist"],
  ["crash", "crashed", "killed", "kill"],
  ["fetch", "download"],
];
const synonyms = new Map(
  synonymGroups.flat().map((word) => [word, synonymGroups.filter((group) => group.includes(word)).flat()]),
);
