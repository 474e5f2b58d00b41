import { useNavigate } from "react-router";
import { aiKeys } from "../../../../../resources/ai/keys.ts";
import { href } from "../../../../../resources/declare/href.ts";
import { FormCard, recordForm } from "../../../framework/forms/form.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { DangerCard } from "../../../ui/panels/danger-card.tsx";
import { keyFormParts, ModelsField } from "../keys/key-form.tsx";
import styles from "../keys/keys.module.css";
import { showAiKey, type ShownKey } from "../shown-key.ts";

/** A key's settings, reset and deletion. */
export const KeySettings = ({ shown, onReset }: { readonly shown: ShownKey; readonly onReset: () => void }) => {
  const { id, name, isActive, limit, weeklyLimit, dailyLimit, models } = shown;
  const navigate = useNavigate();
  const mayEdit = useAllows()("edit", aiKeys.name);
  const actions = useRecordActions(aiKeys, {
    onActed: onReset,
    onDeleted: () => void navigate(`${href(aiKeys, "list")}?tab=keys`, { replace: true }),
  })(shown);
  const reset = actions.find(({ label }) => label === aiKeys.actions.reset.label);
  const remove = actions.find(({ icon }) => icon === "trash");
  return (
    <div className="fh-stack">
      <FormCard
        {...keyFormParts}
        title="General"
        text="Changes apply to the next request."
        form={recordForm(aiKeys, "edit", { id })}
        initial={{ name, isActive, limit, weeklyLimit, dailyLimit, models }}
        controls={{ models: ModelsField }}
        refreshes={[showAiKey]}
        readOnly={!mayEdit}
      />
      {reset && (
        <Card title="Reset">
          <div className={styles.bar}>
            <p className="fh-muted">Replaces the secret, for example after a leak.</p>
            <Button icon="refresh" onClick={() => reset.onSelect?.()}>
              Reset key
            </Button>
          </div>
        </Card>
      )}
      {remove && (
        <DangerCard text={`${aiKeys.remove.confirm} Its activity is deleted. Its costs stay in Billing.`}>
          <Button kind="danger" icon="trash" onClick={() => remove.onSelect?.()}>
            Delete key
          </Button>
        </DangerCard>
      )}
    </div>
  );
};
