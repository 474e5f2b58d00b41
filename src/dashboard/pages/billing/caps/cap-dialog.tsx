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
import { kindOf, titleOf } from "./cap-words.ts";

interface CapDialogProps {
  /** Everything that may have a cap. */
  readonly items: readonly SpendCap[];
  /** The one that is changed; a choice of all unless given. */
  readonly cap?: SpendCap;
  readonly onClose: () => void;
}

const keyOf = ({ kind, target }: SpendCap): string => `${kind} ${target}`;

/** Sets the most LAND that something may cost in a month. */
export const CapDialog = ({ items, cap, onClose }: CapDialogProps) => {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(keyOf(cap ?? items[0]!));
  const [land, setLand] = useState((cap ?? items[0]!).land ?? "");
  const [problem, setProblem] = useState("");
  const { act, acting } = useAct(editSpendCap, {
    done: "Cap set",
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
    setLand(items.find((item) => keyOf(item) === key)?.land ?? "");
    setProblem("");
  };
  const submit = () => {
    const { kind, target } = items.find((item) => keyOf(item) === chosen)!;
    if (land === "") setProblem("Type an amount of LAND.");
    else void act({ body: { kind, target, land } });
  };
  return (
    <Dialog title={cap ? `Cap of ${titleOf(cap)}` : "Set a spend cap"} onClose={onClose}>
      <Form onSubmit={submit}>
        {!cap && (
          <SelectField
            label="What it is for"
            value={chosen}
            options={items.map((item) => ({ value: keyOf(item), label: `${kindOf(item)}: ${titleOf(item)}` }))}
            disabled={acting}
            onChange={choose}
          />
        )}
        <LandField
          label="Most LAND in a month"
          land={land}
          disabled={acting}
          error={problem}
          onChange={(typed) => {
            setLand(typed);
            setProblem("");
          }}
        />
        <p className="fh-muted">
          Packages do not count: they cost no LAND. What would go beyond the cap is refused until the month ends or the
          cap is raised.
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
