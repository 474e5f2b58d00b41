import { memo } from "react";
import type { AiKey } from "../../../../../resources/ai-rpc/keys.ts";
import type { Turn, Usage } from "../../../flows/ask-model/conversation.ts";
import { countOf } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { costLabel, speedLabel } from "../activity/activity-table.tsx";
import styles from "./playground.module.css";
import { ProblemCard } from "./problem-card.tsx";

interface TurnViewProps {
  readonly turn: Turn;
  readonly isAsking: boolean;
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
  /** Set for the last turn only. */
  readonly onAgain?: (() => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
}

/** A question with its answer, usage and error. */
export const TurnView = memo(({ turn, isAsking, keyOf, onAgain, onEdit }: TurnViewProps) => {
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
      {onEdit && (
        <div className={styles.acts}>
          {onAgain && (
            <Button size="small" kind="plain" icon="refresh" onClick={onAgain}>
              {problem || isStopped || isInterrupted ? "Try again" : "Ask again"}
            </Button>
          )}
          <Button size="small" kind="plain" icon="edit" onClick={onEdit}>
            Edit question
          </Button>
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
    costLabel(cost),
    ...(firstTokenMs === null ? [] : [`first token after ${formatMilliseconds(firstTokenMs)}`]),
    ...(speed === null ? [] : [speedLabel(speed)]),
  ].join(" · ");
