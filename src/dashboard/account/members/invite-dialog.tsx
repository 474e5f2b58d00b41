import * as z from "zod/mini";
import { noAccess, type Giver, type Grant } from "../../../../resources/account/teams/grants.ts";
import { inviteMember } from "../../../../resources/account/teams/member-calls.ts";
import { invitationTypes, memberNote, members } from "../../../../resources/account/teams/members.ts";
import { choice, code, data, type Field } from "../../../../resources/declare/fields.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { emailPattern, ethereumAddressPattern } from "../../../../resources/declare/patterns.ts";
import { callForm, FormDialog } from "../../framework/forms/form.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { AccessPicker } from "./access-picker.tsx";

type InvitationType = (typeof invitationTypes)[number];

/** The invitation form's values. */
export interface Invitation {
  readonly type: InvitationType;
  readonly target: string;
  readonly access: Grant;
  readonly note: string;
}

export interface Invited {
  readonly invitation: Pick<Invitation, "type" | "target">;
  readonly link: string;
}

interface InviteDialogProps {
  readonly giver: Giver;
  /** Initial values for a repeated invitation. */
  readonly initial?: Invitation | undefined;
  readonly onClose: () => void;
  readonly onInvited: (invited: Invited) => void;
}

const blank: Invitation = { type: "WALLET", target: "", note: "", access: noAccess };

/** Invites a user with selected access. */
export const InviteDialog = ({ giver, initial = blank, onClose, onInvited }: InviteDialogProps) => (
  <FormDialog
    title="Invite member"
    form={callForm(inviteMember, {
      fields,
      body: ({ access: { access, levels }, ...rest }) => ({ invitation: { ...rest, access: [...access], levels } }),
      draft: initial === blank && "members/invite",
    })}
    initial={initial}
    submit={({ type }) => (type === "LINK" ? "Create link" : "Send invitation")}
    controls={{
      type: ({ value = "WALLET", onChange, disabled }) => (
        <Segmented label="Invite by" value={value} options={methods} disabled={disabled} onChange={onChange} />
      ),
      access: (control) => <AccessPicker {...control} before={noAccess} giver={giver} />,
    }}
    overrides={({ type }) => (type === "EMAIL" ? { target: emailTarget } : {})}
    hidden={({ type }) => (type === "LINK" ? ["target"] : [])}
    below={{
      type: ({ type }) =>
        type === "LINK" && <p>The first user who opens the link and signs in can join. Single use.</p>,
    }}
    errorFields={{ MEMBER_INVITED: "target", MEMBER_ALREADY: "target" }}
    refreshes={[members]}
    onSaved={({ link }, { type, target }) => onInvited({ invitation: { type, target }, link })}
    onClose={onClose}
  />
);

const methods = [
  { value: "WALLET", label: "Wallet" },
  { value: "EMAIL", label: "Email" },
  { value: "LINK", label: "Link" },
] as const;

const hasAccess = (grant: unknown) => typeof grant === "object" && grant !== null && (grant as Grant).access.length > 0;

const fields = {
  type: choice("Invite by", invitationTypes),
  target: code("Wallet address", {
    placeholder: "0x…",
    pattern: { expression: ethereumAddressPattern, message: messages.walletAddressInvalid },
  }),
  access: data("Access", z.custom<Grant>(hasAccess, "Grant access to at least one section.")),
  note: memberNote,
};

const emailTarget: Partial<Field> = {
  label: "Email address",
  as: "email",
  placeholder: "name@example.com",
  schema: z.string().check(z.trim(), z.regex(emailPattern, "Invalid email")),
};
