import { callOf } from "../../../../resources/declare/endpoints.ts";
import { rpcKeyInfo } from "../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { useCall } from "../../framework/data/use-call.ts";

export const showRpcKey = callOf(rpcKeys, "show");

/** Loads a key with its name, notes and details. */
export const useRpcKey = (id: string) => {
  const info = useCall(rpcKeyInfo, { params: { id } });
  const shown = useCall(showRpcKey, { params: { id } });
  return {
    key: info.data && shown.data && { id, ...info.data, ...shown.data },
    error: info.error ?? shown.error,
    reload: () => {
      info.reload();
      shown.reload();
    },
  };
};

export type ShownKey = NonNullable<ReturnType<typeof useRpcKey>["key"]>;
