import type { StakeTerms } from "../../../../resources/boost/stake-terms.ts";
import { formatBuff, formatTokens, formatTokensExactly, tokenAmount } from "../../flows/boost-stake/tokens.ts";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";

interface TermsViewProps {
  readonly terms: StakeTerms;
  /** Tokens that everybody has staked; undefined until it is known. */
  readonly total: string | undefined;
}

/** What staking adds, and how much is staked. */
export const TermsView = ({ terms, total }: TermsViewProps) => (
  <Panel
    title="What it adds to your rate"
    text="As long as it stands: what you take back, sell or send away stops counting."
  >
    <Figures>
      <Figure label="Each staked NFT" value={formatBuff(terms.perNft)} note={`${terms.nftsCounted} of them at most`} />
      <Figure
        label="Each staked token"
        value={formatBuff(terms.perStakedToken)}
        note={`from ${terms.stakedTokensMin} tokens on`}
      />
      <Figure label="Each token you hold" value={formatBuff(terms.perHeldToken)} note="without staking it" />
      <Figure
        label="Staked by everybody"
        note={`on ${terms.chainName}`}
        value={total === undefined ? "…" : formatTokens(tokenAmount(total))}
        {...(total !== undefined && { title: formatTokensExactly(tokenAmount(total)) })}
      />
    </Figures>
  </Panel>
);
