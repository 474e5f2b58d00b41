import { useCustomMutation, useDelete, useInvalidate, type BaseRecord, type HttpError } from "@refinedev/core";
import { useCallback } from "react";
import type { CallSpec, Resource } from "../../../../resources/declare/define.ts";
import type { PathParams } from "./record-keys.ts";

interface MutationOptions {
  /** Values for the call's placeholders. */
  readonly params: PathParams;
  /** Toast after it succeeded. The caller shows errors. */
  readonly done?: string;
}

/** Returns a function that fetches a resource's records again, and those that they belong to. */
export const useRefresh = (): ((resource: Pick<Resource, "name" | "parent">) => Promise<void>) => {
  const invalidate = useInvalidate();
  return useCallback(
    async ({ name, parent = name }) => {
      const names = [...new Set([name, parent])];
      // What is being fetched may not know of the change.
      const options = { invalidates: ["resourceAll" as const], invalidationOptions: { cancelRefetch: true } };
      await Promise.all(names.map((resource) => invalidate({ resource, ...options })));
    },
    [invalidate],
  );
};

/** Returns Refine's mutations for single records: to delete one, and to make the call of an action. */
export const useMutations = () => {
  const { mutateAsync: deleteOne } = useDelete<BaseRecord, HttpError>();
  const { mutateAsync: custom } = useCustomMutation<BaseRecord, HttpError>();
  return {
    remove: (resource: string, { params, done }: MutationOptions): Promise<unknown> =>
      deleteOne({ resource, id: "", meta: { params }, invalidates: [], ...notifying(done) }),
    /** Resolves to the validated reply. */
    act: async ({ call, reply }: CallSpec, { params, done }: MutationOptions): Promise<unknown> => {
      const [method, url] = call.split(" ") as [string, string];
      const lowercase = method.toLowerCase() as "post";
      const { data } = await custom({ method: lowercase, url, values: {}, meta: { params }, ...notifying(done) });
      return reply.parse(data);
    },
    refresh: useRefresh(),
  };
};

export type Mutations = ReturnType<typeof useMutations>;

const notifying = (done: string | undefined) => ({
  successNotification: done === undefined ? (false as const) : { message: done, type: "success" as const },
  errorNotification: false as const,
});
