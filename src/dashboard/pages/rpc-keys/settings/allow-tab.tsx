import * as z from "zod/mini";
import { rpcAllowPatterns } from "../../../../../resources/rpc/allow-patterns.ts";
import {
  rpcAllowTypes,
  rpcKeyRules,
  setRpcKeyRules,
  type RpcAllowType,
  type RpcKeyRules,
} from "../../../../../resources/rpc/key-calls.ts";
import { rpcAllowEntriesMax, rpcAllowValueMax } from "../../../../../resources/rpc/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { KeyTabProps } from "./security-tab.tsx";

/** Allowlist of a key: origins, user agents, methods, contracts and IP addresses. The other rules are sent unchanged. */
export const AllowTab = ({ id, readOnly }: KeyTabProps) => {
  const { data, error, reload } = useCall(rpcKeyRules, { params: { id } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={7} />
      </Card>
    );
  const { allow, dailyCap, atCap } = data;
  const send = ownForm(
    allowFields,
    (values, by) => by(setRpcKeyRules, { params: { id }, body: { allow: entriesOf(values), dailyCap, atCap } }),
    `rpc/${id}/allow`,
  );
  return (
    <FormCard
      title="Allowlist"
      text="Requests must match every list you set. An empty list allows all."
      form={send}
      initial={linesOf(allow)}
      refreshes={[rpcKeyRules]}
      readOnly={readOnly}
    />
  );
};

interface AllowList {
  readonly placeholder: string;
  readonly hint: string;
  readonly isValid?: (value: string) => boolean;
  /** Follows an invalid entry. */
  readonly problem?: string;
}

const allowLines = (label: string, { placeholder, hint, isValid = () => true, problem = "" }: AllowList) => ({
  label,
  as: "lines" as const,
  placeholder,
  hint: `${hint} One per line.`,
  schema: z
    .array(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(rpcAllowValueMax, `An entry can have up to ${rpcAllowValueMax} characters.`),
          z.refine(isValid, { error: ({ input }) => `${String(input)} ${problem}` }),
        ),
    )
    .check(z.maxLength(rpcAllowEntriesMax, `All lists together can have up to ${rpcAllowEntriesMax} entries.`)),
});

export const allowFields = {
  origin: allowLines("Origins", {
    placeholder: "https://shop.example\n*.shop.example",
    hint: "Browsers can use the key only from these sites. Other clients can send any origin.",
    isValid: (value) => rpcAllowPatterns.origin.test(value.toLowerCase().replace(/\/+$/, "")),
    problem: "is not an origin. Use https://shop.example or *.shop.example.",
  }),
  agent: allowLines("User agents", {
    placeholder: "MyApp/",
    hint: "Text that the User-Agent must contain. Clients can send any user agent.",
  }),
  method: allowLines("Methods", {
    placeholder: "eth_call\neth_blockNumber",
    hint: "Allowed methods.",
    isValid: (value) => rpcAllowPatterns.method.test(value),
    problem: "is not a method. Use a name such as eth_call.",
  }),
  contract: allowLines("Contracts", {
    placeholder: "0x…",
    hint: "Contracts that requests can use: calls, logs, code, storage and transactions.",
    isValid: (value) => rpcAllowPatterns.contract.test(value.toLowerCase()),
    problem: "is not a contract address. Use 0x and 40 hex digits.",
  }),
  ip: allowLines("IP addresses", {
    placeholder: "203.0.113.7\n10.0.0.0/8",
    hint: "Allowed client IP addresses or ranges.",
    // A rough check of the characters. The server validates the address.
    isValid: (value) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(value),
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
