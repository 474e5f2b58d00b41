import { useState } from "react";
import { useSearchParams } from "react-router";
import { listAiModels, type AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { aiKeys, type AiKey } from "../../../../../resources/ai-rpc/keys.ts";
import { NeedsActivation, useActivationLock } from "../../../flows/activation/activation-lock.tsx";
import type { Turn } from "../../../flows/ask-model/conversation.ts";
import { useConversation, type ModelConversation } from "../../../flows/ask-model/use-conversation.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { useDraft } from "../../../framework/forms/use-draft.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Card } from "../../../ui/card.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Composer } from "./composer.tsx";
import { ConversationView } from "./conversation-view.tsx";
import styles from "./playground.module.css";
import { WishPanel } from "./wish-panel.tsx";
import { blank, problemsIn, wishOf, type Typed } from "./wish.ts";

/** A conversation with a model, as the team or with one of its keys. */
export const Playground = () => {
  const models = useCall(listAiModels);
  const keys = useRecords(aiKeys);
  const lock = useActivationLock();
  const mayAsk = useAllows()("create", aiKeys.name);
  if (models.error && !models.data) return <ErrorState message={models.error.message} onRetry={models.reload} />;
  if (lock.isLocked) return <NeedsActivation what="the playground" onChanged={lock.reload} />;
  if (!models.data)
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  if (models.data.length === 0 || !mayAsk)
    return (
      <div className="fh-table-card">
        <Empty
          icon="spark"
          title={mayAsk ? "No models available" : "Read-only access"}
          text={
            mayAsk
              ? "No model server is available. Try again in a minute."
              : "Requests spend the team's LAND. Ask the team's owner for access to manage AI."
          }
        />
      </div>
    );
  return <Room models={models.data} keys={keys.rows ?? []} />;
};

interface Draft {
  readonly input: Typed;
  readonly text: string;
  readonly turns: readonly Turn[];
}

interface RoomProps {
  readonly models: readonly AiModel[];
  readonly keys: readonly AiKey[];
}

const Room = ({ models, keys }: RoomProps) => {
  const [query, setQuery] = useSearchParams();
  const [input, setInput] = useState(blank);
  const [text, setText] = useState("");
  const asking = useConversation();
  const { conversation } = asking;
  // Leaves out the answer being streamed, so that the draft isn't saved with every token.
  const turns = settledTurns(conversation);
  const isTouched = turns.length > 0 || text !== "" || Object.values(input).some((value) => value !== "");
  useDraft<Draft>("ai-keys/playground", isTouched ? { input, text, turns } : undefined, (draft) => {
    setInput(draft.input);
    setText(draft.text);
    asking.restore(draft.turns);
  });
  const wanted = query.get("model") ?? input.model;
  const model = models.find(({ id }) => id === wanted) ?? models[0]!;
  const key = keys.find(({ id }) => id === input.keyId);
  const shown = { ...input, keyId: key?.id ?? "" };
  const problems = problemsIn(shown);
  const wish = wishOf(shown, model.id);
  const change = (changes: Partial<Typed>) => {
    setInput({ ...input, ...changes });
    if (changes.model === undefined) return;
    query.delete("model");
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  const isReady = Object.keys(problems).length === 0;
  return (
    <div className={styles.room}>
      <WishPanel
        models={models}
        model={model}
        keys={keys}
        input={shown}
        problems={problems}
        disabled={conversation.isAsking}
        onChange={change}
      />
      <section className={styles.talk} aria-label="Conversation">
        <ConversationView
          conversation={conversation}
          model={model}
          keyOf={key}
          onAgain={isReady ? () => asking.again(wish) : undefined}
          onEdit={() => {
            setText(conversation.turns.at(-1)?.question ?? "");
            asking.takeBack();
          }}
        />
        <Composer
          text={text}
          model={model}
          wish={wish}
          turns={conversation.turns}
          isAsking={conversation.isAsking}
          isReady={isReady}
          onText={setText}
          onSend={() => {
            asking.ask(text.trim(), wish);
            setText("");
          }}
          onStop={asking.stop}
          onClear={asking.clear}
        />
      </section>
    </div>
  );
};

const settledTurns = ({ turns, isAsking }: ModelConversation["conversation"]): readonly Turn[] =>
  isAsking ? turns.map((turn, index) => (index === turns.length - 1 ? unanswered(turn) : turn)) : turns;

const unanswered = ({ question }: Turn): Turn => ({ question, answer: { text: "", thought: "" } });
