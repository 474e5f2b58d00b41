import { useState } from "react";
import { mysteryMax } from "../../../../resources/boost/limits.ts";
import { mystery, validTgBot, type Activity } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode, sendBoost } from "../../flows/boost/node.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { usePress } from "./use-press.ts";

interface TypedDialogProps {
  readonly task: Pick<Activity, "actId" | "actName" | "description">;
  readonly asks: "WORD" | "CODE";
  readonly onClose: () => void;
}

const words = {
  WORD: { label: "Secret word", empty: "Enter the secret word.", wrong: "This is not a secret word. Try another one." },
  CODE: {
    label: "Code",
    empty: "Enter the code that the bot gives you.",
    wrong: "This code is wrong, or was used before.",
  },
} as const;

/** Asks for what a task is done by: a secret word, or the code of a partner's bot. */
export const TypedDialog = ({ task, asks, onClose }: TypedDialogProps) => {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const press = usePress();
  const send = async (): Promise<void> => {
    const text = typed.trim();
    if (text === "") return setProblem(words[asks].empty);
    setBusy(true);
    try {
      const refusal = asks === "WORD" ? await tryWord(text) : await tryCode(text);
      if (refusal !== undefined) return setProblem(refusal);
      await loadNode();
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={task.actName}
      onClose={onClose}
      footer={
        <>
          {asks === "CODE" && (
            <Button
              icon="external"
              onClick={() => void press(task).catch((error: unknown) => setProblem(problemOf(error)))}
            >
              Open the bot
            </Button>
          )}
          <Button type="submit" form="boost-typed" kind="primary" busy={busy}>
            Send
          </Button>
        </>
      }
    >
      <Form id="boost-typed" onSubmit={() => void send()}>
        <p>{task.description}</p>
        <TextField
          code
          label={words[asks].label}
          value={typed}
          maxLength={asks === "WORD" ? mysteryMax : 64}
          error={problem}
          onChange={(text) => {
            setTyped(text);
            setProblem("");
          }}
        />
      </Form>
    </Dialog>
  );
};

/** Says why it was refused. */
const tryWord = async (content: string): Promise<string | undefined> => {
  const { correct, message } = await sendBoost(mystery, { body: { content } });
  if (!correct) return message;
  boostToast("success", message);
  return undefined;
};

const tryCode = async (code: string): Promise<string | undefined> => {
  const { valid } = await sendBoost(validTgBot, { body: { code } });
  if (!valid) return words.CODE.wrong;
  boostToast("success", "The code is right: the reward is yours.");
  return undefined;
};
