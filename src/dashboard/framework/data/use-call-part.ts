import type { CallInput } from "../../../../resources/call-input.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { useAct } from "./use-act.ts";
import { callKey } from "./use-call.ts";
import { useDraftPart, type FormPart } from "./use-draft-part.ts";

interface CallPartOptions<V> {
  /** Name of the form, used as the draft's key. */
  readonly draft: string;
  /** The stored values. */
  readonly saved: V;
  /** Values for the call's {placeholders}. */
  readonly params?: CallInput<CallSpec>["params"];
  /** The read call, refetched after a change. */
  readonly reads: CallSpec;
  readonly onSaved?: (reply: unknown) => void;
}

/** Settings form of a separate call: validated by the body's schema and sent in full. Errors keep the input. */
export const useCallPart = <V extends object>(
  spec: CallSpec,
  { draft, saved, params, reads, onSaved }: CallPartOptions<V>,
): FormPart<V> => {
  const { part, input, refused, setRefused, refuse, settle } = useDraftPart(draft, saved);
  const { act, acting } = useAct(spec, { done: "Saved", onError: refuse });
  const found = problemsOf(spec, part.values);

  const save = async () => {
    setRefused(found);
    if (Object.keys(found).length > 0) return;
    const reply = await act({ params, body: part.values as never });
    if (reply === undefined) return;
    onSaved?.(reply);
    await settle(callKey(reads));
  };
  return {
    ...part,
    // Fields that the user has not edited show no errors before sending.
    problems: { ...Object.fromEntries(Object.entries(found).filter(([field]) => field in input)), ...refused },
    saving: acting,
    save: () => void save(),
  };
};

const problemsOf = ({ body }: CallSpec, values: object): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const { path, message } of body?.safeParse(values).error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
};
