import { rpcAllowTypes, rpcKeyRules, type RpcAllowType } from "../../../../../resources/rpc/key-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { KeyTabProps } from "./security-tab.tsx";
import { useAllowPart, type AllowPartProps } from "./use-allow-part.ts";

interface AllowLabels {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
}

const labels: Readonly<Record<RpcAllowType, AllowLabels>> = {
  origin: {
    label: "Origins",
    placeholder: "https://shop.example\n*.shop.example",
    hint: "Browsers can use the key only from these sites. Other clients can send any origin.",
  },
  agent: {
    label: "User agents",
    placeholder: "MyApp/",
    hint: "Text that the User-Agent must contain. Clients can send any user agent.",
  },
  method: { label: "Methods", placeholder: "eth_call\neth_blockNumber", hint: "Allowed methods." },
  contract: {
    label: "Contracts",
    placeholder: "0x…",
    hint: "Contracts that requests can use: calls, logs, code, storage and transactions.",
  },
  ip: {
    label: "IP addresses",
    placeholder: "203.0.113.7\n10.0.0.0/8",
    hint: "Allowed client IP addresses or ranges.",
  },
};

/** Allowlist of a key: origins, user agents, methods, contracts and IP addresses. */
export const AllowTab = ({ id, readOnly }: KeyTabProps) => {
  const { data, error, reload } = useCall(rpcKeyRules, { params: { id } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={7} />
      </Card>
    );
  return <AllowCard id={id} rules={data} readOnly={readOnly} />;
};

const AllowCard = ({ readOnly, ...props }: AllowPartProps & { readonly readOnly: boolean }) => {
  const part = useAllowPart(props);
  return (
    <SettingsCard
      title="Allowlist"
      text="Requests must match every list you set. An empty list allows all."
      part={part}
      readOnly={readOnly}
    >
      {rpcAllowTypes.map((type) => (
        <TextArea
          key={type}
          {...labels[type]}
          code
          rows={2}
          hint={`${labels[type].hint} One per line.`}
          value={part.values[type]}
          error={part.problems[type]}
          disabled={readOnly || part.saving}
          onChange={(text) => part.change({ [type]: text })}
        />
      ))}
    </SettingsCard>
  );
};
