import type { Like } from "../../../../../resources/define.ts";
import { rpcTopChains, rpcTopMethods } from "../../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/card.tsx";
import { Ranking } from "../../../ui/chart/ranking.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { countedLabel, type CountedProps } from "./trends.tsx";
import styles from "./usage.module.css";

interface TopsProps extends CountedProps {
  /** Returns a chain's name. */
  readonly nameOf: (chain: string) => string;
}

/** Methods and chains with the most requests or compute units. */
export const Tops = ({ query, nameOf }: TopsProps) => (
  <div className={styles.tops}>
    <Top spec={rpcTopMethods} title="Top methods" by="method" query={query} />
    <Top spec={rpcTopChains} title="Top chains" by="chain" query={query} nameOf={nameOf} />
  </div>
);

interface TopProps extends CountedProps {
  readonly spec: Like<typeof rpcTopMethods>;
  readonly title: string;
  readonly by: string;
  readonly nameOf?: (name: string) => string;
}

const Top = ({ spec, title, by, query, nameOf = (name) => name }: TopProps) => {
  const { data, error, reload } = useCall(spec, { query });
  return (
    <Card title={title}>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <Ranking
          label={`${countedLabel[query.type]} by ${by}`}
          unit="count"
          rows={data?.x.map((name, at) => ({ name: nameOf(name), value: data.y[at]! }))}
        />
      )}
    </Card>
  );
};
