import { useState } from "react";
import { rollupRoles, type RollupRole } from "../../../../../resources/raas/rollups.ts";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import styles from "./role-logs.module.css";
import { roleNames } from "./role-names.ts";
import { useRoleLog } from "./use-role-log.ts";

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
    <div className={styles.log}>
      <LogPanel
        label={`${roleNames[role]} log`}
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
    </div>
  );
};
