import { members } from "../../../../resources/account/members.ts";
import { cell, Moment, optionLabel } from "../../framework/widgets/cell.tsx";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import { AccessChips } from "./access-chips.tsx";
import styles from "./members.module.css";
import type { Member, OwnRights } from "./use-own-rights.ts";

const { fields } = members;

/** List columns; `note` only for teams with notes. */
export const columnsFor = (
  isSelf: OwnRights["isSelf"],
  shown: { readonly note: boolean },
): readonly Column<Member>[] => [
  { key: "targetName", title: fields.targetName.label, cell: (row) => <Who member={row} isSelf={isSelf(row)} /> },
  { key: "role", title: fields.role.label, cell: ({ role }) => optionLabel(fields.role, role), width: "92px" },
  { key: "access", title: fields.access.label, cell: accessOf, width: "25%" },
  { key: "status", title: fields.status.label, cell: ({ status }) => <Status status={status} />, width: "118px" },
  ...(shown.note
    ? [
        {
          key: "note",
          title: fields.note.label,
          cell: ({ note }: Member) => (note === "" ? cell(fields.note, note) : <span title={note}>{note}</span>),
          width: "15%",
        },
      ]
    : []),
  {
    key: "createdAt",
    title: fields.createdAt.label,
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "164px",
    wideOnly: true,
  },
];

const accessOf = ({ role, ...grant }: Member) =>
  role === "OWNER" ? <span className="fh-muted">Full access</span> : <AccessChips grant={grant} />;

const Who = ({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) => (
  <span className={styles.who}>
    <Avatar seed={member.uid || member.invitationId} image={member.avatar} size={26} />
    <span className={styles.name} title={member.targetName}>
      {nameOf(member)}
    </span>
    {isSelf && <span className="fh-pill">You</span>}
  </span>
);

/** Shortens addresses. Returns a label for invitations by link. */
export const nameOf = ({ targetName, type, status }: Pick<Member, "targetName" | "type" | "status">): string => {
  if (targetName === "" || (type === "LINK" && status === "PENDING")) return targetName || "Invite link";
  return /^0x[0-9a-f]{40}$/i.test(targetName) ? shortenAddress(targetName) : targetName;
};

/** Status colors: pending invitations differ from active members. */
const tones = { VALID: "valid", PENDING: "queued", REJECT: "warning", DISABLED: "disabled" } as const;

const Status = ({ status }: Pick<Member, "status">) => (
  <StatusTag state={tones[status]} label={optionLabel(fields.status, status)} />
);
