import { useContext, useEffect, useRef, useState } from "react";
import { DraftContext } from "./draft-context.ts";

export interface Draft {
  /** Whether the form was restored from a draft; see ui/restored-note.tsx. */
  readonly restored: boolean;
  /** Deletes the draft after sending or discarding. Otherwise it is restored when the form opens again. */
  readonly forget: () => void;
}

/**
 * Keeps what is typed into a form over a reload, an ended session and a crash, in this browser, for this person and team.
 * `key` names the form and what it is about ("hooks/create/<project>"); undefined while the form is not ready to be filled.
 * `typed` is undefined as long as nothing is: then `restore` is called with what an earlier visit kept, and what becomes
 * undefined again is dropped. It must be JSON, and must leave out secrets.
 */
export const useDraft = <V>(key: string | undefined, input: V | undefined, restore: (kept: V) => void): Draft => {
  const drafts = useContext(DraftContext);
  const [restored, setRestored] = useState(false);
  const text = input === undefined ? undefined : JSON.stringify(input);
  const latest = useRef({ text, restore });
  const known = useRef<string>(undefined);

  useEffect(() => {
    latest.current = { text, restore };
  });

  useEffect(() => {
    if (!drafts || key === undefined) return undefined;
    let isCurrent = true;
    void drafts.read(key).then((kept) => {
      if (!isCurrent || kept === undefined || latest.current.text !== undefined) return;
      known.current = JSON.stringify(kept);
      latest.current.restore(kept as V);
      setRestored(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [drafts, key]);

  useEffect(() => {
    if (!drafts || key === undefined || text === known.current) return;
    known.current = text;
    if (text === undefined) drafts.drop(key);
    else drafts.keep(key, JSON.parse(text));
  }, [drafts, key, text]);

  const forget = () => {
    if (key !== undefined) drafts?.drop(key);
    setRestored(false);
  };
  return { restored: restored && text !== undefined, forget };
};
