import { accessCodes, accessNames } from "../../../../resources/declare/access.ts";
import { choiceOf, type Grant } from "../../../../resources/account/teams/grants.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { roleOf, roles } from "../../../../resources/account/teams/roles.ts";
import { useUser } from "../flows/account/account.ts";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./members.module.css";
import type { Member } from "./use-own-rights.ts";

export const memberCells: Cells<typeof members> = {
  targetName: (member) => <Who member={member} />,
  access: ({ role, ...grant }) =>
    role === "OWNER" ? <span className="fh-muted">Full access</span> : <AccessChips grant={grant} />,
};

const Who = ({ member }: { readonly member: Member }) => {
  const user = useUser();
  return (
    <span className={styles.who}>
      <Avatar seed={member.uid || member.invitationId} image={member.avatar} size={26} />
      <span className={styles.name} title={member.targetName}>
        {nameOf(member)}
      </span>
      {member.uid !== "" && member.uid === user?.uid && <span className="fh-pill">You</span>}
    </span>
  );
};

/** Shortens addresses. Returns a label for invitations by link. */
export const nameOf = ({ targetName, type, status }: Pick<Member, "targetName" | "type" | "status">): string => {
  if (targetName === "" || (type === "LINK" && status === "PENDING")) return targetName || "Invite link";
  return /^0x[0-9a-f]{40}$/i.test(targetName) ? shortenAddress(targetName) : targetName;
};

/** Maximum number of chips in a row; the rest are counted. */
const inView = 2;

/** A member's role, or the sections of a custom one as chips; an eye marks read-only sections. */
const AccessChips = ({ grant }: { readonly grant: Grant }) => {
  if (grant.access.length === 0) return <span className="fh-muted">None</span>;
  const role = roleOf(grant);
  const labels = grantLabel(grant);
  if (role)
    return (
      <span className={styles.chip} title={labels.join(", ")}>
        {roles[role].label}
      </span>
    );
  const shown = grant.access.length <= inView + 1 ? grant.access : grant.access.slice(0, inView);
  return (
    <span className={styles.chips} title={labels.join(", ")}>
      <span className="fh-hidden">{labels.join(", ")}</span>
      {shown.map((code) => (
        <span key={code} className={styles.chip} aria-hidden="true">
          {choiceOf(grant, code) === "read" && <Icon name="eye" size={13} />}
          {accessNames[code]}
        </span>
      ))}
      {grant.access.length > shown.length && (
        <span className={styles.more} aria-hidden="true">
          +{grant.access.length - shown.length}
        </span>
      )}
    </span>
  );
};

/** Formats "Hosting", "Storage (read)" …, in product order. */
const grantLabel = (grant: Grant): string[] =>
  accessCodes
    .filter((code) => choiceOf(grant, code) !== "none")
    .map((code) => accessNames[code] + (choiceOf(grant, code) === "read" ? " (read)" : ""));
