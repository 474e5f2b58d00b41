import { Link } from "react-router";
import { aiTeamActivity } from "../../../../../resources/ai-rpc/key-calls.ts";
import { playgroundKey } from "../../../../../resources/ai-rpc/limits.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import type { Column } from "../../../ui/data-table-types.ts";
import { Empty } from "../../../ui/empty.tsx";
import { keyPath } from "../paths.ts";
import { ActivityTable, useActivityState } from "./activity-table.tsx";

type TeamRequest = Reply<typeof aiTeamActivity>["items"][number];

const columns: readonly Column<TeamRequest>[] = [
  {
    key: "key",
    title: "Key",
    cell: ({ keyId, keyName }) =>
      keyId === playgroundKey ? keyName : <Link to={keyPath({ id: keyId, name: keyName })}>{keyName}</Link>,
    width: "150px",
  },
];

/** Requests of all the team's keys and its playground. */
export const TeamActivity = () => {
  const state = useActivityState();
  const activity = useCall(aiTeamActivity, { query: state.query });
  return (
    <ActivityTable
      title="Requests"
      state={state}
      activity={activity}
      columns={columns}
      empty={
        <Empty
          icon="history"
          title="No requests yet"
          text="Requests from your keys and the playground appear here with tokens, cost and speed."
        />
      }
    />
  );
};
