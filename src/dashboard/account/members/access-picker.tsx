import { accessCodes, accessNames, type AccessCode } from "../../../../resources/declare/access.ts";
import {
  beyondOwn,
  choiceOf,
  choices,
  fullAccess,
  mayGive,
  noAccess,
  withChoice,
  type Choice,
  type Giver,
  type Grant,
} from "../../../../resources/account/teams/grants.ts";
import { roleNames, roleOf, roles, type RoleName } from "../../../../resources/account/teams/roles.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
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

/** A role, and access for each section: none, read-only, or manage. Any other combination is a custom role. */
export const AccessPicker = ({ id, value = noAccess, before, giver, disabled, onChange }: AccessPickerProps) => {
  const isLimited = beyondOwn(giver, before, fullAccess).length > 0;
  const role = roleOf(value);
  const isCustom = role === undefined && value.access.length > 0;
  return (
    <div id={id} className={styles.picker} role="group" aria-label="Access">
      <div className={styles.role}>
        <Segmented<RoleName | "custom" | "none">
          label="Role"
          value={role ?? (isCustom ? "custom" : "none")}
          options={[
            ...roleNames.map((name) => ({
              value: name,
              label: roles[name].label,
              disabled: beyondOwn(giver, before, roles[name]).length > 0,
            })),
            // Chosen by changing a section below.
            { value: "custom", label: "Custom", disabled: !isCustom },
          ]}
          disabled={disabled}
          onChange={(name) => {
            if (name in roles) onChange(grantOf(roles[name as RoleName]));
          }}
        />
        <p>{role ? roles[role].text : "Choose a role, or the access to each section"}.</p>
      </div>
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

const grantOf = ({ access, levels }: Grant): Grant => ({ access, levels });

const labels: Readonly<Record<Choice, string>> = { none: "None", read: "Read-only", manage: "Manage" };

const contents: Readonly<Record<AccessCode, string>> = {
  HOSTING: "Projects, domains, auth tokens",
  BUCKET: "Buckets, Arweave, pinning",
  GATEWAY: "Dedicated gateways, IPNS names",
  RPC: "Keys, usage, endpoints",
  RAAS: "Own chains, explorer, bridge",
  AIRPC: "AI models and keys",
  RESOURCE: "Balance, deposits, records",
  MEMBER: "Invitations and member access",
};
