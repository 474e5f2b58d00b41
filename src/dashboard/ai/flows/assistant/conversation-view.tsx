import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useId,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
  memo,
} from "react";
import { Link } from "react-router";
import { assistantMessages } from "../../../../../resources/ai/assistant-messages.ts";
import { ask, stopAsking, input, retry } from "./conversation.ts";
import styles from "./conversation.module.css";
import { suggestionsFor } from "./suggestions.ts";
import type { Turn } from "./turns.ts";
import { questionMax, type Citation } from "../../../../../resources/ai/assistant.ts";
import { IconButton, Button } from "../../../ui/button.tsx";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { docs, docsHome } from "../../../../../resources/pages.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";

interface ConversationViewProps {
  readonly turns: readonly Turn[];
  /** The current resource or page, for suggestions. */
  readonly screen?: string | undefined;
  /** Called before a page is opened. */
  readonly onLeave?: (() => void) | undefined;
}

/** The turns, and the question field. */
export const ConversationView = ({ turns, screen, onLeave }: ConversationViewProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  const isAsking = last?.state === "asking";
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // A new question scrolls into view, and so does its growing answer, unless the user has scrolled up.
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    const turn = element?.querySelector<HTMLElement>("[role=log] > li:last-child");
    if (!element || !turn || !(isAtEnd.current || last?.text === "")) return;
    // A long answer is shown from its question on.
    element.scrollTop = Math.min(element.scrollHeight, turn.offsetTop - element.offsetTop - nearPx / 2);
  }, [last?.id, last?.text, last?.state]);
  return (
    <div className={styles.conversation}>
      <div
        ref={list}
        className={styles.scroll}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
        }}
      >
        {turns.length === 0 && <Welcome screen={screen} />}
        <div role="log" aria-label="Conversation" aria-busy={isAsking}>
          <ol className={styles.turns}>
            {turns.map((turn) => (
              <TurnView key={turn.id} turn={turn} onLeave={onLeave} />
            ))}
          </ol>
        </div>
      </div>
      <Composer field={field} isAsking={isAsking} />
    </div>
  );
};

const nearPx = 40;

const Welcome = ({ screen }: Pick<ConversationViewProps, "screen">) => (
  <div className={styles.welcome}>
    <p>{assistantMessages.welcome}</p>
    <ul aria-label="Suggestions">
      {suggestionsFor(screen).map((question) => (
        <li key={question}>
          <button type="button" onClick={() => void ask(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  </div>
);

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isAsking: boolean;
}

/** Remaining characters below which the counter is shown. */
const counterThreshold = 100;

/** The question field: Enter sends, Shift+Enter adds a line. */
const Composer = ({ field, isAsking }: ComposerProps) => {
  const text = useSyncExternalStore(input.subscribe, input.get);
  const id = useId();
  const left = questionMax - text.length;
  const submit = (): void => {
    if (isAsking || text.trim() === "") return;
    input.set("");
    void ask(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label className="fh-hidden" htmlFor={id}>
        Your question
      </label>
      <textarea
        ref={field}
        id={id}
        className="fh-input"
        rows={1}
        placeholder="Ask about Freehold"
        maxLength={questionMax}
        value={text}
        onChange={(event) => input.set(event.target.value)}
        onKeyDown={onKeyDown}
        aria-describedby={left <= counterThreshold ? `${id}-left` : undefined}
      />
      {left <= counterThreshold && (
        <span id={`${id}-left`} className={styles.left}>
          {left} left
        </span>
      )}
      {isAsking ? (
        <IconButton icon="stop" label="Stop" className={styles.send} onClick={stopAsking} />
      ) : (
        <button type="submit" className={styles.ask} disabled={text.trim() === ""}>
          Ask
        </button>
      )}
    </form>
  );
};

interface TurnViewProps {
  readonly turn: Turn;
  /** Called before a page is opened. */
  readonly onLeave?: (() => void) | undefined;
}

/** A question and its answer. */
const TurnView = memo(({ turn, onLeave }: TurnViewProps) => (
  <li className={styles.turn}>
    <p className={styles.question}>
      <span className="fh-hidden">You asked: </span>
      {turn.question}
    </p>
    <div className={styles.answer}>
      {turn.text !== "" && <Answer turn={turn} onLeave={onLeave} />}
      <Outcome turn={turn} onLeave={onLeave} />
    </div>
  </li>
));

/** The text of an answer, in which the numbers of its sources are links. */
const Answer = ({ turn: { text, quotes, citations }, onLeave }: TurnViewProps) => {
  const citation = useCallback(
    (number: number) => {
      const source = citations.find((one) => one.number === number);
      if (!source) return undefined;
      return (
        <Link
          className={styles.citation}
          to={hrefOf(source)}
          onClick={onLeave}
          aria-label={`Source ${number}: ${nameOf(source)}`}
          title={nameOf(source)}
        >
          {number}
        </Link>
      );
    },
    [citations, onLeave],
  );
  return <Markdown text={text} citation={quotes ? undefined : citation} />;
};

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

const Sources = ({ turn: { citations, model }, onLeave }: TurnViewProps) => (
  <>
    <Citations label="From the documentation" citations={citations} onLeave={onLeave} />
    {model !== undefined && <p className={styles.note}>{assistantMessages.wrote.replace("{model}", model)}</p>}
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
      {citations.map((citation) => (
        <li key={citation.number} value={citation.number}>
          <Link to={hrefOf(citation)} onClick={onLeave}>
            {nameOf(citation)}
          </Link>
        </li>
      ))}
    </ol>
  </div>
);

const hrefOf = ({ document, anchor }: Citation): string =>
  `${pageHref(docs, { name: document })}${anchor && `#${anchor}`}`;

const nameOf = ({ title, heading }: Citation): string => (heading ? `${title} › ${heading}` : title);
