/** Allowlist entries of a key, as entered. */
import { rpcAllowPatterns } from "../../../../../resources/rpc/allow-patterns.ts";
import { rpcAllowTypes, type RpcAllowType, type RpcKeyRules } from "../../../../../resources/rpc/key-calls.ts";
import { rpcAllowEntriesMax, rpcAllowValueMax } from "../../../../../resources/rpc/limits.ts";

type Allow = RpcKeyRules["allow"];
/** The allowlist in the form: one entry per line for each type. */
export type AllowText = Readonly<Record<RpcAllowType, string>>;

export const textOf = (allow: Allow): AllowText => {
  const linesOfType = (type: RpcAllowType): string =>
    allow
      .filter((entry) => entry.type === type)
      .map(({ value }) => value)
      .join("\n");
  return {
    origin: linesOfType("origin"),
    agent: linesOfType("agent"),
    method: linesOfType("method"),
    contract: linesOfType("contract"),
    ip: linesOfType("ip"),
  };
};

/** Parses the form. Removes blank lines and duplicates. */
export const allowOf = (text: AllowText): Allow =>
  rpcAllowTypes.flatMap((type) => [...new Set(linesOf(text[type]))].map((value) => ({ type, value })));

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Returns validation errors by type. */
export const problemsIn = (text: AllowText): Partial<Record<RpcAllowType, string>> => {
  const found: Partial<Record<RpcAllowType, string>> = {};
  for (const { type, value } of allowOf(text)) {
    if (value.length > rpcAllowValueMax) found[type] ??= `An entry can have up to ${rpcAllowValueMax} characters.`;
    const message = isInvalid(type, value) ? `${value} ${problems[type]}` : undefined;
    if (message) found[type] ??= message;
  }
  const [first] = allowOf(text);
  if (first && allowOf(text).length > rpcAllowEntriesMax)
    found[first.type] ??= `All lists together can have up to ${rpcAllowEntriesMax} entries.`;
  return found;
};

const isInvalid = (type: RpcAllowType, value: string): boolean => !validators[type](value);

const validators: Readonly<Record<RpcAllowType, (value: string) => boolean>> = {
  origin: (value) => rpcAllowPatterns.origin.test(value.toLowerCase().replace(/\/+$/, "")),
  agent: () => true,
  method: (value) => rpcAllowPatterns.method.test(value),
  contract: (value) => rpcAllowPatterns.contract.test(value.toLowerCase()),
  // A rough check of the characters. The server validates the address.
  ip: (value) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(value),
};

const problems: Readonly<Record<RpcAllowType, string>> = {
  origin: "is not an origin. Use https://shop.example or *.shop.example.",
  agent: "is not a user agent.",
  method: "is not a method. Use a name such as eth_call.",
  contract: "is not a contract address. Use 0x and 40 hex digits.",
  ip: "is not an IP address. Use 203.0.113.7 or 10.0.0.0/8.",
};
