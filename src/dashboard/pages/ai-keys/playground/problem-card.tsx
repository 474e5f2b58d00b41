import type { AiKey } from "../../../../../resources/ai-rpc/key-calls.ts";
import { billing, deposit } from "../../../../../resources/pages.ts";
import type { Problem } from "../../../flows/ask-model/conversation.ts";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { keyPath } from "../paths.ts";
import { titleOf } from "./problem-title.ts";

interface ProblemCardProps {
  readonly problem: Problem;
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
}

/** Why there is no answer, by the name of the limit where it was one, and the way out. */
export const ProblemCard = ({ problem, keyOf }: ProblemCardProps) => (
  <Banner
    kind={problem.status === 402 || problem.status === 429 ? "warning" : "danger"}
    title={titleOf(problem)}
    action={<WayOut problem={problem} keyOf={keyOf} />}
  >
    {problem.message}
  </Banner>
);

const WayOut = ({ problem: { limit, code }, keyOf }: ProblemCardProps) => {
  if (limit === "balance") return <LinkButton to={deposit.path}>Deposit</LinkButton>;
  if (limit === "spend_cap") return <LinkButton to={billing.path}>Spend caps</LinkButton>;
  const isOfTheKey = ["daily", "weekly", "monthly"].includes(limit ?? "") || ofTheKey.has(code);
  return isOfTheKey && keyOf && <LinkButton to={`${keyPath(keyOf)}?tab=settings`}>Key settings</LinkButton>;
};

const ofTheKey = new Set(["model_not_allowed", "inactive_api_key"]);
