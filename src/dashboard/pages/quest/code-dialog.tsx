import { useId, useState } from "react";
import { questCodeMax } from "../../../../resources/rewards/limits.ts";
import { claimQuest, type Quest } from "../../../../resources/rewards/quest-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { fieldMessage } from "../../framework/data/field-messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface CodeDialogProps {
  readonly quest: Quest;
  readonly onClaimed: (reply: { readonly points: number }) => void;
  readonly onClose: () => void;
}

/** Asks for a quest's code. */
export const CodeDialog = ({ quest, onClaimed, onClose }: CodeDialogProps) => {
  const id = useId();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const { act, acting } = useAct(claimQuest, {
    onDone: onClaimed,
    onError: (error) => {
      const message = fieldMessage(error, "code");
      setProblem(message ?? "");
      return message !== undefined;
    },
  });
  const send = () => {
    if (code.trim() === "") setProblem("Enter the code.");
    else void act({ params: { id: quest.id }, body: { code } });
  };
  return (
    <Dialog
      title={quest.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={id} busy={acting}>
            Claim
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={send}>
        <TextField
          label="Code"
          code
          autoFocus
          autoComplete="off"
          value={code}
          maxLength={questCodeMax}
          hint={`Reward: ${quest.rewardStr}`}
          error={problem}
          onChange={(value) => {
            setCode(value);
            setProblem("");
          }}
        />
      </Form>
    </Dialog>
  );
};
