import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { listRpcKeys } from "../../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import type { ShownKey } from "../use-rpc-key.ts";
import { InfoCard } from "./info-card.tsx";
import { ResetCard } from "./reset-card.tsx";

interface GeneralTabProps {
  readonly shown: ShownKey;
  readonly readOnly: boolean;
  readonly onChanged: () => void;
}

/** Name and status of a key, reset and deletion. */
export const GeneralTab = ({ shown, readOnly, onChanged }: GeneralTabProps) => (
  <div className="fh-stack">
    <InfoCard shown={shown} readOnly={readOnly} />
    {!readOnly && <ResetCard shown={shown} onReset={onChanged} />}
    {useAllows()("delete", rpcKeys.name) && <DangerZone shown={shown} />}
  </div>
);

const DangerZone = ({ shown: { id, name } }: Pick<GeneralTabProps, "shown">) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const actions = useRecordActions(rpcKeys, {
    onDeleted: () => {
      void client.invalidateQueries({ queryKey: callKey(listRpcKeys) });
      void navigate(href(rpcKeys, "list"), { replace: true });
    },
  });
  const remove = actions({ id, name }).find(({ danger }) => danger);
  return (
    <DangerCard text={rpcKeys.remove.confirm}>
      <Button kind="danger" icon="trash" onClick={() => remove?.onSelect?.()}>
        Delete key
      </Button>
    </DangerCard>
  );
};
