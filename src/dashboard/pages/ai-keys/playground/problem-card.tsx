import type { AiKey } from "../../../../../resources/ai-rpc/keys.ts";
import { billing, deposit } from "../../../../../resources/pages.ts";
import type { Problem } from "../../../flows/ask-model/conversation.ts";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { keyPath } from "../paths.ts";

interface ProblemCardProps {
  readonly problem: Problem;
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
}

/** Shows why a request failed, with a link to fix it. */
export const ProblemCard = ({ problem, keyOf }: ProblemCardProps) => (
  <Banner
    kind={problem.status === 402 || problem.status === 429 ? "warning" : "danger"}
    title={titleOf(problem)}
    action={<FixLink problem={problem} keyOf={keyOf} />}
  >
    {problem.message}
  </Banner>
);

const FixLink = ({ problem: { limit, code }, keyOf }: ProblemCardProps) => {
  if (limit === "balance") return <LinkButton to={deposit.path}>Deposit</LinkButton>;
  if (limit === "spend_cap") return <LinkButton to={billing.path}>View spend caps</LinkButton>;
  const isKeyProblem = ["daily", "weekly", "monthly"].includes(limit ?? "") || keyProblemCodes.has(code);
  return isKeyProblem && keyOf && <LinkButton to={`${keyPath(keyOf)}?tab=settings`}>View key settings</LinkButton>;
};

const keyProblemCodes = new Set(["model_not_allowed", "inactive_api_key"]);

/** Returns a short title for a failed request. Errors 402 and 429 name the reached limit. */
const titleOf = ({ status, code, limit }: Problem): string =>
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
