import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { useState } from "react";
import { Link } from "react-router";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { actionOf } from "../../../../../resources/declare/endpoints.ts";
import { rpcKeySecurity, rpcPublicKeys } from "../../../../../resources/rpc/key-calls.ts";
import { publicKeyProblem, rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { rpcPublicKeysPerKey } from "../../../../../resources/rpc/limits.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Switch } from "../../../ui/fields/text-field.tsx";

export interface KeyTabProps {
  readonly id: string;
  readonly readOnly: boolean;
}

/** Token requirement of a key, and its public keys. */
export const SecurityTab = ({ id, readOnly }: KeyTabProps) => {
  const { data, error, reload } = useCall(rpcKeySecurity, { params: { id } });
  const [isAdding, setAdding] = useState(false);
  const { act, acting } = useAct(actionOf(rpcKeys, "setSecurity"), { done: "Saved", onDone: reload });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton lines={5} />;
  const isFull = data.list.length >= rpcPublicKeysPerKey;
  const add = !readOnly && (
    <Button icon="plus" disabled={isFull} onClick={() => setAdding(true)}>
      Add public key
    </Button>
  );
  return (
    <div className="fh-stack">
      <Card
        title="JSON web tokens"
        text={
          <>
            Requests must include <code>Authorization: Bearer …</code> with a token that has an expiry and is signed by
            one of the public keys below. See <Link to={pageHref(docs, { name: "rpc" })}>RPC</Link>.
          </>
        }
      >
        <Switch
          label="Require a token"
          hint={
            data.list.length === 0
              ? "Add a public key first. Without one, every request would be refused."
              : "Requests without a token are refused."
          }
          checked={data.enabled}
          disabled={readOnly || acting || (data.list.length === 0 && !data.enabled)}
          onChange={(enabled) => void act({ params: { id }, body: { enabled } })}
        />
      </Card>
      <Card title="Public keys" text={`Up to ${rpcPublicKeysPerKey}. Never upload private keys.`} actions={add} flush>
        <PublicKeys id={id} list={data.list} isNeeded={data.enabled} readOnly={readOnly} onRemoved={reload} />
      </Card>
      {isAdding && (
        <FormDialog
          title="Add public key"
          form={callForm(actionOf(rpcKeys, "addPublicKey"), { params: { id }, draft: false })}
          submit="Add key"
          // Here already, so that a private key is never sent.
          problems={({ pk = "" }) => ({ pk: pk === "" ? undefined : publicKeyProblem(pk) })}
          errorFields={{ RPC_PUBLIC_KEY_INVALID: "pk" }}
          refreshes={[rpcKeySecurity]}
          done="Public key added"
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
};

type PublicKey = Reply<typeof rpcKeySecurity>["list"][number];

interface PublicKeysProps {
  readonly id: string;
  readonly list: readonly PublicKey[];
  /** Requests require a token signed by one of the keys. */
  readonly isNeeded: boolean;
  readonly readOnly: boolean;
  readonly onRemoved: () => void;
}

const cells: RowCells<PublicKey> = {
  pk: ({ pk }) => <CopyText text={pk} shown={bodyOf(pk)} label="public key" />,
};

/** Public keys that can sign tokens. */
const PublicKeys = ({ id, list, isNeeded, readOnly, onRemoved }: PublicKeysProps) => {
  const { act } = useAct(actionOf(rpcKeys, "removePublicKey"), { done: "Public key removed", onDone: onRemoved });
  const ask = async ({ id: sid, name }: PublicKey) => {
    const isLast = isNeeded && list.length === 1;
    const text = `Tokens signed by ${name} are refused immediately.${isLast ? " This is the last key. All requests are refused until you add another or turn off tokens." : ""}`;
    if (await dialogs.confirm({ title: `Remove public key ${name}?`, text, ok: "Remove key", danger: true }))
      void act({ params: { id, sid } });
  };
  return (
    <RowTable
      list={rpcPublicKeys}
      rows={list}
      cells={cells}
      rowActions={(row) =>
        readOnly ? [] : [{ label: "Remove", icon: "trash", danger: true, onSelect: () => void ask(row) }]
      }
    />
  );
};

/** Returns the end of a key, without the PEM header and the prefix that all keys of a type share. */
const bodyOf = (pem: string): string => `…${pem.replaceAll(/-----[^-]+-----|\s/g, "").slice(-24)}`;
