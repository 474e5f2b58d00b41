import { mysteryMax } from "../../../../resources/boost/limits.ts";
import { useNode } from "../../flows/boost/node.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";
import { useAnswer } from "./use-answer.ts";

/** Redeems a secret word published elsewhere. Hidden for signed-out visitors. */
export const MysteryPanel = () => {
  const isOut = useNode().name === "out";
  const { input, problem, busy, change, attempt } = useAnswer("WORD");
  if (isOut) return null;
  return (
    <Panel title="Mystery word" text="Found a secret word? Enter it to claim its reward.">
      <Form onSubmit={attempt}>
        <div className={styles.input}>
          <TextField label="Secret word" value={input} maxLength={mysteryMax} error={problem} onChange={change} />
          <Button type="submit" kind="soft" busy={busy}>
            Submit
          </Button>
        </div>
      </Form>
    </Panel>
  );
};
