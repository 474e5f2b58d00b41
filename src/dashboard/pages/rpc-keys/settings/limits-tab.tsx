import { rpcKeyRules, setRpcKeyRules, type RpcKeyRules } from "../../../../../resources/rpc/key-calls.ts";
import type { RpcKeyType } from "../../../../../resources/rpc/keys.ts";
import { rpcSlowDivisor, rpcUnitsPerSecond } from "../../../../../resources/rpc/limits.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { Card } from "../../../ui/card.tsx";
import { ChoiceTiles } from "../../../ui/choice-tiles.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Meter } from "../../../ui/tiles.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
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
  return <CapCard id={id} readOnly={readOnly} type={type} rules={rules} usedToday={usedToday} />;
};

interface CapCardProps extends LimitsTabProps {
  readonly rules: RpcKeyRules;
  readonly usedToday: number;
}

const digitsMax = 12;

const CapCard = ({ id, readOnly, type, rules, usedToday }: CapCardProps) => {
  const part = useCallPart(setRpcKeyRules, {
    draft: `rpc/${id}/cap`,
    params: { id },
    saved: rules,
    reads: rpcKeyRules,
  });
  const { dailyCap, atCap } = part.values;
  const isOff = readOnly || part.saving;
  return (
    <SettingsCard
      title="Daily cap"
      text="Limits how many compute units this key can use per day (UTC)."
      part={part}
      readOnly={readOnly}
    >
      <TextField
        label="Compute units per day"
        inputMode="numeric"
        placeholder="No cap"
        hint="Leave blank for no cap."
        value={dailyCap === null ? "" : String(dailyCap)}
        error={part.problems["dailyCap"]}
        disabled={isOff}
        onChange={(value) => part.change({ dailyCap: capOf(value) })}
      />
      <div className="fh-stack">
        <p className="fh-muted">
          {formatWhole(usedToday)} {rules.dailyCap === null ? "" : `of ${formatWhole(rules.dailyCap)} `}compute units
          used today.
        </p>
        {rules.dailyCap !== null && <Meter label="Used today" share={usedToday / rules.dailyCap} />}
      </div>
      <ChoiceTiles
        label="When the cap is reached"
        value={atCap}
        width={220}
        disabled={isOff}
        onChange={(chosen) => part.change({ atCap: chosen })}
        options={[
          { value: "STOP", title: "Stop", icon: "stop", text: "Requests are refused until midnight (UTC)." },
          {
            value: "SLOW",
            title: "Slow down",
            icon: "clock",
            text: `Requests continue at ${formatWhole(rpcUnitsPerSecond[type] / rpcSlowDivisor)} compute units per second instead of ${formatWhole(rpcUnitsPerSecond[type])}.`,
          },
        ]}
      />
    </SettingsCard>
  );
};

const capOf = (input: string): number | null => {
  const digits = input.replaceAll(/\D/g, "").slice(0, digitsMax);
  return digits === "" ? null : Number(digits);
};
