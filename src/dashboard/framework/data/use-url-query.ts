import { useSearchParams } from "react-router";

/** The page's query, and the way to change some of it in place: an empty value takes its name away. */
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
