import { useSearchParams } from "react-router";

const parameter = "domain";

/** The domains whose records are shown. Kept in the URL, so that the link can be shared with the DNS administrator. */
export const useSetup = () => {
  const [query, setQuery] = useSearchParams();
  const change = (value: string) => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(parameter);
    else next.set(parameter, value);
    return next;
  };
  return {
    ids: query.get(parameter)?.split(",").filter(Boolean).slice(0, 2) ?? [],
    hrefOf: (id: string) => `?${change(id).toString()}`,
    show: (ids: readonly string[]) => setQuery(change(ids.join(",")), { preventScrollReset: true }),
    close: () => setQuery(change(""), { preventScrollReset: true }),
  };
};
