/** Validates and normalizes entries of a key's allowlist. */
import { isIP } from "node:net";
import { rpcAllowPatterns } from "../../../../resources/rpc/allow-patterns.ts";
import type { RpcKeyRules } from "../../../../resources/rpc/key-calls.ts";
import { AppError } from "../../app-error.ts";

type Entry = RpcKeyRules["allow"][number];

/** Normalizes an entry. Throws RPC_ALLOW_INVALID. */
export const normalEntry = ({ type, value }: Entry): Entry => {
  const normal = normalise[type](value.trim());
  if (normal === undefined) throw new AppError("RPC_ALLOW_INVALID");
  return { type, value: normal };
};

const normalise: Readonly<Record<Entry["type"], (value: string) => string | undefined>> = {
  origin: (value) => matching(value.toLowerCase().replace(/\/+$/, ""), rpcAllowPatterns.origin),
  agent: (value) => value,
  method: (value) => matching(value, rpcAllowPatterns.method),
  contract: (value) => matching(value.toLowerCase(), rpcAllowPatterns.contract),
  ip: (value) => (isRange(value) ? value : undefined),
};

const matching = (value: string, pattern: RegExp): string | undefined => (pattern.test(value) ? value : undefined);

const isRange = (value: string): boolean => {
  const [address = "", prefix, more] = value.split("/");
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};
