import { useState } from "react";
import { addRpcPublicKey } from "../../../../../resources/rpc/key-calls.ts";
import { rpcPublicKeyNameMax } from "../../../../../resources/rpc/limits.ts";
import { fieldMessages } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";

interface PublicKeyDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Adds a public key in PEM format. */
export const PublicKeyDialog = ({ id, onClose, onAdded }: PublicKeyDialogProps) => {
  const [input, setInput] = useState({ name: "", pk: "" });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { act, acting } = useAct(addRpcPublicKey, {
    done: "Public key added",
    onDone: onAdded,
    onError: (error) => {
      const isInvalid = (error as { readonly code?: string }).code === "RPC_PUBLIC_KEY_INVALID";
      const found = isInvalid ? { pk: error.message } : fieldMessages(error);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });
  const change = (changes: Partial<typeof input>) => {
    setInput({ ...input, ...changes });
    setProblems({});
  };
  const submit = () => {
    const found = problemsIn(input);
    setProblems(found);
    if (Object.keys(found).length === 0) void act({ params: { id }, body: input });
  };
  return (
    <Dialog title="Add public key" width={600} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Name"
          hint="The signer, such as shop server."
          maxLength={rpcPublicKeyNameMax}
          value={input.name}
          disabled={acting}
          error={problems["name"]}
          onChange={(name) => change({ name })}
        />
        <TextArea
          label="Public key"
          code
          rows={8}
          placeholder={"-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----"}
          hint="PEM format: RSA with 2,048 bits or more, P-256 or Ed25519. Never paste a private key."
          value={input.pk}
          disabled={acting}
          error={problems["pk"]}
          onChange={(pk) => change({ pk })}
        />
        <div className="fh-form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={acting}>
            Add key
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

/** Returns validation errors by field. Rejects private keys, so that they are never sent. */
const problemsIn = (input: { readonly name: string; readonly pk: string }): Record<string, string> => {
  if (/PRIVATE KEY/.test(input.pk)) return { pk: "This is a private key. Paste the matching public key instead." };
  const issues = addRpcPublicKey.body!.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
};
