import { mysteryMax } from "../../../../resources/boost/limits.ts";
import { useNode } from "../../flows/boost/node.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";
import { useTyped } from "./use-typed.ts";

/** Redeems a secret word published elsewhere. Hidden for signed-out visitors. */
export const MysteryPanel = () => {
  const isOut = useNode().name === "out";
  const { typed, problem, busy, change, attempt } = useTyped("WORD");
  if (isOut) return null;
  return (
    <Panel title="Mystery word" text="Found a secret word? Enter it to claim its reward.">
      <Form onSubmit={attempt}>
        <div className={styles.typed}>
          <TextField label="Secret word" value={typed} maxLength={mysteryMax} error={problem} onChange={change} />
          <Button type="submit" kind="soft" busy={busy}>
            Submit
          </Button>
        </div>
      </Form>
    </Panel>
  );
};
