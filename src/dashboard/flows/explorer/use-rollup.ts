import { useMemo } from "react";
import { publicRollup, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { createAsk, type CallRpc } from "../../chains/rollup/json-rpc.ts";
import { usePolled } from "../../ui/use-polled.ts";

export type { CallRpc as Ask, PublicRollup };

export type RollupState =
  | { readonly name: "loading" }
  /** No rollup with that id, or it has ended. */
  | { readonly name: "missing" }
  | { readonly name: "failed"; readonly retry: () => void }
  | { readonly name: "ready"; readonly rollup: PublicRollup };

/** Polling interval: a rollup may end while its explorer is open. */
const pollMs = 60_000;

/** Returns the running rollup with that chain id, from its public data. */
export const useRollup = (chainId: string): RollupState => {
  const { value, error, reload } = usePolled(
    chainId,
    () => send(publicRollup, { params: { chainId }, silent: true }),
    pollMs,
  );
  if (error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 422)) return { name: "missing" };
  if (value) return { name: "ready", rollup: value };
  return error ? { name: "failed", retry: reload } : { name: "loading" };
};

/** Returns the client of its node. */
export const useAsk = ({ rpc }: Pick<PublicRollup, "rpc">): CallRpc => useMemo(() => createAsk(rpc), [rpc]);
