import { useSyncExternalStore } from "react";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { memberMessages } from "../../../../resources/account/teams/team-messages.ts";
import { joined, takeJoined } from "../../account/flows/notices/joined.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, type MenuItem } from "../../ui/menu/menu.tsx";
import { listPath } from "../registry.ts";
import { switchTeam } from "../session/switch-team.ts";
import { useSession } from "../session/use-session.ts";

/** Shows the current team and role; opens the list of all teams, grouped into Owner and Member. */
export const TeamSwitcher = ({ team }: { readonly team: Team }) => {
  const { teams } = useSession();
  const allows = useAllows();
  const of = (type: Team["type"]): MenuItem[] =>
    teams.filter((one) => one.type === type).map((one) => entryOf(one, one.teamId === team.teamId));
  const invite: MenuItem[] = allows("create", "members")
    ? [{ label: "Invite members", icon: "plus", to: listPath("members") }]
    : [];
  return (
    <div className="fh-switcher">
      <SwitchTip />
      <Menu
        label={`Team ${shortenName(team.teamName)}, ${roleOf(team)}`}
        title={team.teamName}
        isNamedByContent
        className="fh-account-team"
        onOpen={takeJoined}
        groups={[
          { title: roleLabels.INDIVIDUAL, items: of("INDIVIDUAL") },
          { title: roleLabels.COLLABORATION, items: of("COLLABORATION") },
          invite,
        ]}
      >
        <Avatar seed={team.teamId} image={team.teamAvatar} />
        <span className="fh-hidden">Team </span>
        <span>
          <strong className="fh-ellipsis">{shortenName(team.teamName)}</strong>
          <small>{team.status === "DISABLED" ? `${roleOf(team)}, disabled` : roleOf(team)}</small>
        </span>
        <Icon name="sort" size={15} />
      </Menu>
    </div>
  );
};

const roleLabels = { INDIVIDUAL: "Owner", COLLABORATION: "Member" } as const;
const roleOf = ({ type }: Team): string => roleLabels[type];

const entryOf = ({ teamId, teamName, teamAvatar, status }: Team, checked: boolean): MenuItem => ({
  label: shortenName(teamName),
  title: teamName,
  image: <Avatar seed={teamId} image={teamAvatar} size={22} />,
  checked,
  ...(status === "DISABLED" && { note: "Disabled" }),
  onSelect: () => switchTeam(teamId),
});

/** After joining a team: points to the team switcher, until closed or until the switcher is opened. */
const SwitchTip = () => {
  const shown = useSyncExternalStore(joined.subscribe, joined.get);
  return (
    <div role="status">
      {shown && (
        <div className="fh-switch-tip">
          <p>{memberMessages.switchTip}</p>
          <IconButton icon="close" label="Close tip" size="small" onClick={() => takeJoined()} />
        </div>
      )}
    </div>
  );
};
