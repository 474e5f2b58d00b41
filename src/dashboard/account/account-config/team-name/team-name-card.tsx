import { editTeamName, teamName } from "../../../../../resources/account/teams/team-name.ts";
import { refreshSession } from "../../flows/account/account.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";

const title = "Team";
const text = "The name of your current team, for all of its members.";

/** The name of the team. */
export const TeamNameCard = () => {
  const { data, error, reload } = useCall(teamName);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return (
    <FormCard
      title={title}
      text={text}
      form={callForm(editTeamName)}
      initial={data}
      submit="Save team"
      done="Team saved"
      refreshes={[teamName]}
      onSaved={refreshSession}
    />
  );
};
