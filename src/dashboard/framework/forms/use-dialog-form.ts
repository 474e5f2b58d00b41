import { useState } from "react";
import { fieldMessages } from "../data/field-messages.ts";
import { useDraft } from "./use-draft.ts";

export interface DialogFormState<T> {
  readonly input: T;
  /** Errors by field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly setProblems: (problems: Readonly<Record<string, string>>) => void;
  readonly change: (changes: Partial<T>) => void;
  /** Assigns server errors to fields; returns false if none applies and the message must be shown elsewhere. */
  readonly onError: (error: Error) => boolean;
  /** Deletes the draft after sending. */
  readonly forget: () => void;
  readonly restored: boolean;
  readonly startOver: () => void;
  readonly giveUp: () => void;
}

/** Draft of a dialog's form: survives a reload until it is sent or discarded. */
export const useDialogForm = <T extends object>(
  draftKey: string,
  blank: T,
  onClose: () => void,
): DialogFormState<T> => {
  const [kept, setKept] = useState<T>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { restored, forget } = useDraft(draftKey, kept, setKept);
  const input = kept ?? blank;
  return {
    input,
    problems,
    setProblems,
    restored,
    forget,
    change: (changes) => {
      setKept({ ...input, ...changes });
      setProblems({});
    },
    onError: (error) => {
      const found = fieldMessages(error);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
    startOver: () => {
      forget();
      setKept(undefined);
      setProblems({});
    },
    giveUp: () => {
      forget();
      onClose();
    },
  };
};
