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
