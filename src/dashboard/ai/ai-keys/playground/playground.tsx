import { formatDollars } from "../../../../../resources/money.ts";
import { useState, useId, useRef, type KeyboardEvent } from "react";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";
import { listAiModels, type AiModel } from "../../../../../resources/ai/model-calls.ts";
import { aiKeys, type AiKey } from "../../../../../resources/ai/keys.ts";
import { NeedsActivation, useActivationLock } from "../../../chains/flows/activation/activation-lock.tsx";
import { type Turn, messagesOf } from "../../flows/ask-model/conversation.ts";
import { useConversation, type ModelConversation, type ModelSettings } from "../../flows/ask-model/use-conversation.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { useDraft } from "../../../framework/forms/use-draft.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { MakerTile } from "../models/maker-tile.tsx";
import { makerOf } from "../models/makers.ts";
import { canChat } from "../models/model-words.ts";
import { ConversationView } from "./conversation-view.tsx";
import styles from "./playground.module.css";
import { WishPanel } from "./wish-panel.tsx";
import { blank, problemsIn, wishOf, type Typed } from "./wish.ts";
import { playgroundTextMax } from "../../../../../resources/ai/limits.ts";
import { isFree, maxCost } from "../../flows/ask-model/price.ts";
import { Button } from "../../../ui/button.tsx";

/** A conversation with a model, or with two side by side, as the team or with one of its keys. */
export const Playground = () => {
  const models = useCall(listAiModels);
  const keys = useRecords(aiKeys);
  const lock = useActivationLock();
  const mayAsk = useAllows()("create", aiKeys.name);
  if (models.error && !models.data) return <ErrorState message={models.error.message} onRetry={models.reload} />;
  if (lock.isLocked) return <NeedsActivation what="the playground" onChanged={lock.reload} />;
  if (!models.data) return <RoomSkeleton />;
  const chatting = models.data.filter(canChat);
  if (chatting.length === 0 || !mayAsk)
    return (
      <div className="fh-table-card">
        <Empty
          icon="spark"
          title={mayAsk ? "No models available" : "Read-only access"}
          text={
            mayAsk
              ? "No model that chats is available. Try again in a minute."
              : "Requests spend the team's balance. Ask the team's owner for access to manage AI."
          }
        />
      </div>
    );
  return <Room models={chatting} keys={keys.rows ?? []} />;
};

const RoomSkeleton = () => (
  <Card>
    <Skeleton lines={8} />
  </Card>
);

interface Draft {
  readonly input: Typed;
  readonly text: string;
  readonly turns: readonly Turn[];
  /** Turns of both models that are compared. */
  readonly compared?: readonly (readonly Turn[])[];
}

interface RoomProps {
  readonly models: readonly AiModel[];
  readonly keys: readonly AiKey[];
}

/** A model with its conversation. */
interface Side {
  readonly model: AiModel;
  readonly wish: ModelSettings;
  readonly asking: ModelConversation;
}

const Room = ({ models, keys }: RoomProps) => {
  const { query, change: changeQuery } = useUrlQuery();
  const [input, setInput] = useState(blank);
  const [text, setText] = useState("");
  // Both modes keep their conversations: compared models have to be asked the same from the start.
  const single = useConversation();
  const pair = [useConversation(), useConversation()] as const;
  // Leaves out the answer being streamed, so that the draft isn't saved with every token.
  const turns = settledTurns(single);
  const compared = pair.map(settledTurns);
  const isTouched =
    [turns, ...compared].some(({ length }) => length > 0) ||
    text !== "" ||
    Object.values(input).some((value) => value !== "");
  const { ready } = useDraft<Draft>(
    "ai-keys/playground",
    isTouched ? { input, text, turns, compared } : undefined,
    (draft) => {
      setInput({ ...blank, ...draft.input });
      setText(draft.text);
      single.restore(draft.turns);
      pair.forEach((asking, index) => asking.restore(draft.compared?.[index] ?? []));
    },
  );
  const wanted = query.get("model") ?? input.model;
  const model = models.find(({ id }) => id === wanted) ?? models.find(({ isOnline }) => isOnline) ?? models[0]!;
  const other = models.find(({ id }) => id === input.other && id !== model.id);
  const key = keys.find(({ id }) => id === input.keyId);
  const shown = { ...input, keyId: key?.id ?? "" };
  const problems = problemsIn(shown);
  const sideOf = (of: AiModel, asking: ModelConversation): Side => ({ model: of, wish: wishOf(shown, of.id), asking });
  const sides = other ? [sideOf(model, pair[0]), sideOf(other, pair[1])] : [sideOf(model, single)];
  const isAsking = sides.some(({ asking }) => asking.conversation.isAsking);
  const change = (changes: Partial<Typed>) => {
    // The other model is chosen beside this one, which may be the default.
    setInput({ ...input, ...(changes.other && { model: model.id }), ...changes });
    if (changes.model !== undefined) changeQuery({ model: "" });
  };
  const isReady = Object.keys(problems).length === 0;
  // An early choice would take the place of the stored conversation.
  if (!ready) return <RoomSkeleton />;
  return (
    <div className={styles.room}>
      <WishPanel
        models={models}
        model={model}
        other={other}
        keys={keys}
        input={shown}
        problems={problems}
        disabled={isAsking}
        onChange={change}
      />
      <section className={styles.talk} aria-label="Conversation" data-sides={sides.length}>
        <div className={styles.sides}>
          {sides.map(({ model: asked, wish, asking }, index) => (
            <div key={other ? index : "single"} className={styles.side}>
              {other && (
                <header>
                  <MakerTile maker={makerOf(asked)} small />
                  <strong title={asked.id}>{asked.name}</strong>
                </header>
              )}
              <ConversationView
                label={other ? `Conversation with ${asked.name}` : "Conversation"}
                conversation={asking.conversation}
                model={asked}
                isSide={other !== undefined}
                keyOf={key}
                onAgain={isReady ? () => asking.again(wish) : undefined}
                onEdit={
                  isAsking
                    ? undefined
                    : () => {
                        setText(asking.conversation.turns.at(-1)?.question ?? "");
                        sides.forEach((side) => side.asking.takeBack());
                      }
                }
              />
            </div>
          ))}
        </div>
        <Composer
          text={text}
          sides={sides}
          isAsking={isAsking}
          isReady={isReady}
          onText={setText}
          onSend={() => {
            sides.forEach(({ asking, wish }) => asking.ask(text.trim(), wish));
            setText("");
          }}
          onStop={() => sides.forEach(({ asking }) => asking.stop())}
          onClear={() => sides.forEach(({ asking }) => asking.clear())}
        />
      </section>
    </div>
  );
};

const settledTurns = ({ conversation: { turns, isAsking } }: ModelConversation): readonly Turn[] =>
  isAsking ? turns.map((turn, index) => (index === turns.length - 1 ? unanswered(turn) : turn)) : turns;

const unanswered = ({ question }: Turn): Turn => ({ question, answer: { text: "", thought: "" } });

interface ComposerProps {
  readonly text: string;
  readonly sides: readonly Side[];
  readonly isAsking: boolean;
  /** False while the model settings are invalid. */
  readonly isReady: boolean;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly onClear: () => void;
}

/** Message field with a cost preview. Enter sends, Shift+Enter adds a line. */
const Composer = (props: ComposerProps) => {
  const { text, sides, isAsking, isReady, onText, onSend, onStop, onClear } = props;
  const id = useId();
  const typing = useRef<HTMLTextAreaElement>(null);
  const maySend = isReady && !isAsking && text.trim() !== "";
  /** The clicked button disappears: moves the focus of keyboard users to the text. Touch opens no keyboard. */
  const keepFocus = () => {
    if (document.activeElement?.matches("button:focus-visible")) typing.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (maySend) onSend();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        keepFocus();
        if (maySend) onSend();
      }}
    >
      <label htmlFor={id} className="fh-hidden">
        Your question
      </label>
      <textarea
        ref={typing}
        id={id}
        rows={2}
        className={styles.typing}
        placeholder="Ask a question"
        maxLength={playgroundTextMax}
        value={text}
        aria-describedby={`${id}-cost`}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.bar}>
        <p id={`${id}-cost`} className={styles.cost}>
          {costPreview(props)}
        </p>
        {sides.some(({ asking }) => asking.conversation.turns.length > 0) && !isAsking && (
          <Button kind="plain" size="small" onClick={onClear}>
            New conversation
          </Button>
        )}
        {isAsking ? (
          // Distinct keys keep React from turning Stop into Send during a click.
          <Button
            key="stop"
            icon="stop"
            onClick={() => {
              keepFocus();
              onStop();
            }}
          >
            Stop
          </Button>
        ) : (
          <Button key="send" type="submit" kind="primary" icon="arrow-right" disabled={!maySend}>
            Send
          </Button>
        )}
      </div>
    </form>
  );
};

/** Returns the reserved amount, which is the maximum cost of the next request, or of both. */
const costPreview = ({ text, sides }: ComposerProps): string => {
  if (sides.every(({ model }) => isFree(model)))
    return sides.length > 1 ? "Both models are free." : "This model is free.";
  const most = sides.reduce((sum, side) => sum + mostOf(side, text), 0n);
  const whose = sides.length > 1 ? " for both" : "";
  return `Up to ${formatDollars(most)} is reserved${whose}. Only actual usage is charged.`;
};

const mostOf = ({ model, wish, asking }: Side, text: string): bigint => {
  if (isFree(model)) return 0n;
  const { system, temperature, topP, maxTokens } = wish;
  const nextTurns = [...asking.conversation.turns, { question: text, answer: { text: "", thought: "" } }];
  const body = {
    model: model.id,
    messages: messagesOf(nextTurns, system),
    stream: true,
    temperature,
    top_p: topP,
    max_tokens: maxTokens,
  };
  return maxCost(model, new TextEncoder().encode(JSON.stringify(body)).length, maxTokens);
};
