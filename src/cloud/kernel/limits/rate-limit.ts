/** Limits of HTTP requests per minute and address. */
import { AppError } from "../app-error.ts";
import { createLimits, type Limits } from "./limits.ts";

/** Throws TOO_MANY_REQUESTS above the limit. Returns a promise only if it has to ask for more. */
export type RateLimit = (caller: string, calls?: number) => void | Promise<void>;

type App = { readonly server: object };

/** The limits of each server. */
const limitsByServer = new WeakMap<object, Limits>();

/** Counts the requests of an app by `limits`. Without a call, they are counted in memory. */
export const countBy = ({ server }: App, limits: Limits): void => void limitsByServer.set(server, limits);

/**
 * Creates a limit per IP address, or per other ID of the caller. The name is that of the limit in the counts that all processes share.
 */
export const createRateLimit = ({ server }: App, name: string, perMinute: number): RateLimit => {
  const limits = limitsByServer.get(server) ?? createLimits();
  limitsByServer.set(server, limits);
  return limitBy(limits, name, perMinute);
};

export const limitBy = (limits: Limits, name: string, perMinute: number): RateLimit => {
  const limit = { name, max: perMinute, windowMs: 60_000 };
  return (caller, calls = 1) => {
    if (calls > perMinute) throw new AppError("TOO_MANY_REQUESTS");
    const waitMs = limits.take(limit, caller, calls);
    return typeof waitMs === "number" ? refuse(waitMs) : waitMs.then(refuse);
  };
};

const refuse = (waitMs: number): void => {
  if (waitMs > 0) throw new AppError("TOO_MANY_REQUESTS");
};
