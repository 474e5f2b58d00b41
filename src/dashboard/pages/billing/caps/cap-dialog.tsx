import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editSpendCap, spendCaps, type SpendCap } from "../../../../../resources/billing/account-calls.ts";
import { fieldMessages } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { SelectField } from "../../../ui/text-field.tsx";
import { LandField } from "../land-field.tsx";
import { visitedServices, type CapBeyond } from "../../../../../resources/billing/packages.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { kindOf, titleOf } from "./cap-labels.ts";
import styles from "./caps.module.css";

interface CapDialogProps {
  /** Everything that can have a cap. */
  readonly items: readonly SpendCap[];
  /** The cap to edit. Without it, the user selects one. */
  readonly cap?: SpendCap;
  readonly onClose: () => void;
}

const beyondOptions = [
  { value: "PAUSE", label: "Pause" },
  { value: "ONLINE", label: "Keep online" },
] as const satisfies readonly { value: CapBeyond; label: string }[];

const beyondNotes: Readonly<Record<CapBeyond, string>> = {
  PAUSE: "Visitors see a paused page until the month ends or you raise the cap.",
  ONLINE: "Visits continue. Traffic above the cap is charged in LAND.",
};

const keyOf = ({ kind, target }: SpendCap): string => `${kind} ${target}`;

/** Sets a monthly spend cap. */
export const CapDialog = ({ items, cap, onClose }: CapDialogProps) => {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(keyOf(cap ?? items[0]!));
  const [land, setLand] = useState((cap ?? items[0]!).land ?? "");
  const [beyond, setBeyond] = useState((cap ?? items[0]!).beyond);
  const [problem, setProblem] = useState("");
  const { service } = items.find((item) => keyOf(item) === chosen)!;
  const { act, acting } = useAct(editSpendCap, {
    done: "Spend cap set",
    onDone: () => {
      void client.invalidateQueries({ queryKey: callKey(spendCaps) });
      onClose();
    },
    onError: (error) => {
      const { land: message } = fieldMessages(error);
      setProblem(message ?? "");
      return message !== undefined;
    },
  });
  const choose = (key: string) => {
    setChosen(key);
    const item = items.find((one) => keyOf(one) === key);
    setLand(item?.land ?? "");
    setBeyond(item?.beyond ?? "PAUSE");
    setProblem("");
  };
  const submit = () => {
    const { kind, target } = items.find((item) => keyOf(item) === chosen)!;
    if (land === "") setProblem("Enter an amount of LAND.");
    else void act({ body: { kind, target, land, beyond } });
  };
  return (
    <Dialog title={cap ? `Spend cap for ${titleOf(cap)}` : "Set spend cap"} onClose={onClose}>
      <Form onSubmit={submit}>
        {!cap && (
          <SelectField
            label="Applies to"
            value={chosen}
            options={items.map((item) => ({ value: keyOf(item), label: `${kindOf(item)}: ${titleOf(item)}` }))}
            disabled={acting}
            onChange={choose}
          />
        )}
        <LandField
          label="LAND per month"
          land={land}
          disabled={acting}
          error={problem}
          onChange={(input) => {
            setLand(input);
            setProblem("");
          }}
        />
        {visitedServices.includes(service) && (
          <div className={styles.beyond}>
            <strong>Visits above the cap</strong>
            <Segmented
              label="Visits above the cap"
              value={beyond}
              options={beyondOptions}
              disabled={acting}
              onChange={setBeyond}
            />
            <p className="fh-muted">{beyondNotes[beyond]}</p>
          </div>
        )}
        <p className="fh-muted">
          Package allowances don't count. Other usage above the cap is refused until the month ends or you raise it.
        </p>
        <div className="fh-form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={acting}>
            Set cap
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
