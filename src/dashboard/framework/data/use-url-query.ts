import { useState } from "react";
import { useSearchParams } from "react-router";

/** Returns the URL query and a setter; an empty value removes its parameter. */
export const useUrlQuery = () => {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Changes): void =>
    setQuery((before) => changed(before, changes), { replace: true, preventScrollReset: true });
  return { query, change };
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
