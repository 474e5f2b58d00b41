import type { StakeTerms } from "../../../../resources/boost/staking/stake-terms.ts";
import { formatBuff, formatTokens, formatTokensExactly, tokenAmount } from "../flows/boost-stake/tokens.ts";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";

interface TermsViewProps {
  readonly terms: StakeTerms;
  /** Tokens staked by all nodes. Undefined while loading. */
  readonly total: string | undefined;
}

/** Rate increases and total stakes. */
export const TermsView = ({ terms, total }: TermsViewProps) => (
  <Panel title="Staking rates" text="Assets you unstake, sell or transfer stop counting.">
    <Figures>
      <Figure label="Each staked NFT" value={formatBuff(terms.perNft)} note={`up to ${terms.nftsCounted} NFTs`} />
      <Figure
        label="Each staked token"
        value={formatBuff(terms.perStakedToken)}
        note={`from ${terms.stakedTokensMin} tokens`}
      />
      <Figure
        label="Each unstaked token"
        value={formatBuff(terms.perHeldToken)}
        note={`all tokens: up to ${terms.tokensMax}%`}
      />
      <Figure
        label="Total staked"
        note={`on ${terms.chainName}`}
        value={total === undefined ? "…" : formatTokens(tokenAmount(total))}
        {...(total !== undefined && { title: formatTokensExactly(tokenAmount(total)) })}
      />
    </Figures>
  </Panel>
);
