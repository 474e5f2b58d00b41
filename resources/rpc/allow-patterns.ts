/** Entries of a key's allowlist, as the forms check and the server stores them. */
import * as z from "zod/mini";
import { evmAddressPattern, normalOrigin } from "../declare/patterns.ts";
import type { RpcAllowType } from "./keys.ts";

const methodPattern = /^[a-z][a-zA-Z0-9]*_[a-zA-Z0-9]+$/;
const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const normalized: Readonly<Record<RpcAllowType, (value: string) => string | undefined>> = {
  origin: normalOrigin,
  agent: (value) => value,
  method: (value) => (methodPattern.test(value) ? value : undefined),
  contract: (value) => (evmAddressPattern.test(value.toLowerCase()) ? value.toLowerCase() : undefined),
  ip: (value) => (addressOrRange.safeParse(value).success ? value : undefined),
};

/** Returns an entry's value as it is stored; undefined if it is invalid. */
export const normalAllowed = (type: RpcAllowType, value: string): string | undefined => normalized[type](value.trim());
