import { useState } from "react";
import { useSearchParams, type NavigateOptions } from "react-router";

const inPlace: NavigateOptions = { replace: true, preventScrollReset: true };

/**
 * Returns the URL query, a setter and the address of a change; an empty value removes its parameter. A change starts from
 * the address bar, which is ahead of the screen: of two quick changes, the second keeps the first.
 */
export const useUrlQuery = () => {
  const [query, setQuery] = useSearchParams();
  return {
    query,
    change: (changes: Changes, options = inPlace): void =>
      setQuery(changed(new URLSearchParams(window.location.search), changes), options),
    hrefOf: (changes: Changes): string => `?${changed(query, changes).toString()}`,
  };
};

/** The same outside the URL, for one of several lists on a screen. */
export const useLocalQuery = () => {
  const [query, setQuery] = useState(() => new URLSearchParams());
  return { query, change: (changes: Changes): void => setQuery((before) => changed(before, changes)) };
};

type Changes = Readonly<Record<string, string>>;

const changed = (before: URLSearchParams, changes: Changes): URLSearchParams => {
  const query = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  return query;
};
