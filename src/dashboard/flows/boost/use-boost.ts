/** Loads a Boost call for a screen. */
import type { CallInput, Reply } from "../../../../resources/call-input.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { sendBoost } from "../../api/boost/client.ts";
import { usePolled, type Polled } from "../../ui/use-polled.ts";
import { useNode } from "./node.ts";

interface BoostCallOptions<C extends CallSpec> {
  readonly input?: CallInput<C>;
  /** Polling interval in ms while the page is visible. */
  readonly pollMs?: number;
  /** Makes no calls while false. */
  readonly enabled?: boolean;
}

/** Fetches once, again when the input or the user changes, and on `reload()`. Node calls require a signed-in user. */
export const useBoost = <C extends CallSpec>(
  spec: C,
  { input, pollMs, enabled = true }: BoostCallOptions<C> = {},
): Polled<Reply<C> & (object | null)> => {
  const isOut = useNode().name === "out";
  const isEnabled = enabled && (spec.can !== "node" || !isOut);
  const key = isEnabled ? `${spec.call} ${JSON.stringify(input ?? {})} ${isOut}` : undefined;
  const load = () =>
    sendBoost(spec, { ...input, silent: pollMs !== undefined } as CallInput<C>) as Promise<Reply<C> & (object | null)>;
  return usePolled(key, load, pollMs);
};
