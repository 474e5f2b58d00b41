import { listAccessKeys, type AccessKey } from "../../../../resources/bucket/access-key-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";

export interface Keys {
  readonly rows: readonly AccessKey[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/** Loads the team's access keys, without paging. */
export const useKeys = (): Keys => {
  const { data, error, reload } = useCall(listAccessKeys);
  return { rows: data?.accounts, error, reload };
};
