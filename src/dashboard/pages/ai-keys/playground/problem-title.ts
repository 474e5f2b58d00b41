import type { Problem } from "../../../flows/ask-model/conversation.ts";

/** Returns a short title for a failed request. Errors 402 and 429 name the reached limit. */
export const titleOf = ({ status, code, limit }: Problem): string =>
  byLimit[limit ?? ""] ?? byCode[code] ?? (status >= 500 ? "The model's server failed" : "The request was refused");

const byLimit: Readonly<Record<string, string>> = {
  balance: "Not enough LAND",
  spend_cap: "Team spend cap reached",
  daily: "Daily key limit reached",
  weekly: "Weekly key limit reached",
  monthly: "Monthly key limit reached",
  requests_per_second: "Rate limit exceeded",
};

const byCode: Readonly<Record<string, string>> = {
  broke_off: "Connection lost",
  upstream_broke_off: "The model's server stopped responding",
  upstream_unavailable: "No server is available for this model",
  model_not_found: "This model is no longer available",
  model_not_allowed: "The key can't use this model",
  inactive_api_key: "The key is inactive",
};
