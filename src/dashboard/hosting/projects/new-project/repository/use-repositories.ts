import { useEffect, useState } from "react";
import { repositories } from "../../../../../../resources/hosting/repositories/repositories.ts";
import { useCall } from "../../../../framework/data/use-call.ts";

/** Delay after typing before a search, because code hosts limit searches. */
const debounceMs = 300;

/** Loads a page of a namespace's repositories, filtered by name. */
export const useRepositories = (githubId: string | undefined) => {
  const [input, setInput] = useState("");
  const [word, setWord] = useState("");
  const [selectedPage, setSelectedPage] = useState({ page: 1, list: "" });
  useEffect(() => {
    const timer = setTimeout(() => setWord(input), debounceMs);
    return () => clearTimeout(timer);
  }, [input]);
  // Another search or namespace starts at its first page.
  const list = `${githubId} ${word}`;
  const page = selectedPage.list === list ? selectedPage.page : 1;
  const found = useCall(repositories, {
    query: { githubId: githubId ?? "", word, page },
    enabled: githubId !== undefined,
  });
  return { ...found, input, setInput, word, page, setPage: (to: number) => setSelectedPage({ page: to, list }) };
};

export type FoundRepositories = ReturnType<typeof useRepositories>;
