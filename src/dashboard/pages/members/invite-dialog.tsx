import { useState } from "react";
import { inviteMember } from "../../../../resources/account/member-calls.ts";
import type { invitationTypes } from "../../../../resources/account/members.ts";
import { emailPattern, ethereumAddressPattern } from "../../../../resources/patterns.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useDraft } from "../../framework/forms/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { noAccess, type Giver, type Grant } from "./grant.ts";
import { NoteField } from "./note-field.tsx";

type InvitationType = (typeof invitationTypes)[number];

/** The invitation form's values. */
export interface Invitation extends Grant {
  readonly type: InvitationType;
  readonly target: string;
  readonly note: string;
}

export interface Invited {
  readonly invitation: Invitation;
  readonly link: string;
}

interface InviteDialogProps {
  readonly giver: Giver;
  /** Initial values for a repeated invitation. */
  readonly initial?: Invitation | undefined;
  readonly onClose: () => void;
  readonly onInvited: (invited: Invited) => void;
}

const blank: Invitation = { type: "WALLET", target: "", note: "", ...noAccess };

/** Invites a user with selected access. */
export const InviteDialog = ({ giver, initial = blank, onClose, onInvited }: InviteDialogProps) => {
  const [input, setInput] = useState<Invitation>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const invitation = input ?? initial;
  const draft = useDraft("members/invite", initial === blank ? input : undefined, setInput);
  const { act, acting } = useAct(inviteMember, {
    onDone: ({ link }) => {
      draft.forget();
      onInvited({ invitation, link });
    },
    onError: (error) => {
      const found = problemsOf(error);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });
  const change = (changes: Partial<Invitation>) => {
    setInput({ ...invitation, ...changes });
    setProblems({});
  };
  const submit = () => {
    const found = missingIn(invitation);
    setProblems(found);
    const { access, levels, ...rest } = invitation;
    if (Object.keys(found).length === 0) void act({ body: { invitation: { ...rest, access: [...access], levels } } });
  };
  const startOver = () => {
    draft.forget();
    setInput(undefined);
    setProblems({});
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };
  const { type, target, note } = invitation;
  const field = targets[type];
  return (
    <Dialog title="Invite member" width={600} onClose={onClose}>
      <Form onSubmit={submit}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        <div>
          <Segmented
            label="Invite by"
            value={type}
            options={methods}
            disabled={acting}
            onChange={(chosen) => change({ type: chosen })}
          />
        </div>
        {field ? (
          <TextField
            key={type}
            {...field}
            value={target}
            disabled={acting}
            error={problems["target"] ?? ""}
            onChange={(value) => change({ target: value })}
          />
        ) : (
          <p>The first user who opens the link and signs in can join. Single use.</p>
        )}
        <AccessPicker
          value={invitation}
          before={noAccess}
          giver={giver}
          disabled={acting}
          error={problems["access"]}
          onChange={change}
        />
        <NoteField
          value={note}
          disabled={acting}
          error={problems["note"] ?? ""}
          onChange={(value) => change({ note: value })}
        />
        <div className="fh-form-actions">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" kind="primary" busy={acting}>
            {type === "LINK" ? "Create link" : "Send invitation"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

const methods = [
  { value: "WALLET", label: "Wallet" },
  { value: "EMAIL", label: "Email" },
  { value: "LINK", label: "Link" },
] as const;

const targets = {
  WALLET: { label: "Wallet address", placeholder: "0x…", code: true },
  EMAIL: { label: "Email address", placeholder: "name@example.com", type: "email" },
  LINK: undefined,
} as const;

/** Validates the form. */
const missingIn = ({ type, target, access }: Invitation): Record<string, string> => ({
  ...(type === "WALLET" && !ethereumAddressPattern.test(target.trim()) && { target: "Invalid Wallet Address" }),
  ...(type === "EMAIL" && !emailPattern.test(target.trim()) && { target: "Invalid Email" }),
  ...(access.length === 0 && { access: "Grant access to at least one section." }),
});

/** Returns errors by field. Errors without a field belong to the invitee. */
const problemsOf = (error: Error): Record<string, string> => {
  const { statusCode } = error as { readonly statusCode?: number };
  if (statusCode === 409) return { target: error.message };
  return Object.fromEntries(Object.entries(fieldMessages(error)).map(([path, message]) => [fieldIn(path), message]));
};

/** Maps "invitation.target" to "target"; level errors show at the access field. */
const fieldIn = (path: string): string => {
  const name = path.replace("invitation.", "").split(".")[0]!;
  return name === "levels" ? "access" : name;
};
