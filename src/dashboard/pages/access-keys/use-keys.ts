import { listAccessKeys, type AccessKey } from "../../../../resources/bucket/access-key-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";

export interface Keys {
  readonly rows: readonly AccessKey[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/** The team's access keys; there are few of them. */
export const useKeys = (): Keys => {
  const { data, error, reload } = useCall(listAccessKeys);
  return { rows: data?.accounts, error, reload };
};
