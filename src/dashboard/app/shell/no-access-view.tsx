import type { Team } from "../../../../resources/account/teams/teams.ts";
import { sharedErrors } from "../../../../resources/declare/shared-errors.ts";
import { memberMessages } from "../../../../resources/account/teams/team-messages.ts";
import { overview } from "../../../../resources/pages.ts";
import type { RouteHandle } from "../../framework/derive/routes.ts";
import { routeTitle, subjectOf } from "../../framework/derive/titles.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { State } from "../../ui/states/state.tsx";
import { declared, exists } from "../registry.ts";
import { switchToOwner } from "../session/switch-team.ts";

/** The only page that a disabled team can open. */
const configurationPage = "account-config";

interface NoAccessProps {
  readonly team: Team;
  readonly handle: RouteHandle;
}

/** Replaces a screen that the user can't access: the reason and the actions. */
const NoAccessView = ({ team, handle }: NoAccessProps) => {
  const allows = useAllows();
  const configuration = declared.pages.find(({ name }) => name === configurationPage);
  const disabled = team.status === "DISABLED";
  return (
    <State
      kind="refused"
      isPage
      title="Access denied"
      text={reasonFor(team, handle)}
      action={
        <>
          {team.type === "COLLABORATION" && (
            <Button kind={disabled ? "primary" : "secondary"} onClick={() => switchToOwner()}>
              Switch to your owner account
            </Button>
          )}
          {allows("show", overview.name) && (
            <LinkButton kind="primary" to={overview.path}>
              Go to overview
            </LinkButton>
          )}
          {disabled && configuration && exists(`${configurationPage}/page`) && (
            <LinkButton to={configuration.path}>{configuration.title}</LinkButton>
          )}
        </>
      }
    />
  );
};

export default NoAccessView;

const reasonFor = ({ status, teamName }: Team, handle: RouteHandle): string => {
  if (status === "DISABLED") return sharedErrors.TEAM_DISABLED.message;
  if (subjectOf(declared, handle).operator) return memberMessages.operatorsOnly;
  return memberMessages.noAccess.replace("{screen}", nameOf(handle)).replace("{team}", shortenName(teamName));
};

/** Returns the screen's name: of a record, the name of its list. */
const nameOf = (handle: RouteHandle): string =>
  handle.kind === "resource" && handle.verb === "create"
    ? routeTitle(declared, handle, {})
    : subjectOf(declared, handle).title;
