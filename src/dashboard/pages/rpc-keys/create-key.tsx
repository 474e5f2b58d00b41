import type { Reply } from "../../../../resources/call-input.ts";
import { createRpcKey } from "../../../../resources/rpc/key-calls.ts";
import { rpcKeys, type RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { rpcKeyNameMax, rpcKeyNotesMax } from "../../../../resources/rpc/limits.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { DialogForm } from "../../framework/forms/dialog-form.tsx";
import { useDialogForm } from "../../framework/forms/use-dialog-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { mayCreate, TypeTiles } from "./type-tiles.tsx";
import type { RpcKey } from "./use-rpc-keys.ts";

interface CreateKeyProps {
  /** Those that are there. */
  readonly keys: readonly RpcKey[];
  readonly onClose: () => void;
  readonly onCreated: (name: string, made: Reply<typeof createRpcKey>) => void;
}

interface Typed {
  readonly name: string;
  readonly notes: string;
  readonly type: RpcKeyType | undefined;
}

/** Asks what a key is called and how it is paid for. */
export const CreateKey = ({ keys, onClose, onCreated }: CreateKeyProps) => {
  const form = useDialogForm("rpc-keys/create", blank, onClose);
  const { problems, setProblems, change } = form;
  const input = settle(form.input, keys);
  const { act, acting } = useAct(createRpcKey, {
    done: "Created",
    onDone: (made) => {
      form.forget();
      onCreated(input.name.trim(), made);
    },
    onError: form.onError,
  });
  const submit = () => {
    const { name, notes, type } = input;
    const found = problemsIn(input);
    setProblems(found);
    if (type && Object.keys(found).length === 0) void act({ body: { name, notes, type } });
  };
  return (
    <DialogForm
      title="New RPC key"
      label="Create"
      form={form}
      busy={acting}
      disabled={input.type === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The application that uses it, such as shop."
        maxLength={rpcKeyNameMax}
        value={input.name}
        disabled={acting}
        error={problems["name"] ?? ""}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Notes"
        hint="Optional. Only your team sees it."
        maxLength={rpcKeyNotesMax}
        value={input.notes}
        disabled={acting}
        error={problems["notes"] ?? ""}
        onChange={(notes) => change({ notes })}
      />
      <TypeTiles keys={keys} value={input.type} disabled={acting} onChange={(type) => change({ type })} />
      {input.type === "VIP" && <RateNote resource="COMPUTE_UNIT" service="RPC" />}
    </DialogForm>
  );
};

const blank: Typed = { name: "", notes: "", type: "FREE" };

/** A type that has no room is not chosen. */
const settle = (input: Typed, keys: readonly RpcKey[]): Typed => {
  const { type } = input;
  if (type && mayCreate(keys, type)) return input;
  return { ...input, type: (["FREE", "VIP"] as const).find((one) => mayCreate(keys, one)) };
};

const problemsIn = ({ name, notes }: Typed): Record<string, string> => {
  const { fields } = rpcKeys;
  const found = {
    name: fields.name.schema.safeParse(name).error?.issues[0]?.message,
    notes: fields.notes.schema.safeParse(notes).error?.issues[0]?.message,
  };
  return Object.fromEntries(Object.entries(found).flatMap(([field, message]) => (message ? [[field, message]] : [])));
};
