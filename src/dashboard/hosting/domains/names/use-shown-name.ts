import { useSearchParams } from "react-router";

const parameter = "name";

/** Keeps the name with the open record in the URL. */
export const useShownName = () => {
  const [query, setQuery] = useSearchParams();
  const change = (value: string) => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(parameter);
    else next.set(parameter, value);
    return next;
  };
  return {
    id: query.get(parameter) ?? "",
    hrefOf: (id: string) => `?${change(id).toString()}`,
    show: (id: string) => setQuery(change(id), { preventScrollReset: true }),
    close: () => setQuery(change(""), { preventScrollReset: true }),
  };
};
