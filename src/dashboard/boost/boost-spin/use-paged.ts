import { useState } from "react";
import type { spinHistory, usdtLog } from "../../../../resources/boost/spins/spin-calls.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { useCall } from "../../framework/data/use-call.ts";
import type { Cached } from "../../ui/cached/use-cached.ts";

export interface Paged<T> extends Cached<T> {
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export const rowsOnPage = 5;

type PagedCall = typeof spinHistory | typeof usdtLog;

/** Shows one page of a paginated call. */
export const usePaged = <C extends PagedCall>(spec: C, pollMs?: number): Paged<Reply<C>> => {
  const [page, setPage] = useState(1);
  // One of the two calls has the page in its path.
  const input = { params: { page: String(page) }, query: { page, size: rowsOnPage } };
  const result = useCall(spec, { ...(input as object), pollMs });
  return { ...result, page, onPage: setPage };
};
