import { lazy, Suspense, useState } from "react";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { teamUsage } from "../../../../resources/cloud/overview.ts";
import { href } from "../../../../resources/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tiles, type Tile } from "../../ui/tiles.tsx";
import { RecentProjects } from "./recent-projects.tsx";
import { Tips } from "./tips.tsx";
import { usageTiles } from "./usage-tiles.ts";

// The balance loads after the first paint.
const LandValue = lazy(() => import("./land.tsx").then((module) => ({ default: module.LandValue })));
const LandNote = lazy(() => import("./land.tsx").then((module) => ({ default: module.LandNote })));
const Unpaid = lazy(() => import("./land.tsx").then((module) => ({ default: module.Unpaid })));
const ClaimDialog = lazy(() => import("./claim-dialog.tsx").then((module) => ({ default: module.ClaimDialog })));

/** /overview: the team's usage and recent projects. */
export const Component = () => {
  const team = useTeam();
  const allows = useAllows();
  const [claiming, setClaiming] = useState(false);
  const { data, error, reload } = useCall(teamUsage);
  const own = team?.type === "INDIVIDUAL";
  const seesLand = allows("list", deposits.name);
  const claim = () => setClaiming(true);
  return (
    <>
      <PageHeader
        title={`Overview of ${shortenName(team?.teamName ?? "")}`}
        text="Your team's usage and recent projects."
        actions={
          <>
            {own && (
              <Button icon="wallet" onClick={claim}>
                Claim LAND
              </Button>
            )}
            {allows("create", "projects") && (
              <LinkButton kind="primary" icon="plus" to={href(projects, "create")}>
                {projects.titles.create}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="fh-stack">
        {data && seesLand && (
          <Suspense>
            <Unpaid />
          </Suspense>
        )}
        {data && <Tips usage={data} own={own} onChanged={reload} onClaim={claim} />}
        {error && !data ? (
          <ErrorState message={error.message} onRetry={reload} />
        ) : (
          <Tiles tiles={data && [...usageTiles(data), ...(seesLand ? [landTile] : [])]} count={seesLand ? 5 : 4} />
        )}
        {allows("list", "projects") && <RecentProjects />}
      </div>
      {claiming && (
        <Suspense>
          <ClaimDialog onCredited={reload} onClose={() => setClaiming(false)} />
        </Suspense>
      )}
    </>
  );
};

const landTile: Tile = {
  title: "LAND",
  icon: "wallet",
  value: (
    <Suspense fallback="–">
      <LandValue />
    </Suspense>
  ),
  note: (
    <Suspense fallback="…">
      <LandNote />
    </Suspense>
  ),
};
