/** Rules of a key: its allowlist and its daily cap, each in a tab. What others change in the other stays. */
import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { actionOf } from "../../../../../resources/declare/endpoints.ts";
import { normalAllowed } from "../../../../../resources/rpc/allow-patterns.ts";
import { rpcKeyRules, type RpcKeyRules } from "../../../../../resources/rpc/key-calls.ts";
import { rpcAllowTypes, rpcKeys, type RpcAllowType, type RpcKeyType } from "../../../../../resources/rpc/keys.ts";
import {
  rpcAllowEntriesMax,
  rpcAllowValueMax,
  rpcSlowDivisor,
  rpcUnitsPerSecond,
} from "../../../../../resources/rpc/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { ChoiceTiles } from "../../../ui/fields/choice-tiles.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Meter } from "../../../ui/panels/tiles.tsx";
import type { KeyTabProps } from "./security-tab.tsx";

const setRules = actionOf(rpcKeys, "setRules");
const refreshes = [rpcKeyRules];

interface RulesProps {
  readonly id: string;
  readonly children: (rules: Reply<typeof rpcKeyRules>) => ReactNode;
}

const Rules = ({ id, children }: RulesProps) => {
  const { data, error, reload } = useCall(rpcKeyRules, { params: { id } });
  if (data) return children(data);
  if (error) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <Card>
      <Skeleton lines={7} />
    </Card>
  );
};

/** Allowlist of a key: origins, user agents, methods, contracts and IP addresses. */
export const AllowTab = ({ id, readOnly }: KeyTabProps) => (
  <Rules id={id}>
    {({ allow }) => (
      <FormCard
        title="Allowlist"
        text="Requests must match every list you set. An empty list allows all."
        form={callForm(setRules, {
          params: { id },
          fields: allowFields,
          body: (values) => ({ allow: entriesOf(values) }),
          draft: `rpc/${id}/allow`,
        })}
        initial={linesOf(allow)}
        refreshes={refreshes}
        readOnly={readOnly}
      />
    )}
  </Rules>
);

/** Daily cap of a key, and its behavior at the cap. */
export const LimitsTab = ({ id, readOnly, type }: KeyTabProps & { readonly type: RpcKeyType }) => {
  const perSecond = rpcUnitsPerSecond[type];
  return (
    <Rules id={id}>
      {({ usedToday, ...rules }) => (
        <FormCard
          title="Daily cap"
          text="Limits how many compute units this key can use per day (UTC)."
          form={callForm(setRules, { params: { id } })}
          initial={rules}
          refreshes={refreshes}
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
      )}
    </Rules>
  );
};

interface AllowList {
  readonly placeholder: string;
  readonly hint: string;
  /** Follows an invalid entry. */
  readonly problem?: string;
}

const allowLines = (type: RpcAllowType, label: string, { placeholder, hint, problem = "" }: AllowList) => ({
  label,
  as: "lines" as const,
  placeholder,
  hint: `${hint} One per line.`,
  schema: z
    .array(
      z.string().check(
        z.trim(),
        z.maxLength(rpcAllowValueMax, `An entry can have up to ${rpcAllowValueMax} characters.`),
        z.refine((value) => normalAllowed(type, value) !== undefined, {
          error: ({ input }) => `${String(input)} ${problem}`,
        }),
      ),
    )
    .check(z.maxLength(rpcAllowEntriesMax, `All lists together can have up to ${rpcAllowEntriesMax} entries.`)),
});

export const allowFields = {
  origin: allowLines("origin", "Origins", {
    placeholder: "https://shop.example\n*.shop.example",
    hint: "Browsers can use the key only from these sites. Other clients can send any origin.",
    problem: "is not an origin. Use https://shop.example or *.shop.example.",
  }),
  agent: allowLines("agent", "User agents", {
    placeholder: "MyApp/",
    hint: "Text that the User-Agent must contain. Clients can send any user agent.",
  }),
  method: allowLines("method", "Methods", {
    placeholder: "eth_call\neth_blockNumber",
    hint: "Allowed methods.",
    problem: "is not a method. Use a name such as eth_call.",
  }),
  contract: allowLines("contract", "Contracts", {
    placeholder: "0x…",
    hint: "Contracts that requests can use: calls, logs, code, storage and transactions.",
    problem: "is not a contract address. Use 0x and 40 hex digits.",
  }),
  ip: allowLines("ip", "IP addresses", {
    placeholder: "203.0.113.7\n10.0.0.0/8",
    hint: "Allowed client IP addresses or ranges.",
    problem: "is not an IP address. Use 203.0.113.7 or 10.0.0.0/8.",
  }),
};

type Allow = RpcKeyRules["allow"];
type AllowLines = Readonly<Record<RpcAllowType, string[]>>;

export const linesOf = (allow: Allow): AllowLines => {
  const ofType = (type: RpcAllowType) => allow.filter((entry) => entry.type === type).map(({ value }) => value);
  return {
    origin: ofType("origin"),
    agent: ofType("agent"),
    method: ofType("method"),
    contract: ofType("contract"),
    ip: ofType("ip"),
  };
};

/** Removes duplicates. */
export const entriesOf = (lines: AllowLines): Allow =>
  rpcAllowTypes.flatMap((type) => [...new Set(lines[type])].map((value) => ({ type, value })));
