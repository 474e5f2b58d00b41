import type { FormInstance } from "antd";
import { useLayoutEffect, useRef, useState } from "react";

type Values = Readonly<Record<string, unknown>>;

interface Edits {
  /** Values that differ from the stored ones. */
  readonly edits: Values;
  /** The stored values of these fields when the user began to change them; of others, those of now. */
  readonly seen: Values;
}

/** The user's edits of a form with these stored values. */
export const useEdits = (stored: Values) => {
  const [state, setState] = useState<Edits>({ edits: {}, seen: {} });
  const latest = useRef(stored);
  useLayoutEffect(() => {
    latest.current = stored;
  });
  /** `sees`: what is stored now is shown to the user. */
  const setEdits = (change: (before: Values) => Values, sees = false) =>
    setState((before) => {
      const edits = unlessSame(change(before.edits), latest.current);
      if (sees) return { edits, seen: {} };
      const seenOf = (name: string) => (name in before.seen ? before.seen[name] : latest.current[name]);
      return { edits, seen: Object.fromEntries(Object.keys(edits).map((name) => [name, seenOf(name)])) };
    });
  return { ...state, setEdits };
};

/** Shows stored values that have changed, except where the user has edited; after saving, as the server stored them. */
export const useStoredValues = (form: FormInstance, stored: Values, edits: Values): void => {
  const text = JSON.stringify(stored);
  const isClean = Object.keys(edits).length === 0;
  const latest = useRef(edits);
  useLayoutEffect(() => {
    latest.current = edits;
  });
  useLayoutEffect(() => {
    form.setFieldsValue({ ...(JSON.parse(text) as Values), ...latest.current });
  }, [form, text, isClean]);
};

/** Values changed back to the stored ones need no saving. A cleared field equals one that was never filled. */
const unlessSame = (edits: Values, stored: Values): Values =>
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => !isSame(value, stored[name])));

const isSame = (edited: unknown, stored: unknown): boolean =>
  JSON.stringify(edited ?? "") === JSON.stringify(stored ?? "") ||
  (Array.isArray(edited) && edited.length === 0 && stored === undefined);
