import { useState } from "react";
import { answerFields, mystery, validTgBot, type Activity } from "../../../../resources/boost/tasks/task-calls.ts";
import type { Send } from "../../../../resources/declare/call-input.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { loadNode, useNode } from "../flows/boost/node.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { useAdvanceTask } from "./use-advance-task.ts";

interface AnswerDialogProps {
  readonly task: Pick<Activity, "actId" | "actName" | "description">;
  readonly asks: NonNullable<Activity["extra"]["asks"]>;
  readonly onClose: () => void;
}

/** Asks for the answer to a task: a secret word, or a code from a partner's bot. */
export const AnswerDialog = ({ task, asks, onClose }: AnswerDialogProps) => {
  const { advance } = useAdvanceTask({});
  return (
    <FormDialog
      title={task.actName}
      width={500}
      // Own form: one of two calls, and a wrong answer is a reply that shows as an error.
      form={ownForm({ answer: answerFields[asks] }, async ({ answer }, send) => {
        const { isRight, message } = await (asks === "WORD" ? sendWord : sendCode)(send, answer);
        if (!isRight) throw Object.assign(new Error(message), { errors: { answer: [message] } });
        boostToast("success", message);
        await loadNode();
      })}
      head={
        <div className="fh-stack">
          <p>{task.description}</p>
          {asks === "CODE" && (
            <Button icon="external" onClick={() => advance(task.actId)}>
              Open bot
            </Button>
          )}
        </div>
      }
      submit="Submit"
      onClose={onClose}
    />
  );
};

const sendWord = async (send: Send, content: string) => {
  const { correct: isRight, message } = await send(mystery, { body: { content } });
  return { isRight, message };
};

const sendCode = async (send: Send, code: string) => {
  const { valid: isRight } = await send(validTgBot, { body: { code } });
  return { isRight, message: isRight ? "Correct code. Reward claimed." : "Incorrect or already used code." };
};

const mysteryTask = {
  actId: "",
  actName: "Mystery word",
  description: "Found a secret word? Enter it to claim its reward.",
};

/** Redeems a secret word published elsewhere. Hidden for signed-out visitors. */
export const MysteryPanel = () => {
  const isOut = useNode().name === "out";
  const [isOpen, setOpen] = useState(false);
  if (isOut) return null;
  return (
    <Panel
      title={mysteryTask.actName}
      text={mysteryTask.description}
      action={
        <Button kind="soft" onClick={() => setOpen(true)}>
          Enter word
        </Button>
      }
    >
      {isOpen && <AnswerDialog task={mysteryTask} asks="WORD" onClose={() => setOpen(false)} />}
    </Panel>
  );
};
