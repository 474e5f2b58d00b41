import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { editAiKey, listAiKeys, resetAiKey, showAiKey } from "../../../../../resources/ai-rpc/key-calls.ts";
import { aiKeys } from "../../../../../resources/ai-rpc/keys.ts";
import { aiKeyNameMax } from "../../../../../resources/ai-rpc/limits.ts";
import { listAiModels } from "../../../../../resources/ai-rpc/model-calls.ts";
import { href } from "../../../../../resources/href.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { callKey, useCall } from "../../../framework/data/use-call.ts";
import { reveal } from "../../../framework/forms/reveal.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Switch, TextField } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import styles from "../keys/keys.module.css";
import { LimitFields } from "../keys/limit-fields.tsx";
import { ModelsField } from "../keys/models-field.tsx";
import type { ShownKey } from "./key-overview.tsx";

/** A key's settings, reset and deletion. */
export const KeySettings = ({ shown }: { readonly shown: ShownKey }) => {
  const allows = useAllows();
  return (
    <div className="fh-stack">
      <General shown={shown} readOnly={!allows("edit", aiKeys.name)} />
      {allows("edit", aiKeys.name) && <Reset shown={shown} />}
      {allows("delete", aiKeys.name) && <Delete shown={shown} />}
    </div>
  );
};

const General = ({ shown, readOnly }: { readonly shown: ShownKey; readonly readOnly: boolean }) => {
  const client = useQueryClient();
  const { data: models } = useCall(listAiModels);
  const { id, name, isActive, limit, weeklyLimit, dailyLimit } = shown;
  const part = useCallPart(editAiKey, {
    draft: `ai-keys/${id}`,
    params: { id },
    saved: { name, isActive, limit, weeklyLimit, dailyLimit, models: shown.models },
    reads: showAiKey,
    onSaved: () => void client.invalidateQueries({ queryKey: callKey(listAiKeys) }),
  });
  const disabled = readOnly || part.saving;
  return (
    <SettingsCard title="General" text="Changes apply to the next request." part={part} readOnly={readOnly}>
      <TextField
        label="Name"
        maxLength={aiKeyNameMax}
        value={part.values.name}
        error={part.problems["name"] ?? ""}
        disabled={disabled}
        onChange={(value) => part.change({ name: value })}
      />
      <Switch
        label="Active"
        hint="While inactive, all requests are refused. Nothing is deleted."
        checked={part.values.isActive}
        disabled={disabled}
        onChange={(on) => part.change({ isActive: on })}
      />
      <LimitFields values={part.values} problems={part.problems} disabled={disabled} onChange={part.change} />
      <ModelsField
        models={models ?? []}
        chosen={part.values.models}
        disabled={disabled}
        onChange={(chosen) => part.change({ models: chosen })}
      />
    </SettingsCard>
  );
};

const Reset = ({ shown: { id, name } }: { readonly shown: ShownKey }) => {
  const client = useQueryClient();
  const { act, acting } = useAct(resetAiKey, {
    onDone: ({ key }) => {
      void client.invalidateQueries({ queryKey: callKey(showAiKey) });
      void reveal("New secret", key);
    },
  });
  const ask = async () => {
    const text = `Applications that use ${name} stop working until you update the secret. Limits and activity are kept.`;
    if (await dialogs.confirm({ title: `Reset key ${name}?`, text, ok: "Reset key", danger: true }))
      void act({ params: { id } });
  };
  return (
    <Card title="Reset">
      <div className={styles.bar}>
        <p className="fh-muted">Replaces the secret, for example after a leak.</p>
        <Button icon="refresh" busy={acting} onClick={() => void ask()}>
          Reset key
        </Button>
      </div>
    </Card>
  );
};

const Delete = ({ shown }: { readonly shown: ShownKey }) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const actions = useRecordActions(aiKeys, {
    onDeleted: () => {
      void client.invalidateQueries({ queryKey: callKey(listAiKeys) });
      void navigate(`${href(aiKeys, "list")}?tab=keys`, { replace: true });
    },
  });
  const remove = actions(shown).find(({ danger }) => danger);
  return (
    <DangerCard text={`${aiKeys.remove.confirm} Its activity is deleted. Its costs stay in Billing.`}>
      <Button kind="danger" icon="trash" onClick={() => remove?.onSelect?.()}>
        Delete key
      </Button>
    </DangerCard>
  );
};
