import { lazy, Suspense, useEffect, useState } from "react";
import { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { href } from "../../../../resources/declare/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { teamUsage } from "../../../../resources/operator/overview.ts";
import { refreshSession, useUser } from "../../account/flows/account/account.ts";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import type { TeamUsage } from "../../framework/cost/usage-tiles.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useRecords, type RecordsResult } from "../../framework/data/use-records.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatDay } from "../../lib/format/date.ts";
import { guideFlags } from "../../lib/guide-flags.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { useTeam } from "../flows/deploy/use-team.ts";
import styles from "./overview.module.css";
import { ProjectCards } from "./project-cards.tsx";
import { UsageCard } from "./usage-card.tsx";
import { useSteps } from "./use-steps.ts";

/** The name of a new account: the start and the end of its wallet's address. */
const defaultName = /^0x[\da-f]{4}…[\da-f]{4}$/i;

// Only new teams and users see these, and only from the first data on.
const Checklist = lazy(() => import("./checklist.tsx").then((module) => ({ default: module.Checklist })));
const DisplayNameCard = lazy(() =>
  import("../../account/flows/display-name/display-name-card.tsx").then((module) => ({
    default: module.DisplayNameCard,
  })),
);
const Unpaid = lazy(() => import("./balance.tsx").then((module) => ({ default: module.Unpaid })));
const Activity = lazy(() =>
  import("../../account/flows/activity/activity.tsx").then((module) => ({ default: module.Activity })),
);
const ClaimDialog = lazy(() => import("./claim-dialog.tsx").then((module) => ({ default: module.ClaimDialog })));

const shownProjects = 6;

/** /overview: first steps, recent projects, usage and activity of the team. */
export const Component = () => {
  const team = useTeam();
  const allows = useAllows();
  const uid = useUser()?.uid;
  const [isDepositing, setDepositing] = useState(false);
  const usage = useCall(teamUsage);
  const own = team?.type === "INDIVIDUAL";
  const seesProjects = allows("list", projects.name);
  const seesBalance = allows("list", deposits.name);
  const [isDismissed, dismiss] = useGuide(`checklist ${team?.teamId}`);
  const recent = useRecords(projects, { size: shownProjects, enabled: seesProjects });
  const steps = useSteps({ usage: usage.data, enabled: !isDismissed, own });
  const openDeposit = () => setDepositing(true);
  // All at once: a part that arrived later would move those below.
  const isReady = !recent.loading && (usage.error !== undefined || (usage.data !== undefined && steps !== undefined));
  const isComplete = steps?.every(({ isDone }) => isDone) === true;
  useEffect(() => {
    if (isComplete && !isDismissed) dismiss();
  });
  return (
    <>
      <PageHeader
        title={`Overview of ${team?.teamName ?? ""}`}
        text="Welcome to Freehold. Here are your team's usage and recent projects."
        actions={
          allows("create", projects.name) && (
            <LinkButton kind="primary" icon="plus" to={href(projects, "create")}>
              {projects.titles.create}
            </LinkButton>
          )
        }
      />
      <div className={styles.home}>
        <div className={styles.start}>
          {isReady ? (
            <Suspense fallback={<Loading />}>
              {seesBalance && <Unpaid />}
              {usage.data && <Tips usage={usage.data} own={own} onChanged={usage.reload} onDeposit={openDeposit} />}
              <NameQuestion />
              {seesProjects && <RecentProjects {...recent} isOffered={!isComplete} />}
              {steps && !isComplete && <Checklist steps={steps} onDismiss={dismiss} />}
            </Suspense>
          ) : (
            <Loading />
          )}
        </div>
        <div className={styles.side}>
          {usage.data ? (
            <UsageCard usage={usage.data} seesBalance={seesBalance} onDeposit={own ? openDeposit : undefined} />
          ) : usage.error ? (
            <ErrorState message={usage.error.message} onRetry={usage.reload} />
          ) : (
            <span className="fh-skeleton" />
          )}
        </div>
        {isReady && allows("list", operationLog.name) && (
          <div className={styles.activity}>
            <Suspense>
              <Activity uid={uid} />
            </Suspense>
          </div>
        )}
      </div>
      {isDepositing && (
        <Suspense>
          <ClaimDialog onCredited={usage.reload} onClose={() => setDepositing(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Whether this browser has dismissed a guide, and how to dismiss it. */
const useGuide = (flag: string): readonly [isDismissed: boolean, dismiss: () => void] => {
  const [, setCount] = useState(0);
  const dismiss = (): void => {
    guideFlags.dismiss(flag);
    setCount((count) => count + 1);
  };
  return [guideFlags.has(flag), dismiss];
};

const Loading = () => (
  <div className={styles.loading} aria-hidden="true">
    <span className="fh-skeleton" />
    <span className="fh-skeleton" />
    <span className="fh-skeleton" />
  </div>
);

/** Asks users who are still named by their wallet for a name. */
const NameQuestion = () => {
  const user = useUser();
  const [isAnswered, answer] = useGuide(`name ${user?.uid}`);
  return (
    user &&
    !isAnswered &&
    defaultName.test(user.username) && <DisplayNameCard onSaved={refreshSession} onAnswered={answer} />
  );
};

interface RecentProjectsProps extends Pick<RecordsResult<typeof projects>, "rows" | "total" | "error" | "reload"> {
  /** The checklist offers the first project. */
  readonly isOffered: boolean;
}

/** Recent projects. */
const RecentProjects = ({ rows = [], total, error, reload, isOffered }: RecentProjectsProps) => {
  if (error && rows.length === 0) return <ErrorState message={error.message} onRetry={reload} />;
  if (rows.length === 0)
    return (
      isOffered || (
        <Card>
          <Empty icon="projects" title={projects.list.empty.title} text={projects.list.empty.text} />
        </Card>
      )
    );
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <header>
        <h2 id="recent">Recent projects</h2>
        {total > shownProjects && (
          <LinkButton kind="plain" size="small" to={href(projects, "list")}>
            View all {total}
          </LinkButton>
        )}
      </header>
      <ProjectCards rows={rows} />
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

/** What the trial does not include, and its end date. */
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
    {own ? "Activate your account" : "The owner must activate the account"} to unlock pinning, RPC, AI, rollups and
    members.
  </Banner>
);

interface FirstDepositBannerProps {
  readonly onDeposit: () => void;
}

/** For activated users without a deposit. */
const FirstDepositBanner = ({ onDeposit }: FirstDepositBannerProps) => (
  <Banner
    icon="gift"
    title="Get more with your first deposit"
    action={
      <Button size="small" onClick={onDeposit}>
        Deposit
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
  readonly onDeposit: () => void;
}

/** Tips for users without activation or a deposit. */
const Tips = ({ usage, own, onChanged, onDeposit }: TipsProps) => {
  if (usage.package === "TRIAL") return <TrialBanner usage={usage} own={own} onChanged={onChanged} />;
  if (!own) return null;
  if (usage.package === "FREE") return <FirstDepositBanner onDeposit={onDeposit} />;
  return (
    <Suspense>
      <ActivationBanner />
    </Suspense>
  );
};
