import { lazy, Suspense, useState } from "react";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { teamUsage } from "../../../../resources/operator/overview.ts";
import { href } from "../../../../resources/declare/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useTeam } from "../flows/deploy/use-team.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tiles, type Tile } from "../../ui/panels/tiles.tsx";
import {
  usageTiles,
  formatAmount,
  nameOfResource,
  offeredItems,
  type TeamUsage,
} from "../../framework/cost/usage-tiles.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { Empty } from "../../ui/states/empty.tsx";
import { projectCells } from "../projects/cells.tsx";
import styles from "./overview.module.css";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/states/banner.tsx";

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
        text="Welcome to Freehold. Here are your team's usage and recent projects."
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

type Project = Row<typeof projects>;

const shownProjects = 5;

const columns: readonly Column<Project>[] = (["name", "production", "state", "mainLink", "updatedAt"] as const).map(
  (key) => ({
    key,
    title: projects.fields[key].label,
    cell: projectCells[key] ?? ((row) => cell(projects.fields[key], row[key])),
  }),
);

const hrefOf = ({ id, name }: Project): string => href(projects, "show", { projName: name, id });

/** Recent projects, or a prompt to create the first one. */
const RecentProjects = () => {
  const mayCreate = useAllows()("create", "projects");
  const prefetch = usePrefetch();
  const { rows, total, error, reload } = useRecords(projects, { size: shownProjects });
  return (
    <section className={styles.recent}>
      <header>
        <h2>Recent projects</h2>
        {total > shownProjects && (
          <LinkButton kind="plain" size="small" to={href(projects, "list")}>
            View all {total}
          </LinkButton>
        )}
      </header>
      <DataTable<Project>
        label="Recent projects"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={hrefOf}
        onRowHover={(row) => prefetch(hrefOf(row))}
        skeletonRows={3}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
        empty={
          <Empty
            icon="rocket"
            title={mayCreate ? "Deploy your first site" : projects.list.empty.title}
            text={mayCreate && projects.list.empty.text}
            action={
              mayCreate && (
                <LinkButton kind="primary" icon="plus" to={href(projects, "create")}>
                  {projects.titles.create}
                </LinkButton>
              )
            }
          />
        }
      />
    </section>
  );
};

interface TrialBannerProps {
  readonly usage: TeamUsage;
  /** The user's own team. Activation shows only there. */
  readonly own: boolean;
  /** Called after activation. */
  readonly onChanged: () => void;
}

/** Contents and end date of the trial. */
const TrialBanner = ({ usage, own, onChanged }: TrialBannerProps) => (
  <Banner
    icon="info"
    title={usage.endsAt === undefined ? "Trial" : `Trial until ${formatDay(usage.endsAt)}`}
    action={
      own && (
        <Button size="small" onClick={() => void showActivation().then(onChanged)}>
          Activate now
        </Button>
      )
    }
  >
    Includes {listed(usage)}. Activate your account or make a deposit, and your allowance resets monthly.
  </Banner>
);

/** Formats "1 GB IPFS storage, 50 min build time and 1 GB traffic". */
const listed = (usage: TeamUsage): string => {
  const parts = offeredItems(usage)
    .filter(({ allowed }) => allowed > 0)
    .map(
      ({ resourceType, allowed }) =>
        `${formatAmount(resourceType, allowed)} of ${inSentence(nameOfResource(resourceType))}`,
    );
  return new Intl.ListFormat("en", { style: "long" }).format(parts);
};

/** Keeps proper names, lowercases other words. */
const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) && !name.startsWith("Arweave") ? name.toLowerCase() : name;

interface FirstDepositBannerProps {
  readonly onClaim: () => void;
}

/** For activated users without a deposit. */
const FirstDepositBanner = ({ onClaim }: FirstDepositBannerProps) => (
  <Banner
    icon="gift"
    title="Get more with your first deposit"
    action={
      <Button size="small" onClick={onClaim}>
        Claim LAND
      </Button>
    }
  >
    Deposit at least $1 to get the standard package, dedicated gateways and points.
  </Banner>
);

const ActivationBanner = lazy(() =>
  import("./activation-banner.tsx").then((module) => ({ default: module.ActivationBanner })),
);

interface TipsProps {
  readonly usage: TeamUsage;
  /** The user's own team. Activation and deposit offers show only there. */
  readonly own: boolean;
  readonly onChanged: () => void;
  readonly onClaim: () => void;
}

/** Tips for users without activation or a deposit. */
const Tips = ({ usage, own, onChanged, onClaim }: TipsProps) => {
  if (usage.package === "TRIAL") return <TrialBanner usage={usage} own={own} onChanged={onChanged} />;
  if (!own) return null;
  if (usage.package === "FREE") return <FirstDepositBanner onClaim={onClaim} />;
  return (
    <Suspense>
      <ActivationBanner />
    </Suspense>
  );
};
