import type { Stake } from "../../../../resources/boost/stake-calls.ts";
import { useNode, type NodeState } from "../../flows/boost/node.ts";
import { useRate } from "../../flows/boost/use-rate.ts";
import { formatBuff, formatTokens, formatTokensExactly } from "../../flows/boost-stake/tokens.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";

/** What the stakes add just now. */
export const Overview = ({ stake }: { readonly stake: Stake }) => {
  const node = useNode();
  return (
    <Panel title="Your mining">
      <Figures>
        <Figure label="Added to your rate" value={formatBuff(stake.rateBuff)} size="large" />
        {node.name === "in" && <HourlyRate info={node.info} />}
        <Figure label="Tokens staked" value={formatTokens(stake.staked)} title={formatTokensExactly(stake.staked)} />
        <Figure
          label="Tokens in your wallet"
          value={formatTokens(stake.balance)}
          title={formatTokensExactly(stake.balance)}
        />
      </Figures>
    </Panel>
  );
};

const HourlyRate = ({ info }: { readonly info: Extract<NodeState, { readonly name: "in" }>["info"] }) => {
  const { total } = useRate(info);
  return (
    <Figure label="Your node earns" value={formatPoints(total)} unit="points/h" title={formatPointsExactly(total)} />
  );
};
