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
  /** What the member has now: it may be left to them. */
  readonly before: Grant;
  readonly giver: Giver;
  readonly disabled: boolean;
  readonly error?: string | undefined;
  readonly onChange: (grant: Grant) => void;
}

/** For each section of the product: closed, to look at, or to manage. */
export const AccessPicker = ({ value, before, giver, disabled, error, onChange }: AccessPickerProps) => {
  // What was chosen before Full access was switched on.
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
          hint="Every section to manage, and the operation log."
          checked={full}
          disabled={disabled}
          onChange={switchFull}
        />
      )}
      {isLimited && (
        <p className="fh-muted">You can give as much as you have yourself. Members are the owner's to give.</p>
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

const labels: Readonly<Record<Choice, string>> = { none: "None", read: "Read", manage: "Manage" };

const contents: Readonly<Record<AccessCode, string>> = {
  HOSTING: "Projects, deployments, domains, auth tokens",
  BUCKET: "Buckets, Arweave, pinning",
  GATEWAY: "Dedicated gateways, IPNS",
  RPC: "RPC keys",
  RAAS: "Rollups",
  AIRPC: "Models and their keys",
  RESOURCE: "Balance, deposits, records",
  MEMBER: "Inviting people, and what they may do",
};
