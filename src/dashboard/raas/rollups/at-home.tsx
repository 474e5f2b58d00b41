import { type RollupDetail, showRollup } from "../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../resources/raas/rollups.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { Card } from "../../ui/panels/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { rollupPath, screenOf, type Screen } from "./rollup-path.ts";

interface AtHomeProps {
  readonly id: string;
  readonly screen: Screen;
  /** Title while loading. */
  readonly title: string;
  readonly children: (rollup: RollupDetail, reload: () => void) => ReactNode;
}

const makingPollMs = 2000;
const quietPollMs = 10_000;

/** Shows a rollup on the screen for its status. Redirects from other screens. */
export const AtHome = ({ id, screen, title, children }: AtHomeProps) => {
  const { data, error, reload } = useRollup(id, screen === "making" ? makingPollMs : quietPollMs);
  if (data) return screenOf(data) === screen ? children(data, reload) : <Navigate to={rollupPath(data)} replace />;
  if (error) return <ErrorState message={error.message} onRetry={reload} isPage />;
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <Skeleton lines={6} />
      </Card>
    </>
  );
};

/** Loads a rollup with live updates, and polls as a fallback. */
const useRollup = (id: string, pollMs: number) => {
  const result = useCall(showRollup, { params: { id }, pollMs });
  useLive(rollups, result.reload);
  return result;
};
