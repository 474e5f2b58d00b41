import { useState } from "react";
import { useSearchParams } from "react-router";
import { sources, type Source } from "../../../flows/deploy/values.ts";

/** The chosen way in, kept in the URL as ?from=; without it the one of the last visit. */
export const useSource = (last: Source): [Source, (source: Source) => void] => {
  const [query, setQuery] = useSearchParams();
  const asked = sources.find((source) => source === query.get("from"));
  /** Shown at once, while the router still brings the address up to date. */
  const [picked, setPicked] = useState<Source>();
  const [known, setKnown] = useState(asked);
  if (known !== asked) {
    setKnown(asked);
    setPicked(undefined);
  }
  const choose = (source: Source) => {
    if (source === asked) return;
    setPicked(source);
    const next = new URLSearchParams(query);
    next.set("from", source);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return [picked ?? asked ?? last, choose];
};
