import type { Stake } from "../../../../resources/boost/stake-calls.ts";
import { useNode, type NodeState } from "../../flows/boost/node.ts";
import { useRate } from "../../flows/boost/use-rate.ts";
import { formatBuff, formatTokens, formatTokensExactly, tokenAmount } from "../../flows/boost-stake/tokens.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";

/** The current rate increase from stakes. */
export const Overview = ({ stake }: { readonly stake: Stake }) => {
  const node = useNode();
  return (
    <Panel title="Your mining">
      <Figures>
        <Figure
          label="Rate increase"
          value={formatBuff(node.name === "in" ? node.info.rateBuff : stake.rateBuff)}
          size="large"
        />
        {node.name === "in" && <HourlyRate info={node.info} />}
        <Figure
          label="Tokens staked"
          value={formatTokens(tokenAmount(stake.staked))}
          title={formatTokensExactly(tokenAmount(stake.staked))}
        />
        <Figure
          label="Unstaked tokens"
          value={formatTokens(tokenAmount(stake.balance))}
          title={formatTokensExactly(tokenAmount(stake.balance))}
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
