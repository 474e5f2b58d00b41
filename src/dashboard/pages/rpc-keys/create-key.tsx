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
  /** Existing keys. */
  readonly keys: readonly RpcKey[];
  readonly onClose: () => void;
  readonly onCreated: (name: string, created: Reply<typeof createRpcKey>) => void;
}

interface Typed {
  readonly name: string;
  readonly notes: string;
  readonly type: RpcKeyType | undefined;
}

/** Form for the name, notes and type of a key. */
export const CreateKey = ({ keys, onClose, onCreated }: CreateKeyProps) => {
  const form = useDialogForm("rpc-keys/create", blank, onClose);
  const { problems, setProblems, change } = form;
  const input = withAvailableType(form.input, keys);
  const { act, acting } = useAct(createRpcKey, {
    done: "Key created",
    onDone: (created) => {
      form.forget();
      onCreated(input.name.trim(), created);
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
      title="Create RPC key"
      label="Create key"
      form={form}
      busy={acting}
      disabled={input.type === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Where you will use it, for example shop."
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

/** Selects another type if the limit of the selected one is reached. */
const withAvailableType = (input: Typed, keys: readonly RpcKey[]): Typed => {
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
