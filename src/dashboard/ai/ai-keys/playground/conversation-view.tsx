import { formatMoney } from "../../../../../resources/money.ts";
import { useEffect, useRef, memo } from "react";
import type { AiKey } from "../../../../../resources/ai/keys.ts";
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import type { Conversation, Turn, Usage, Problem } from "../../flows/ask-model/conversation.ts";
import { Empty } from "../../../ui/states/empty.tsx";
import styles from "./playground.module.css";
import { countOf } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { speedLabel } from "../activity/activity-table.tsx";
import { alertsPath, deposit } from "../../../../../resources/pages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { keyPath } from "../paths.ts";

interface ConversationViewProps {
  /** Name for assistive technology. */
  readonly label: string;
  readonly conversation: Conversation;
  readonly model: AiModel;
  /** Beside another one, under the model's name. */
  readonly isSide: boolean;
  /** The key that requests use. */
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
  /** Absent while the settings are invalid. */
  readonly onAgain: (() => void) | undefined;
  /** Absent while another model is still answering the same question. */
  readonly onEdit: (() => void) | undefined;
}

/** Within this distance of the end, the view follows the answer. */
const followPx = 80;

/** Questions and answers. Follows the answer unless the user has scrolled up. */
export const ConversationView = ({
  label,
  conversation,
  model,
  isSide,
  keyOf,
  onAgain,
  onEdit,
}: ConversationViewProps) => {
  const { turns, isAsking } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const count = useRef(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    if (isFollowing.current || turns.length !== count.current) element.scrollTop = element.scrollHeight;
    count.current = turns.length;
  }, [turns]);
  return (
    <div
      ref={box}
      className={styles.turns}
      role="log"
      aria-label={label}
      aria-busy={isAsking}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < followPx;
      }}
    >
      {turns.length === 0 && isSide && <p className={styles.invitation}>{invitationOf(model)}</p>}
      {turns.length === 0 && !isSide ? (
        <Empty icon="chat" title={`Ask ${model.name}`} text={invitationOf(model)} />
      ) : (
        turns.map((turn, index) => {
          const isLast = index === turns.length - 1;
          return (
            <TurnView
              key={index}
              turn={turn}
              isAsking={isLast && isAsking}
              keyOf={keyOf}
              {...(isLast && !isAsking && { isEnded: true, onEdit, onAgain })}
            />
          );
        })
      )}
    </div>
  );
};

const invitationOf = ({ local }: AiModel): string =>
  local
    ? "It runs on this server: your messages stay here. Small models know little and are often wrong."
    : "Your messages are sent to the model's server. The conversation is stored in this browser only.";

interface TurnViewProps {
  readonly turn: Turn;
  readonly isAsking: boolean;
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
  /** The last turn, once it is answered. */
  readonly isEnded?: boolean;
  readonly onAgain?: (() => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
}

/** A question with its answer, usage and error. */
const TurnView = memo(({ turn, isAsking, keyOf, isEnded = false, onAgain, onEdit }: TurnViewProps) => {
  const { text, thought, usage, problem, isStopped } = turn.answer;
  const isWaiting = isAsking && text === "" && thought === "";
  const isInterrupted = !isAsking && !usage && !problem && !isStopped;
  return (
    <article className={styles.turn}>
      <p className={styles.question}>{turn.question}</p>
      {thought !== "" && (
        <details className={styles.thought}>
          <summary>Thoughts</summary>
          <Markdown text={thought} />
        </details>
      )}
      {text !== "" && <Markdown text={text} />}
      {isWaiting && (
        <p className={styles.waiting} role="status">
          <Spinner /> Waiting for the model
        </p>
      )}
      {usage && <p className={styles.usage}>{usageLabel(usage)}</p>}
      {usage?.reason === "length" && (
        <p className={styles.usage}>The answer reached the token limit. Raise Max tokens for longer answers.</p>
      )}
      {isStopped && <p className={styles.usage}>Stopped. The tokens received are charged.</p>}
      {isInterrupted && <p className={styles.usage}>The page was closed before the answer arrived.</p>}
      {problem && <ProblemCard problem={problem} keyOf={keyOf} />}
      {isEnded && (
        <div className={styles.acts}>
          {onAgain && (
            <Button size="small" kind="plain" icon="refresh" onClick={onAgain}>
              {problem || isStopped || isInterrupted ? "Try again" : "Ask again"}
            </Button>
          )}
          {onEdit && (
            <Button size="small" kind="plain" icon="edit" onClick={onEdit}>
              Edit question
            </Button>
          )}
          {text !== "" && (
            <Button size="small" kind="plain" icon="copy" onClick={() => void copyText(text)}>
              Copy answer
            </Button>
          )}
        </div>
      )}
    </article>
  );
});

const usageLabel = ({ inputTokens, outputTokens, cost, firstTokenMs, speed }: Usage): string =>
  [
    `${countOf(inputTokens, "token")} read, ${countOf(outputTokens, "token")} written`,
    BigInt(cost) === 0n ? "Free" : formatMoney(cost),
    ...(firstTokenMs === null ? [] : [`first token after ${formatMilliseconds(firstTokenMs)}`]),
    ...(speed === null ? [] : [speedLabel(speed)]),
  ].join(" · ");

interface ProblemCardProps {
  readonly problem: Problem;
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
}

/** Shows why a request failed, with a link to fix it. */
const ProblemCard = ({ problem, keyOf }: ProblemCardProps) => (
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
  if (limit === "spend_cap") return <LinkButton to={alertsPath}>View spend caps</LinkButton>;
  const isKeyProblem = ["daily", "weekly", "monthly"].includes(limit ?? "") || keyProblemCodes.has(code);
  return isKeyProblem && keyOf && <LinkButton to={`${keyPath(keyOf)}?tab=settings`}>View key settings</LinkButton>;
};

const keyProblemCodes = new Set(["model_not_allowed", "inactive_api_key"]);

/** Returns a short title for a failed request. Errors 402 and 429 name the reached limit. */
const titleOf = ({ status, code, limit }: Problem): string =>
  byLimit[limit ?? ""] ?? byCode[code] ?? (status >= 500 ? "The model's server failed" : "The request was refused");

const byLimit: Readonly<Record<string, string>> = {
  balance: "Balance too low",
  spend_cap: "Team spend cap reached",
  daily: "Daily key limit reached",
  weekly: "Weekly key limit reached",
  monthly: "Monthly key limit reached",
  requests_per_second: "Rate limit exceeded",
};

const byCode: Readonly<Record<string, string>> = {
  broke_off: "Connection lost",
  upstream_failed: "The model's server reported an error",
  upstream_broke_off: "The model's server stopped responding",
  upstream_unavailable: "No server is available for this model",
  model_not_found: "This model is no longer available",
  model_not_allowed: "The key can't use this model",
  inactive_api_key: "The key is inactive",
};
