import { useEffect, useState } from "react";
import { repositories } from "../../../../../resources/hosting/repositories.ts";
import { useCall } from "../../../framework/data/use-call.ts";

/** Typing is over when nothing was typed for this long: a code host counts the searches. */
const debounceMs = 300;

/** A page of a namespace's repositories, searched by name. */
export const useRepositories = (githubId: string | undefined) => {
  const [input, setInput] = useState("");
  const [word, setWord] = useState("");
  const [turned, setTurned] = useState({ to: 1, of: "" });
  useEffect(() => {
    const timer = setTimeout(() => setWord(input), debounceMs);
    return () => clearTimeout(timer);
  }, [input]);
  // Another search, or another namespace, begins at its first page.
  const list = `${githubId} ${word}`;
  const page = turned.of === list ? turned.to : 1;
  const found = useCall(repositories, {
    query: { githubId: githubId ?? "", word, page },
    enabled: githubId !== undefined,
  });
  return { ...found, input, setInput, word, page, setPage: (to: number) => setTurned({ to, of: list }) };
};

export type FoundRepositories = ReturnType<typeof useRepositories>;
