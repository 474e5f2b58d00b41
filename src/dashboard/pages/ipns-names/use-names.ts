import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { listIpnsNames, type IpnsName } from "../../../../resources/gateway/ipns-calls.ts";
import { callKey, useCall } from "../../framework/data/use-call.ts";

export interface Names {
  readonly rows: readonly IpnsName[] | undefined;
  readonly total: number;
  readonly error: Error | undefined;
  readonly keyword: string;
  readonly search: (keyword: string) => void;
  /** Go to the page of newer or older names. Undefined if there is none. */
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  readonly reload: () => void;
}

/** Loads the team's names by page. Keeps the search in the URL. */
export const useNames = (): Names => {
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const keyword = query.get("keyword") ?? "";
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, reload } = useCall(listIpnsNames, {
    query: { ...(cursor !== undefined && { cursor }), ...(keyword !== "" && { keyword }) },
  });
  const next = data?.page.next;
  return {
    rows: data?.list,
    total: data?.page.total ?? 0,
    error,
    keyword,
    search: (input) => {
      setCursors([]);
      setQuery(input === "" ? {} : { keyword: input }, { replace: true, preventScrollReset: true });
    },
    newer: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    older: next === undefined ? undefined : () => setCursors([...cursors, next]),
    reload: () => {
      void client.invalidateQueries({ queryKey: callKey(listIpnsNames) });
      if (error) reload();
    },
  };
};
