import { useContext, useEffect, useRef, useState } from "react";
import { DraftContext } from "./draft-context.ts";

export interface Draft {
  /** Whether the form was restored from a draft; see ui/states/restored-note.tsx. */
  readonly restored: boolean;
  /** Whether a stored draft has been looked for: what the user changes before that takes its place. */
  readonly ready: boolean;
  /** Deletes the draft after sending or discarding. Otherwise it is restored when the form opens again. */
  readonly forget: () => void;
}

/**
 * Stores a form's input in this browser, per user and team, so that it survives a reload, an expired session and a crash. `key` names the
 * form and its subject ("hooks/create/<project>"); undefined while the form is not ready. `input` is undefined until the user edits: then
 * `restore` receives the stored draft. Setting it back to undefined deletes the draft. It must be JSON without secrets.
 */
export const useDraft = <V>(key: string | undefined, input: V | undefined, restore: (stored: V) => void): Draft => {
  const drafts = useContext(DraftContext);
  const [restored, setRestored] = useState(false);
  const [readKey, setReadKey] = useState<string>();
  const text = input === undefined ? undefined : JSON.stringify(input);
  const latest = useRef({ text, restore });
  const lastText = useRef<string>(undefined);

  useEffect(() => {
    latest.current = { text, restore };
  });

  useEffect(() => {
    if (!drafts || key === undefined) return undefined;
    let isCurrent = true;
    void drafts.read(key).then((stored) => {
      if (!isCurrent) return;
      setReadKey(key);
      if (stored === undefined || latest.current.text !== undefined) return;
      lastText.current = JSON.stringify(stored);
      latest.current.restore(stored as V);
      setRestored(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [drafts, key]);

  useEffect(() => {
    if (!drafts || key === undefined || text === lastText.current) return;
    lastText.current = text;
    if (text === undefined) drafts.drop(key);
    else drafts.keep(key, JSON.parse(text));
  }, [drafts, key, text]);

  const forget = () => {
    if (key !== undefined) drafts?.drop(key);
    setRestored(false);
  };
  const ready = !drafts || key === undefined || readKey === key;
  return { restored: restored && text !== undefined, ready, forget };
};
