import { useState } from "react";
import { useSearchParams } from "react-router";
import { sources, type Source } from "../../../flows/deploy/values.ts";

/** The selected source, kept in the URL as ?from=. Defaults to the source of the last visit. */
export const useSource = (last: Source): [Source, (source: Source) => void] => {
  const [query, setQuery] = useSearchParams();
  const fromUrl = sources.find((source) => source === query.get("from"));
  /** Shown immediately, before the router updates the URL. */
  const [picked, setPicked] = useState<Source>();
  const [previous, setPrevious] = useState(fromUrl);
  if (previous !== fromUrl) {
    setPrevious(fromUrl);
    setPicked(undefined);
  }
  const choose = (source: Source) => {
    if (source === fromUrl) return;
    setPicked(source);
    const next = new URLSearchParams(query);
    next.set("from", source);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return [picked ?? fromUrl ?? last, choose];
};
