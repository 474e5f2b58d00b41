import { mysteryMax } from "../../../../resources/boost/limits.ts";
import type { Activity } from "../../../../resources/boost/task-calls.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAdvanceTask } from "./use-advance-task.ts";
import { useAnswer, type AnswerKind } from "./use-answer.ts";

interface AnswerDialogProps {
  readonly task: Pick<Activity, "actId" | "actName" | "description">;
  readonly asks: AnswerKind;
  readonly onClose: () => void;
}

const codeMax = 64;

/** Asks for the answer to a task: a secret word, or a code from a partner's bot. */
export const AnswerDialog = ({ task, asks, onClose }: AnswerDialogProps) => {
  const { input, problem, busy, change, setProblem, attempt } = useAnswer(asks, onClose);
  const { advance } = useAdvanceTask({
    onError: (error) => {
      setProblem(problemOf(error));
      return true;
    },
  });
  const isCode = asks === "CODE";
  return (
    <Dialog
      title={task.actName}
      onClose={onClose}
      footer={
        <>
          {isCode && (
            <Button icon="external" onClick={() => advance(task.actId)}>
              Open bot
            </Button>
          )}
          <Button type="submit" form="boost-answer" kind="primary" busy={busy}>
            Submit
          </Button>
        </>
      }
    >
      <Form id="boost-answer" onSubmit={attempt}>
        <p>{task.description}</p>
        <TextField
          code
          label={isCode ? "Code" : "Secret word"}
          value={input}
          maxLength={isCode ? codeMax : mysteryMax}
          error={problem}
          onChange={change}
        />
      </Form>
    </Dialog>
  );
};
