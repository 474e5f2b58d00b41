import { useSearchParams } from "react-router";

/** Returns the URL query and a setter; an empty value removes its parameter. */
export const useUrlQuery = () => {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>): void =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") before.delete(name);
          else before.set(name, value);
        }
        return new URLSearchParams(before);
      },
      { replace: true, preventScrollReset: true },
    );
  return { query, change };
};
