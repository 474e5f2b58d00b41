import type { Row } from "../../../../resources/define.ts";
import { listRpcKeys } from "../../../../resources/rpc/key-calls.ts";
import type { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { useCall } from "../../framework/data/use-call.ts";

export type RpcKey = Row<typeof rpcKeys>;

export interface RpcKeys {
  /** Undefined until the first response. */
  readonly rows: readonly RpcKey[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/** Loads the team's keys, without paging. */
export const useRpcKeys = (): RpcKeys => {
  const { data, error, reload } = useCall(listRpcKeys);
  return { rows: data, error, reload };
};
