import { mysteryMax } from "../../../../resources/boost/limits.ts";
import { useNode } from "../../flows/boost/node.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";
import { useTyped } from "./use-typed.ts";

/** A secret word, told somewhere else, that brings a reward. Nothing for who is signed out. */
export const MysteryPanel = () => {
  const isOut = useNode().name === "out";
  const { typed, problem, busy, change, attempt } = useTyped("WORD");
  if (isOut) return null;
  return (
    <Panel title="Mystery word" text="Found a secret word? It brings its reward once.">
      <Form onSubmit={attempt}>
        <div className={styles.typed}>
          <TextField label="Secret word" value={typed} maxLength={mysteryMax} error={problem} onChange={change} />
          <Button type="submit" kind="soft" busy={busy}>
            Try
          </Button>
        </div>
      </Form>
    </Panel>
  );
};
