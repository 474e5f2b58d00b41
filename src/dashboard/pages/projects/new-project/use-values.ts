import { useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "../../../flows/deploy/draft.ts";
import { emptyValues, type NewProjectValues } from "../../../flows/deploy/values.ts";

export type Change = (changes: Partial<NewProjectValues>) => void;

/** The form's values: begun from the draft of the last visit, kept as one while they are typed. */
export const useValues = (teamId: string) => {
  const [values, setValues] = useState(emptyValues);
  const touched = useRef(false);

  useEffect(() => {
    void readDraft(teamId).then((draft) => {
      if (draft && !touched.current) setValues({ ...emptyValues, ...draft });
    });
  }, [teamId]);

  const change: Change = (changes) => {
    touched.current = true;
    setValues((before) => {
      const after = { ...before, ...changes };
      void keepDraft(teamId, after);
      return after;
    });
  };
  return { values, change, dropDraft: () => dropDraft(teamId) };
};
