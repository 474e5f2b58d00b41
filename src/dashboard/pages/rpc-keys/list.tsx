import { lazy, Suspense, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { registration } from "../../../../resources/account/activation.ts";
import { href } from "../../../../resources/href.ts";
import { listRpcKeys } from "../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { callKey, useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CreateKey } from "./create-key.tsx";
import { KeysTab } from "./keys-tab.tsx";
import { mayCreate } from "./type-tiles.tsx";
import { useRpcKeys } from "./use-rpc-keys.ts";

const Usage = lazy(() => import("./usage/usage.tsx").then((module) => ({ default: module.Usage })));
const Endpoints = lazy(() => import("./endpoints/endpoints.tsx").then((module) => ({ default: module.Endpoints })));

/** /rpc: the team's keys, their usage, and endpoints. */
export const Component = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const keys = useRpcKeys();
  const isOwn = useTeam()?.type === "INDIVIDUAL";
  // The activation of another owner's account is unknown here. Creating a key reports it.
  const activation = useCall(registration, { enabled: isOwn });
  const [isCreating, setCreating] = useState(false);
  const rows = keys.rows ?? [];
  const isLocked = isOwn && activation.data?.handled === false && rows.length === 0;
  const hasRoom = mayCreate(rows, "FREE") || mayCreate(rows, "VIP");
  const create = useAllows()("create", rpcKeys.name) && keys.rows && !isLocked && (
    <Button kind="primary" icon="plus" disabled={!hasRoom} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader title={rpcKeys.title} text="JSON-RPC endpoints for every chain on this server." actions={create} />
      <Tabs
        label="RPC"
        tabs={[
          {
            label: "Keys",
            content: <KeysTab keys={keys} isLocked={isLocked} emptyAction={create} onActivated={activation.reload} />,
          },
          { label: "Usage", content: <Later of={<Usage />} /> },
          { label: "Endpoints", content: <Later of={<Endpoints keys={rows} />} /> },
        ]}
      />
      {isCreating && (
        <CreateKey
          keys={rows}
          onClose={() => setCreating(false)}
          onCreated={(name, { id }) => {
            void client.invalidateQueries({ queryKey: callKey(listRpcKeys) });
            void navigate(href(rpcKeys, "show", { name, id }));
          }}
        />
      )}
    </>
  );
};

/** Loads the content of a tab when it is opened. */
const Later = ({ of }: { readonly of: ReactNode }) => <Suspense fallback={<Skeleton lines={6} />}>{of}</Suspense>;
