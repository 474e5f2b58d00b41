import { Link, useNavigate } from "react-router";
import { href } from "../../../../../resources/declare/href.ts";
import { rpcKeyInfo } from "../../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { FormCard, recordForm } from "../../../framework/forms/form.tsx";
import { ActionCard, DangerZone } from "../../../framework/pages/record-page.tsx";
import { formatMoment } from "../../../lib/format/date.ts";
import { showRpcKey, type ShownKey } from "../use-rpc-key.ts";

interface GeneralTabProps {
  readonly shown: ShownKey;
  readonly readOnly: boolean;
  readonly onChanged: () => void;
}

/** Name and status of a key, reset and deletion. The URL follows the name. */
export const GeneralTab = ({ shown, readOnly, onChanged }: GeneralTabProps) => {
  const { id, name, notes = "", active, previousUntil } = shown;
  const navigate = useNavigate();
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
      <ActionCard resource={rpcKeys} name="reset" title="Reset" record={{ id, name }} onActed={onChanged}>
        {previousUntil !== undefined && (
          <p role="status">
            The previous key works until {formatMoment(previousUntil)}.{" "}
            <Link to={href(rpcKeys, "show", { name, id })}>View new URLs</Link>
          </p>
        )}
      </ActionCard>
      <DangerZone resource={rpcKeys} record={{ id, name }} label="Delete key" />
    </div>
  );
};
