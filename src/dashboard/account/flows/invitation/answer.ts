/** Answers an invite link as the signed-in user. Loaded on the answer: its calls are no part of the page. */
import { answerInvitation, redeemInvite } from "../../../../../resources/account/teams/member-calls.ts";
import { overview } from "../../../../../resources/pages.ts";
import { send } from "../../../api/client.ts";
import { loadTeams } from "../../../api/session/load.ts";
import { session } from "../../../api/session/session.ts";

/** Returns the id of the team that was joined; undefined if the invitation was declined. Throws the server's refusal. */
export const answerLink = async (code: string, accept: boolean): Promise<string | undefined> => {
  const { invitationId: id } = await send(redeemInvite, { body: { inviteCode: code }, silent: true });
  if (id === null) return undefined;
  const { team } = await send(answerInvitation, { params: { id }, body: { accept }, silent: true });
  return team?.teamId;
};

/** Opens the overview of a joined team. */
export const openTeam = async (teamId: string): Promise<void> => {
  // The list has the team's token; after a failure the next page loads it.
  await loadTeams().catch(() => undefined);
  // Only when leaving the page, so that it never acts for another team.
  addEventListener("pagehide", () => session.chooseTeam(teamId), { once: true });
  location.assign(overview.path);
};
