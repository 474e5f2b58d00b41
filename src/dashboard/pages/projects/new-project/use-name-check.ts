import { useEffect, useState } from "react";
import type { Reply } from "../../../../../resources/call-input.ts";
import { projectNameCheck } from "../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useSend } from "../../../framework/data/call-context.ts";

/** Typing has paused when nothing was typed for this long. */
const debounceMs = 300;

export interface NameCheck {
  /** Why a project cannot have this name or its address. */
  readonly message?: string;
  /** A name that is free. */
  readonly suggestion?: string;
}

/** Asks the server whether a valid name and its address are free, once typing pauses. Undefined until that is known. */
export const useNameCheck = (name: string, enabled: boolean): NameCheck | undefined => {
  const send = useSend();
  const [checked, setChecked] = useState<{ readonly name: string; readonly reply: Reply<typeof projectNameCheck> }>();
  const asks = enabled && projects.fields.name.schema.safeParse(name).success;
  useEffect(() => {
    if (!asks) return undefined;
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
  }, [asks, name, send]);
  if (!asks || checked?.name !== name) return undefined;
  const { available, message, suggestion } = checked.reply;
  return available
    ? {}
    : { ...(message !== undefined && { message }), ...(suggestion !== undefined && { suggestion }) };
};
