import { memo } from "react";
import { Link } from "react-router";
import type { Citation } from "../../../../resources/assistant/assistant.ts";
import { pageHref } from "../../../../resources/href.ts";
import { assistantMessages } from "../../../../resources/assistant/messages.ts";
import { docs, docsHome } from "../../../../resources/pages.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { retry } from "./conversation.ts";
import styles from "./conversation.module.css";
import type { Turn } from "./turns.ts";

interface TurnViewProps {
  readonly turn: Turn;
  /** Called before a page is opened. */
  readonly onLeave?: (() => void) | undefined;
}

/** A question and its answer. */
export const TurnView = memo(({ turn, onLeave }: TurnViewProps) => (
  <li className={styles.turn}>
    <p className={styles.question}>
      <span className="fh-hidden">You asked: </span>
      {turn.question}
    </p>
    <div className={styles.answer}>
      {turn.text !== "" && <Markdown text={turn.text} />}
      <Outcome turn={turn} onLeave={onLeave} />
    </div>
  </li>
));

const Outcome = ({ turn, onLeave }: TurnViewProps) => {
  if (turn.state === "asking")
    return turn.text === "" ? <p className={styles.searching}>{assistantMessages.searching}</p> : null;
  if (turn.state === "stopped") return <p className={styles.note}>{assistantMessages.stopped}</p>;
  if (turn.state === "failed")
    return (
      <div className={styles.problem} role="alert">
        <p>
          <Icon name="alert" size={16} /> {turn.problem}
        </p>
        <Button size="small" icon="refresh" onClick={() => void retry(turn)}>
          Ask again
        </Button>
      </div>
    );
  return turn.found ? <Sources turn={turn} onLeave={onLeave} /> : <NotFound turn={turn} onLeave={onLeave} />;
};

const Sources = ({ turn: { citations, quotes, model }, onLeave }: TurnViewProps) => (
  <>
    <Citations label="From the documentation" citations={citations} onLeave={onLeave} />
    {model !== undefined && (
      <p className={styles.note}>{assistantMessages[quotes ? "wroteFirst" : "wrote"].replace("{model}", model)}</p>
    )}
  </>
);

const NotFound = ({ turn: { citations }, onLeave }: TurnViewProps) => (
  <>
    <p>{assistantMessages.notFound}</p>
    {citations.length > 0 && <Citations label="Closest matches" citations={citations} onLeave={onLeave} />}
    <p>
      <Link to={pageHref(docsHome)} onClick={onLeave}>
        All documents
      </Link>
    </p>
  </>
);

interface CitationsProps extends Pick<TurnViewProps, "onLeave"> {
  readonly label: string;
  readonly citations: readonly Citation[];
}

const Citations = ({ label, citations, onLeave }: CitationsProps) => (
  <div className={styles.citations} role="group" aria-label={label}>
    <p className={styles.note}>{label}</p>
    <ol>
      {citations.map(({ number, document, title, anchor, heading }) => (
        <li key={number} value={number}>
          <Link to={`${pageHref(docs, { name: document })}${anchor && `#${anchor}`}`} onClick={onLeave}>
            {heading ? `${title} › ${heading}` : title}
          </Link>
        </li>
      ))}
    </ol>
  </div>
);
