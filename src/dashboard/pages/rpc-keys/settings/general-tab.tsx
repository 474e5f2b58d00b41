import { Link, useNavigate } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { rpcKeyInfo, showRpcKey } from "../../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { rpcOverlapSeconds } from "../../../../../resources/rpc/limits.ts";
import { FormCard, recordForm } from "../../../framework/forms/form.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import type { ShownKey } from "../use-rpc-key.ts";

interface GeneralTabProps {
  readonly shown: ShownKey;
  readonly readOnly: boolean;
  readonly onChanged: () => void;
}

/** Name and status of a key, reset and deletion. The URL follows the name. */
export const GeneralTab = ({ shown, readOnly, onChanged }: GeneralTabProps) => {
  const { id, name, notes = "", active, previousUntil } = shown;
  const navigate = useNavigate();
  const actions = useRecordActions(rpcKeys, {
    onActed: onChanged,
    onDeleted: () => void navigate(href(rpcKeys, "list"), { replace: true }),
  })({ id, name });
  const reset = actions.find(({ label }) => label === rpcKeys.actions.reset.label);
  const remove = actions.find(({ icon }) => icon === "trash");
  return (
    <div className="fh-stack">
      <FormCard
        title="General"
        form={recordForm(rpcKeys, "edit", { id })}
        initial={{ name, notes, active }}
        refreshes={[rpcKeyInfo, showRpcKey, rpcKeys]}
        readOnly={readOnly}
        onSaved={(_, sent) => {
          const to = href(rpcKeys, "edit", { name: sent.name.trim(), id });
          void navigate(to, { replace: true, preventScrollReset: true });
        }}
      />
      {reset && (
        <Card
          title="Reset"
          text={`Replaces the key, for example after a leak. The current key works for another ${rpcOverlapSeconds / 3600} hours.`}
          actions={
            <Button icon="refresh" onClick={() => reset.onSelect?.()}>
              Reset key
            </Button>
          }
        >
          {previousUntil !== undefined && (
            <p role="status">
              The previous key works until {formatMoment(previousUntil)}.{" "}
              <Link to={href(rpcKeys, "show", { name, id })}>View new URLs</Link>
            </p>
          )}
        </Card>
      )}
      {remove && (
        <DangerCard text={rpcKeys.remove.confirm}>
          <Button kind="danger" icon="trash" onClick={() => remove.onSelect?.()}>
            Delete key
          </Button>
        </DangerCard>
      )}
    </div>
  );
};
