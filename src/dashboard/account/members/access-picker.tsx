import { useState } from "react";
import { accessCodes, accessNames, type AccessCode } from "../../../../resources/declare/access.ts";
import {
  choiceOf,
  choices,
  fullAccess,
  isFull,
  mayGive,
  noAccess,
  withChoice,
  type Choice,
  type Giver,
  type Grant,
} from "../../../../resources/account/teams/grants.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Switch } from "../../ui/fields/text-field.tsx";
import styles from "./members.module.css";

interface AccessPickerProps {
  readonly id: string;
  readonly value: Grant | undefined;
  /** The member's current access, which may be kept. */
  readonly before: Grant;
  readonly giver: Giver;
  readonly disabled: boolean;
  readonly onChange: (grant: Grant) => void;
}

/** Access for each section: none, read-only, or manage. */
export const AccessPicker = ({ id, value = noAccess, before, giver, disabled, onChange }: AccessPickerProps) => {
  // The selection before Full access was turned on.
  const [earlier, setEarlier] = useState<Grant>(before);
  const full = isFull(value);
  const mayGiveAll = accessCodes.every((code) => mayGive(giver, before, code, "manage"));
  const isLimited = !giver.isOwner && !mayGiveAll;
  const switchFull = (on: boolean) => {
    if (on) setEarlier(value);
    onChange(on ? fullAccess : isFull(earlier) ? noAccess : earlier);
  };
  return (
    <div id={id} className={styles.picker} role="group" aria-label="Access">
      {mayGiveAll && (
        <Switch
          label="Full access"
          hint="Manage all sections and the operation log."
          checked={full}
          disabled={disabled}
          onChange={switchFull}
        />
      )}
      {isLimited && (
        <p className="fh-muted">You can grant only the access you have. Only the owner can grant Members.</p>
      )}
      <ul>
        {accessCodes.map((code) => (
          <li key={code}>
            <span>
              <strong>{accessNames[code]}</strong>
              <small>{contents[code]}</small>
            </span>
            <Segmented
              label={`Access to ${accessNames[code]}`}
              value={choiceOf(value, code)}
              options={choices.map((choice) => ({
                value: choice,
                label: labels[choice],
                disabled: !mayGive(giver, before, code, choice),
              }))}
              disabled={disabled}
              onChange={(choice) => onChange(withChoice(value, code, choice))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};

const labels: Readonly<Record<Choice, string>> = { none: "None", read: "Read-only", manage: "Manage" };

const contents: Readonly<Record<AccessCode, string>> = {
  HOSTING: "Projects, domains, auth tokens",
  BUCKET: "Buckets, Arweave, pinning",
  GATEWAY: "Dedicated gateways, IPNS names",
  RPC: "RPC keys",
  RAAS: "Rollups",
  AIRPC: "AI models and keys",
  RESOURCE: "Balance, deposits, records",
  MEMBER: "Invitations and member access",
};
