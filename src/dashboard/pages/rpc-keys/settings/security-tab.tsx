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

/** Whether requests must bring a token, and who may sign it. */
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
        title="JSON Web Tokens"
        text={
          <>
            Requests are sent with <code>Authorization: Bearer …</code>, and only those count whose token one of the
            public keys below has signed and that says when it ends. See{" "}
            <Link to={pageHref(docs, { name: "rpc" })}>RPC</Link>.
          </>
        }
      >
        <Switch
          label="Requests must bring a token"
          hint={
            data.list.length === 0
              ? "Add a public key first: without one, no request could be signed and all would be refused."
              : "Clients without one are refused from then on."
          }
          checked={data.enabled}
          disabled={readOnly || acting || (data.list.length === 0 && !data.enabled)}
          onChange={(enabled) => void act({ params: { id }, body: { enabled } })}
        />
      </Card>
      <Card
        title="Public keys"
        text={`${rpcPublicKeysPerKey} at most. The private half stays with you.`}
        actions={add}
        flush
      >
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
