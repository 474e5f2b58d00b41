import { useEffect, useState } from "react";
import { rollupLogs } from "../../../../../resources/raas/rollup-calls.ts";
import type { RollupRole } from "../../../../../resources/raas/rollups.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import type { LogRow } from "../../../ui/log/log-view.tsx";

interface RoleLog {
  readonly lines: readonly LogRow[];
  readonly state: "loading" | "ready" | "failed";
}

const loading: RoleLog = { lines: [], state: "loading" };
const pollMs = 1500;

/** Loads the complete log of a role and polls for new lines. Retries after errors. */
export const useRoleLog = (id: string, role: RollupRole): RoleLog => {
  const send = useSend();
  const [log, setLog] = useState(loading);
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = 0;
    const poll = async (): Promise<void> => {
      try {
        const { items, next } = await send(rollupLogs, {
          params: { id, role },
          query: { from },
          signal: ending.signal,
          silent: true,
        });
        if (ending.signal.aborted) return;
        from = (items.at(-1)?.line ?? from - 1) + 1;
        const rows = items.map(({ line, at, content }) => ({ seq: line + 1, timestamp: at, content }));
        setLog(({ lines }) => ({ lines: rows.length > 0 ? [...lines, ...rows] : lines, state: "ready" }));
        timer = setTimeout(() => void poll(), items.length > 0 && from < next ? 0 : pollMs);
      } catch {
        if (ending.signal.aborted) return;
        setLog(({ lines }) => ({ lines, state: "failed" }));
        timer = setTimeout(() => void poll(), pollMs);
      }
    };
    void poll();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [send, id, role]);
  return log;
};
