/** Keeps one state of a record on a screen, where a flow follows it beside a list. */
import type { QueryClient } from "@tanstack/react-query";

type Row = object;

interface Cached {
  readonly data?: Row | readonly Row[];
}

const keyOf = (resource: string) => ["data", "default", resource];
const isMany = (data: Row | readonly Row[]): data is readonly Row[] => Array.isArray(data);
const rowsOf = ({ data }: Cached): readonly Row[] => (data === undefined ? [] : isMany(data) ? data : [data]);

/**
 * Changes the cached rows of a resource without a request. Rows that `patch` returns as they are cause no render: it is
 * called often.
 */
export const patchRows = <T extends Row>(client: QueryClient, resource: string, patch: (row: T) => T): void => {
  const change = (row: Row): Row => patch(row as T);
  for (const [key, cached] of client.getQueriesData<Cached>({ queryKey: keyOf(resource) })) {
    if (!cached?.data || rowsOf(cached).every((row) => change(row) === row)) continue;
    client.setQueryData(key, { ...cached, data: isMany(cached.data) ? cached.data.map(change) : change(cached.data) });
  }
};

/** Calls back with each row of a resource that arrives in the cache. Returns the function that stops it. */
export const onRows = <T extends Row>(
  client: QueryClient,
  resource: string,
  listener: (row: T) => void,
): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (keyOf(resource).some((part, at) => event.query.queryKey[at] !== part)) return;
    rowsOf((event.query.state.data as Cached | undefined) ?? {}).forEach((row) => listener(row as T));
  });

/**
 * Follows a row of two sources, by its transaction: `seen` writes the one that was read into the cache, and `listener`
 * is called with newer ones from there.
 */
export const followRow = <T extends Row & { readonly txHash: string }>(
  client: QueryClient | undefined,
  resource: string,
  hashOf: () => string,
  listener: (row: T) => void,
): { readonly seen: (row: T) => void; readonly stop: () => void } => {
  let isOwn = false;
  const stop = client && onRows<T>(client, resource, (row) => !isOwn && row.txHash === hashOf() && listener(row));
  return {
    seen: (row) => {
      isOwn = true;
      if (client)
        patchRows<T>(client, resource, (cached) => (cached.txHash === row.txHash ? { ...cached, ...row } : cached));
      isOwn = false;
    },
    stop: () => stop?.(),
  };
};
