/** Asks users without a chosen name for one, once. */
import { useId, useState } from "react";
import { editProfile, username } from "../../../../../resources/account/profile.ts";
import { usernameMax } from "../../../../../resources/limits.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Form } from "../../../ui/fields/form.tsx";
import styles from "./display-name.module.css";

interface DisplayNameCardProps {
  /** Called once the name is saved. */
  readonly onSaved: () => Promise<unknown>;
  /** Called once the user has answered or declined: the question is not asked again. */
  readonly onAnswered: () => void;
}

/** One line with a field for the user's name. */
export const DisplayNameCard = ({ onSaved, onAnswered }: DisplayNameCardProps) => {
  const id = useId();
  const [name, setName] = useState("");
  const send = useSend();
  const save = async (): Promise<void> => {
    const checked = username.safeParse(name);
    if (!checked.success) throw new Error(checked.error.issues[0]!.message);
    await send(editProfile, { body: { username: checked.data } });
  };
  const { act, acting, problem } = useWork(save, {
    inline: true,
    done: "Profile saved",
    onDone: async () => {
      await onSaved();
      onAnswered();
    },
  });
  return (
    <section className={styles.ask} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>What's your name?</h2>
        <p>Members see it instead of your wallet address.</p>
      </div>
      <Form onSubmit={() => void act()}>
        <input
          className="fh-input"
          aria-label="Your name"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          placeholder="Ada Lovelace"
          autoComplete="name"
          maxLength={usernameMax}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={acting}>
          Save
        </Button>
      </Form>
      <IconButton icon="close" label="Keep the wallet address" size="small" onClick={onAnswered} />
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
};
