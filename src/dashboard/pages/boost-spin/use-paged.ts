import { useState } from "react";
import type { spinHistory, usdtLog } from "../../../../resources/boost/spin-calls.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import type { Polled } from "../../ui/use-polled.ts";

export interface Paged<T> extends Polled<T> {
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
  const result = useBoost(spec, { input: input as never, ...(pollMs !== undefined && { pollMs }) });
  return { ...result, page, onPage: setPage };
};
