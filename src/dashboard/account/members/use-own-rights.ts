import { refusalToChange, type Giver } from "../../../../resources/account/teams/grants.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { useUser } from "../flows/account/account.ts";
import { useTeam } from "../../hosting/flows/deploy/use-team.ts";
import { useAllows } from "../../framework/use-allows.ts";

export type Member = Row<typeof members>;

export interface OwnRights extends Giver {
  readonly teamId: string;
  readonly teamName: string;
  readonly mayInvite: boolean;
  readonly isSelf: (member: Member) => boolean;
  /**
   * Returns whether the user can change a membership: not the owner's, not their own, and a member manager's only as
   * the owner.
   */
  readonly mayChange: (member: Member) => boolean;
}

/** Returns the user's permissions on the list. */
export const useOwnRights = (): OwnRights => {
  const team = useTeam();
  const user = useUser();
  const allows = useAllows();
  const mayEdit = allows("edit", members.name);
  const isOwner = team?.type === "INDIVIDUAL";
  const isSelf = ({ uid }: Member): boolean => uid !== "" && uid === user?.uid;
  return {
    teamId: team?.teamId ?? "",
    teamName: team?.teamName ?? "",
    access: team?.access ?? [],
    levels: team?.levels ?? {},
    isOwner,
    mayInvite: allows("create", members.name),
    isSelf,
    mayChange: (member) =>
      mayEdit &&
      member.role !== "OWNER" &&
      refusalToChange({ isOwner }, { access: member.access, isSelf: isSelf(member) }) === undefined,
  };
};
