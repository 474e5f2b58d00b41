import { Link } from "react-router";
import { aiTeamRequests } from "../../../../../resources/ai/key-calls.ts";
import { playgroundKey } from "../../../../../resources/ai/limits.ts";
import type { Cells } from "../../../framework/pages/record-list.tsx";
import { keyPath } from "../paths.ts";
import { ActivityTable, requestCells } from "./activity-table.tsx";
import { Usage } from "./usage.tsx";

const cells: Cells<typeof aiTeamRequests> = {
  ...requestCells,
  keyName: ({ keyId, keyName }) =>
    keyId === playgroundKey ? keyName : <Link to={keyPath({ id: keyId, name: keyName })}>{keyName}</Link>,
};

/** Usage and requests of all the team's keys and its playground. */
export const TeamActivity = () => (
  <div className="fh-stack">
    <Usage />
    <ActivityTable resource={aiTeamRequests} cells={cells} />
  </div>
);
