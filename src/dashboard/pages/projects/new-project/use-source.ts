import { useSearchParams } from "react-router";
import { sources, type Source } from "../../../flows/deploy/values.ts";

/** The chosen way in, kept in the URL as ?from=; without it the one of the last visit. */
export const useSource = (last: Source): [Source, (source: Source) => void] => {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("from");
  const choose = (source: Source) => {
    const next = new URLSearchParams(query);
    next.set("from", source);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return [sources.find((source) => source === asked) ?? last, choose];
};
