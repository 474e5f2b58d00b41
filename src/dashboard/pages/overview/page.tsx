import { teamUsage } from "../../../../resources/cloud/overview.ts";
import { href } from "../../../../resources/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tiles } from "../../ui/tiles.tsx";
import { RecentProjects } from "./recent-projects.tsx";
import { TrialBanner } from "./trial-banner.tsx";
import { usageTiles } from "./usage-tiles.ts";

/** /overview: what the team has, what it used and what it worked on. */
export const Component = () => {
  const team = useTeam();
  const allows = useAllows();
  const { data, error, reload } = useCall(teamUsage);
  return (
    <>
      <PageHeader
        title={`Overview of ${shortenName(team?.teamName ?? "")}`}
        text="Welcome. Here is what your team runs and what it has used."
        actions={
          allows("create", "projects") && (
            <LinkButton kind="primary" icon="plus" to={href(projects, "create")}>
              {projects.titles.create}
            </LinkButton>
          )
        }
      />
      <div className="fh-stack">
        {data?.package === "TRIAL" && <TrialBanner usage={data} own={team?.type === "INDIVIDUAL"} onChanged={reload} />}
        {error && !data ? (
          <ErrorState message={error.message} onRetry={reload} />
        ) : (
          <Tiles tiles={data && usageTiles(data)} count={4} />
        )}
        {allows("list", "projects") && <RecentProjects />}
      </div>
    </>
  );
};
