import type { CallInput } from "../../../../../resources/declare/call-input.ts";
import { rpcOverview } from "../../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { countOf, formatCount } from "../../../lib/format/count.ts";
import { formatShare } from "../../../lib/format/share.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Tiles, type Tile } from "../../../ui/panels/tiles.tsx";

interface FiguresProps {
  readonly query: CallInput<typeof rpcOverview>["query"];
  /** Period of the figures, for example "past 30 days". */
  readonly note: string;
  /** An extra tile at the end. */
  readonly more?: Tile | undefined;
}

/** Totals of a period: requests, compute units, success rate and cache hits. */
export const Figures = ({ query, note, more }: FiguresProps) => {
  const { data, error, reload } = useCall(rpcOverview, { query });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <Tiles
      count={more ? 5 : 4}
      metered={more?.share !== undefined}
      tiles={
        data && [
          { title: "Requests", icon: "exchange", value: formatCount(data.requests), note },
          { title: "Compute units", icon: "code", value: formatCount(data.usage), note: "charged" },
          {
            title: "Success rate",
            icon: "check",
            value: data.requests === 0 ? "–" : formatShare(data.rate),
            note: countOf(data.errors, "error"),
          },
          {
            title: "Cache hits",
            icon: "history",
            value: data.requests === 0 ? "–" : formatShare(data.cached),
            note: "served from cache",
          },
          ...(more ? [more] : []),
        ]
      }
    />
  );
};
