import { useState } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../../resources/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { rpcKeySecurity, setRpcKeySecurity } from "../../../../../resources/rpc/key-calls.ts";
import { rpcPublicKeysPerKey } from "../../../../../resources/rpc/limits.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { PublicKeyDialog } from "./public-key-dialog.tsx";
import { PublicKeys } from "./public-keys.tsx";

export interface KeyTabProps {
  readonly id: string;
  readonly readOnly: boolean;
}

/** Token requirement of a key, and its public keys. */
export const SecurityTab = ({ id, readOnly }: KeyTabProps) => {
  const { data, error, reload } = useCall(rpcKeySecurity, { params: { id } });
  const [isAdding, setAdding] = useState(false);
  const { act, acting } = useAct(setRpcKeySecurity, { done: "Saved", onDone: reload });
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
        <PublicKeyDialog
          id={id}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            reload();
          }}
        />
      )}
    </div>
  );
};
