import { leaveTeam as leaveTeamCall } from "../../../../resources/account/member-calls.ts";
import { overview } from "../../../../resources/pages.ts";
import { send } from "../../api/client.ts";
import { session } from "../../api/session/session.ts";
import { startLeaving } from "../../lib/leaving.ts";

/** Leaves a joined team, and goes to the overview of the user's own team. */
export const leaveTeam = async (teamId: string): Promise<void> => {
  await send(leaveTeamCall, { body: { teamId } });
  startLeaving();
  session.forgetTeam();
  location.assign(overview.path);
};
