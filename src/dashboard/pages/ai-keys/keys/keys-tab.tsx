import { useState } from "react";
import { registration } from "../../../../../resources/account/activation.ts";
import { listAiKeys, type AiKey } from "../../../../../resources/ai-rpc/key-calls.ts";
import { aiKeys } from "../../../../../resources/ai-rpc/keys.ts";
import { aiKeysPerTeam } from "../../../../../resources/ai-rpc/limits.ts";
import { listAiModels } from "../../../../../resources/ai-rpc/model-calls.ts";
import { useTeam } from "../../../flows/deploy/use-team.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { NeedsActivation } from "../../rpc-keys/needs-activation.tsx";
import { keyPath } from "../paths.ts";
import { UseCard } from "../use-card.tsx";
import { keyColumns } from "./key-columns.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import styles from "./keys.module.css";

/** The team's keys with their monthly usage. */
export const KeysTab = () => {
  const { data: keys, error, reload } = useCall(listAiKeys);
  const { data: models } = useCall(listAiModels);
  const isOwn = useTeam()?.type === "INDIVIDUAL";
  // The activation of another owner's account is unknown here. Creating a key reports it.
  const activation = useCall(registration, { enabled: isOwn });
  const [isOpen, setOpen] = useState(false);
  const mayCreate = useAllows()("create", aiKeys.name);
  const actions = useRecordActions(aiKeys, { onDeleted: reload });
  if (isOwn && activation.data?.handled === false && keys?.length === 0)
    return <NeedsActivation what="AI keys" onChanged={activation.reload} />;
  const isFull = (keys?.length ?? 0) >= aiKeysPerTeam;
  const create = mayCreate && (
    <Button kind="primary" icon="plus" disabled={isFull} onClick={() => setOpen(true)}>
      Create key
    </Button>
  );
  return (
    <div className="fh-stack">
      <div className={styles.bar}>
        <p className="fh-muted">
          {isFull
            ? `Your team has reached the limit of ${aiKeysPerTeam} keys. Delete one first.`
            : `Create one key per application and limit the LAND it can spend. Limit: ${aiKeysPerTeam} keys.`}
        </p>
        {(keys?.length ?? 0) > 0 && create}
      </div>
      <DataTable<AiKey>
        label="AI keys"
        columns={keyColumns}
        rows={keys}
        rowKey={({ id }) => id}
        rowHref={keyPath}
        rowActions={(key) => [
          { label: "Settings", icon: "settings", to: `${keyPath(key)}?tab=settings` },
          ...actions(key),
        ]}
        skeletonRows={3}
        empty={
          <Empty
            icon="key"
            title="No keys yet"
            text="Create a key to call models from your code, with limits on LAND and models."
            action={create}
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {models?.[0] && keys && keys.length > 0 && <UseCard model={models[0].id} />}
      {isOpen && (
        <KeyDialog
          models={models ?? []}
          onClose={() => setOpen(false)}
          onCreated={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </div>
  );
};
