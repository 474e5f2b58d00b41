import { useState } from "react";
import { emailAddress, setEmail } from "../../../../../resources/account/email.ts";
import { emailMax } from "../../../../../resources/limits.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useDraft } from "../../../framework/forms/use-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { problemOf } from "./problem-of.ts";
import styles from "./email.module.css";

interface AddressFormProps {
  readonly onSent: () => void;
  /** Absent while there is no previous address. */
  readonly onCancel?: () => void;
}

/** Asks for an address and sends a code to it. */
export const AddressForm = ({ onSent, onCancel }: AddressFormProps) => {
  const [input, setInput] = useState("");
  const [problem, setProblem] = useState("");
  const draft = useDraft<string>("email", input === "" ? undefined : input, setInput);
  const { act, acting } = useAct(setEmail, {
    onDone: () => {
      draft.forget();
      onSent();
    },
    onError: (error) => {
      const message = problemOf(error, "email");
      setProblem(message ?? "");
      return message !== undefined;
    },
  });
  const send = () => {
    const { error, data: email } = emailAddress.safeParse(input);
    setProblem(error?.issues[0]?.message ?? "");
    if (email !== undefined) void act({ body: { email } });
  };
  return (
    <Form className={styles["form"]} onSubmit={send}>
      <TextField
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={input}
        maxLength={emailMax}
        placeholder="you@example.com"
        hint="We'll send you a confirmation code."
        error={problem}
        disabled={acting}
        onChange={(value) => {
          setInput(value);
          setProblem("");
        }}
      />
      <div className="fh-row">
        <Button type="submit" kind="primary" busy={acting}>
          Send code
        </Button>
        {onCancel && (
          <Button disabled={acting} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
};
