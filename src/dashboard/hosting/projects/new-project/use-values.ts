import { useEffect, useRef, useState } from "react";
import { dropDraft, storeDraft, readDraft } from "../../flows/deploy/draft.ts";
import { emptyValues, type NewProjectValues } from "../../flows/deploy/values.ts";

export type Change = (changes: Partial<NewProjectValues>) => void;

/** The form's values, restored from the draft and saved to it on each change. */
export const useValues = (draftKey: string) => {
  const [values, setValues] = useState(emptyValues);
  const [loaded, setLoaded] = useState(false);
  const touched = useRef(false);

  useEffect(() => {
    let isCurrent = true;
    void readDraft(draftKey).then((draft) => {
      if (!isCurrent) return;
      if (draft && !touched.current) setValues({ ...emptyValues, ...draft });
      setLoaded(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [draftKey]);

  const change: Change = (changes) => {
    touched.current = true;
    setValues((before) => {
      const after = { ...before, ...changes };
      void storeDraft(draftKey, after);
      return after;
    });
  };
  return { values, loaded, change, dropDraft: () => dropDraft(draftKey) };
};
