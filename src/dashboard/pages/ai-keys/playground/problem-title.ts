import type { Problem } from "../../../flows/ask-model/conversation.ts";

/** What went wrong in a few words: 402 and 429 by the name of the limit that was met. */
export const titleOf = ({ status, code, limit }: Problem): string =>
  byLimit[limit ?? ""] ?? byCode[code] ?? (status >= 500 ? "The model's server failed" : "The request was refused");

const byLimit: Readonly<Record<string, string>> = {
  balance: "Not enough LAND",
  spend_cap: "Over the team's spend cap",
  daily: "Over the key's daily limit",
  weekly: "Over the key's weekly limit",
  monthly: "Over the key's monthly limit",
  requests_per_second: "Too many requests in a second",
};

const byCode: Readonly<Record<string, string>> = {
  broke_off: "The connection broke",
  upstream_broke_off: "The model's server broke off",
  upstream_unavailable: "No server answers for this model",
  model_not_found: "There is no such model any more",
  model_not_allowed: "The key may not use this model",
  inactive_api_key: "The key is inactive",
};
