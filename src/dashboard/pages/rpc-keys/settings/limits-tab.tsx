import { rpcKeyRules, setRpcKeyRules } from "../../../../../resources/rpc/key-calls.ts";
import type { RpcKeyType } from "../../../../../resources/rpc/keys.ts";
import { rpcSlowDivisor, rpcUnitsPerSecond } from "../../../../../resources/rpc/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { Card } from "../../../ui/card.tsx";
import { ChoiceTiles } from "../../../ui/choice-tiles.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Meter } from "../../../ui/tiles.tsx";
import type { KeyTabProps } from "./security-tab.tsx";

interface LimitsTabProps extends KeyTabProps {
  readonly type: RpcKeyType;
}

/** Daily cap of a key, and its behavior at the cap. */
export const LimitsTab = ({ id, readOnly, type }: LimitsTabProps) => {
  const { data, error, reload } = useCall(rpcKeyRules, { params: { id } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={7} />
      </Card>
    );
  const { usedToday, ...rules } = data;
  const perSecond = rpcUnitsPerSecond[type];
  return (
    <FormCard
      title="Daily cap"
      text="Limits how many compute units this key can use per day (UTC)."
      form={callForm(setRpcKeyRules, { params: { id } })}
      initial={rules}
      refreshes={[rpcKeyRules]}
      readOnly={readOnly}
      controls={{
        atCap: ({ value, disabled, onChange }) => (
          <ChoiceTiles
            label="When the cap is reached"
            value={value}
            width={220}
            disabled={disabled}
            onChange={onChange}
            options={[
              { value: "STOP", title: "Stop", icon: "stop", text: "Requests are refused until midnight (UTC)." },
              {
                value: "SLOW",
                title: "Slow down",
                icon: "clock",
                text: `Requests continue at ${formatWhole(perSecond / rpcSlowDivisor)} compute units per second instead of ${formatWhole(perSecond)}.`,
              },
            ]}
          />
        ),
      }}
      below={{
        dailyCap: () => (
          <div className="fh-stack" style={{ marginBottom: 20 }}>
            <p className="fh-muted">
              {formatWhole(usedToday)} {rules.dailyCap === null ? "" : `of ${formatWhole(rules.dailyCap)} `}compute
              units used today.
            </p>
            {rules.dailyCap !== null && <Meter label="Used today" share={usedToday / rules.dailyCap} />}
          </div>
        ),
      }}
    />
  );
};
