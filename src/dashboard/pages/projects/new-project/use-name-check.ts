import { useEffect, useState } from "react";
import type { Reply } from "../../../../../resources/call-input.ts";
import { projectNameCheck } from "../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useSend } from "../../../framework/data/call-context.ts";

/** Delay after typing before the name is checked. */
const debounceMs = 300;

export interface NameCheck {
  /** Reason why the name or its URL is unavailable. */
  readonly message?: string;
  /** An available name. */
  readonly suggestion?: string;
}

/** Checks whether a valid name and its URL are available, after typing pauses. Returns undefined until the reply. */
export const useNameCheck = (name: string, enabled: boolean): NameCheck | undefined => {
  const send = useSend();
  const [checked, setChecked] = useState<{ readonly name: string; readonly reply: Reply<typeof projectNameCheck> }>();
  const canCheck = enabled && projects.fields.name.schema.safeParse(name).success;
  useEffect(() => {
    if (!canCheck) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      send(projectNameCheck, { query: { name }, signal: stop.signal }).then(
        (reply) => setChecked({ name, reply }),
        // The server checks again when the project is created.
        () => undefined,
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [canCheck, name, send]);
  if (!canCheck || checked?.name !== name) return undefined;
  const { available, message, suggestion } = checked.reply;
  return available
    ? {}
    : { ...(message !== undefined && { message }), ...(suggestion !== undefined && { suggestion }) };
};
