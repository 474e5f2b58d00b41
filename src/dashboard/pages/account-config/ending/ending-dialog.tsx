import { useState } from "react";
import { deleteAccount, whatGoes } from "../../../../../resources/account/deletion.ts";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { refreshSession } from "../../../flows/account/refresh-session.ts";
import { withFreshSignature } from "../../../flows/session/with-fresh-signature.ts";
import { fieldMessage } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Form } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./ending.module.css";
import { lossesOf } from "./losses-of.ts";

interface EndingDialogProps {
  readonly user: UserInfo;
  readonly onClose: () => void;
}

/** Lists exactly what is deleted and asks for the account name. */
export const EndingDialog = ({ user, onClose }: EndingDialogProps) => {
  const contents = useCall(whatGoes);
  const [input, setInput] = useState("");
  const [problem, setProblem] = useState("");
  const { act, acting } = useAct(deleteAccount, {
    by: withFreshSignature,
    // The session is gone: reloading the user signs this browser out and shows the reason.
    onDone: refreshSession,
    onError: (error) => {
      const message = fieldMessage(error, "confirm");
      setProblem(message ?? "");
      return message !== undefined;
    },
  });
  const confirm = input.trim();
  // A shortened address can't be typed.
  const address = user.wallet?.address ?? user.username;
  const phrase = user.username.includes("…") ? address : user.username;
  const matches = confirm === user.username || confirm.toLowerCase() === address.toLowerCase();
  return (
    <Dialog
      title="Delete your account?"
      {...(!acting && { onClose })}
      footer={
        <>
          <Button disabled={acting} onClick={onClose}>
            Keep account
          </Button>
          <Button type="submit" form="end-account" kind="danger" busy={acting} disabled={!matches || !contents.data}>
            Delete account
          </Button>
        </>
      }
    >
      <Form
        id="end-account"
        onSubmit={() => {
          if (matches && !acting) void act({ body: { confirm } });
        }}
      >
        <p>This can't be undone. Effective immediately:</p>
        {contents.error && !contents.data && <ErrorState message={contents.error.message} onRetry={contents.reload} />}
        {contents.loading && <Skeleton lines={3} />}
        {contents.data && (
          <ul className={styles.losses}>
            {lossesOf(contents.data).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        )}
        <TextField
          label={phrase === user.username ? `Type ${phrase} to confirm` : "Type your address to confirm"}
          hint={phrase === user.username ? "You can also enter your address." : phrase}
          value={input}
          error={problem}
          disabled={acting}
          autoComplete="off"
          onChange={(value) => {
            setInput(value);
            setProblem("");
          }}
        />
      </Form>
    </Dialog>
  );
};
