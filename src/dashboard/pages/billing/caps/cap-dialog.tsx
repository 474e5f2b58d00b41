import { editSpendCap, spendCaps, type SpendCap } from "../../../../../resources/billing/account-calls.ts";
import { capBeyond, visitedServices } from "../../../../../resources/billing/packages.ts";
import { choice, land, text } from "../../../../../resources/fields.ts";
import { FormDialog, ownForm } from "../../../framework/forms/form.tsx";
import { kindOf, titleOf } from "./cap-labels.ts";

interface CapDialogProps {
  /** Everything that can have a cap. */
  readonly items: readonly SpendCap[];
  /** The cap to edit. Without it, the user selects one. */
  readonly cap?: SpendCap;
  readonly onClose: () => void;
}

const fields = {
  key: text("Applies to"),
  land: land("LAND per month"),
  beyond: choice(
    "Visits above the cap",
    capBeyond,
    { PAUSE: "Pause", ONLINE: "Keep online" },
    {
      PAUSE: "Visitors see a paused page until the month ends or you raise the cap.",
      ONLINE: "Visits continue. Traffic above the cap is charged in LAND.",
    },
  ),
};

const keyOf = ({ kind, target }: SpendCap): string => `${kind} ${target}`;
const valuesOf = (cap: SpendCap) => ({ key: keyOf(cap), land: cap.land ?? "", beyond: cap.beyond });

/** Sets a monthly spend cap. */
export const CapDialog = ({ items, cap, onClose }: CapDialogProps) => {
  const itemOf = (key: string | undefined): SpendCap => items.find((item) => keyOf(item) === key) ?? items[0]!;
  return (
    <FormDialog
      title={cap ? `Spend cap for ${titleOf(cap)}` : "Set spend cap"}
      form={ownForm(fields, ({ key, ...values }, send) => {
        const { kind, target } = itemOf(key);
        return send(editSpendCap, { body: { kind, target, ...values } });
      })}
      initial={valuesOf(cap ?? items[0]!)}
      submit="Set cap"
      hidden={({ key }) => [
        ...(cap ? (["key"] as const) : []),
        ...(visitedServices.includes(itemOf(key).service) ? [] : (["beyond"] as const)),
      ]}
      controls={{
        key: ({ id, value, change }) => (
          <select
            id={id}
            className="fh-select"
            value={value}
            onChange={({ target }) => change(valuesOf(itemOf(target.value)))}
          >
            {items.map((item) => (
              <option key={keyOf(item)} value={keyOf(item)}>
                {kindOf(item)}: {titleOf(item)}
              </option>
            ))}
          </select>
        ),
      }}
      note={() => (
        <p className="fh-muted">
          Package allowances don't count. Other usage above the cap is refused until the month ends or you raise it.
        </p>
      )}
      done="Spend cap set"
      refreshes={[spendCaps]}
      onClose={onClose}
    />
  );
};
