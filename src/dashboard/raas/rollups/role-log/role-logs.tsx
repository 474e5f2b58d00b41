import { rollupLogs } from "../../../../../resources/raas/rollup-calls.ts";
import { rollupRoles, type RollupRole } from "../../../../../resources/raas/rollups.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import type { LogRow } from "../../../ui/log/log-view.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { Tabs } from "../../../ui/page/tabs.tsx";
import { useState, useEffect } from "react";
import { roleNames } from "../labels.ts";

interface RoleLogsProps {
  readonly id: string;
  /** URL parameter of the tabs. */
  readonly param?: "tab" | "sub";
}

/** Live logs of sequencer, batcher and proposer. */
export const RoleLogs = ({ id, param = "tab" }: RoleLogsProps) => (
  <Tabs
    label="Roles"
    param={param}
    tabs={rollupRoles.map((role) => ({ label: roleNames[role], content: <RoleLog key={role} id={id} role={role} /> }))}
  />
);

const RoleLog = ({ id, role }: { readonly id: string; readonly role: RollupRole }) => {
  const { lines, state } = useRoleLog(id, role);
  const [following, setFollowing] = useState(true);
  return (
    <LogPanel
      title={roleNames[role]}
      label={`${roleNames[role]} log`}
      fileName={role}
      rows={lines}
      following={following}
      onFollowingChange={setFollowing}
      empty={
        state === "failed" ? (
          "Couldn't load the log. Retrying…"
        ) : (
          <>
            <Spinner /> Waiting for the first line…
          </>
        )
      }
    />
  );
};

interface RoleLog {
  readonly lines: readonly LogRow[];
  readonly state: "loading" | "ready" | "failed";
}

const loading: RoleLog = { lines: [], state: "loading" };
const pollMs = 1500;

/** Loads the complete log of a role and polls for new lines. Retries after errors. */
const useRoleLog = (id: string, role: RollupRole): RoleLog => {
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
