import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { editRpcKey, listRpcKeys, rpcKeyInfo } from "../../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { rpcKeyNameMax, rpcKeyNotesMax } from "../../../../../resources/rpc/limits.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { Switch, TextField } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { ShownKey } from "../use-rpc-key.ts";

interface InfoCardProps {
  readonly shown: ShownKey;
  readonly readOnly: boolean;
}

/** Name, notes and status of a key. The URL follows the name. */
export const InfoCard = ({ shown: { id, name, notes = "", active }, readOnly }: InfoCardProps) => {
  const navigate = useNavigate();
  const { name: urlName } = useParams();
  const client = useQueryClient();
  const part = useCallPart(editRpcKey, {
    draft: `rpc/${id}/info`,
    params: { id },
    saved: { name, notes, active },
    reads: rpcKeyInfo,
    onSaved: () => void client.invalidateQueries({ queryKey: callKey(listRpcKeys) }),
  });
  // Waits until nothing is unsaved, so that the unsaved-changes guard doesn't ask.
  useEffect(() => {
    if (!part.dirty && urlName !== name)
      void navigate(href(rpcKeys, "edit", { name, id }), { replace: true, preventScrollReset: true });
  }, [part.dirty, urlName, name, id, navigate]);
  const isOff = readOnly || part.saving;
  return (
    <SettingsCard title="General" part={part} readOnly={readOnly}>
      <TextField
        label="Name"
        maxLength={rpcKeyNameMax}
        value={part.values.name}
        error={part.problems["name"]}
        disabled={isOff}
        onChange={(value) => part.change({ name: value })}
      />
      <TextField
        label="Notes"
        maxLength={rpcKeyNotesMax}
        value={part.values.notes}
        error={part.problems["notes"]}
        disabled={isOff}
        onChange={(value) => part.change({ notes: value })}
      />
      <Switch
        label="Active"
        hint="While inactive, all requests are refused."
        checked={part.values.active}
        disabled={isOff}
        onChange={(value) => part.change({ active: value })}
      />
    </SettingsCard>
  );
};
