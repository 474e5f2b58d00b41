import { useState } from "react";
import { accessCodes, accessNames, type AccessCode } from "../../../../resources/access.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Switch } from "../../ui/text-field.tsx";
import {
  choiceOf,
  choices,
  fullAccess,
  isFull,
  mayGive,
  type Choice,
  type Giver,
  type Grant,
  withChoice,
} from "./grant.ts";
import styles from "./members.module.css";

interface AccessPickerProps {
  readonly value: Grant;
  /** The member's current access, which may be kept. */
  readonly before: Grant;
  readonly giver: Giver;
  readonly disabled: boolean;
  readonly error?: string | undefined;
  readonly onChange: (grant: Grant) => void;
}

/** Access for each section: none, read-only, or manage. */
export const AccessPicker = ({ value, before, giver, disabled, error, onChange }: AccessPickerProps) => {
  // The selection before Full access was turned on.
  const [earlier, setEarlier] = useState<Grant>(before);
  const full = isFull(value);
  const mayGiveAll = accessCodes.every((code) => mayGive(giver, before, code, "manage"));
  const isLimited = !giver.isOwner && !mayGiveAll;
  const switchFull = (on: boolean) => {
    if (on) setEarlier(value);
    onChange(on ? fullAccess : isFull(earlier) ? { access: [], levels: {} } : earlier);
  };
  return (
    <fieldset className={styles.picker}>
      <legend>Access</legend>
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
      {error && (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
};

const labels: Readonly<Record<Choice, string>> = { none: "None", read: "Read-only", manage: "Manage" };

const contents: Readonly<Record<AccessCode, string>> = {
  HOSTING: "Projects, deployments, domains, deploy tokens",
  BUCKET: "Buckets, Arweave, pinning",
  GATEWAY: "Dedicated gateways, IPNS names",
  RPC: "RPC keys",
  RAAS: "Rollups",
  AIRPC: "AI models and keys",
  RESOURCE: "Balance, deposits, records",
  MEMBER: "Invitations and member access",
};
