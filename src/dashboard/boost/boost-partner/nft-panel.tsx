import type { Nft } from "../../../../resources/boost/staking/stake-calls.ts";
import type { StakeTerms } from "../../../../resources/boost/staking/stake-terms.ts";
import { isUnderWay, type StakeAct, type StakingState } from "../flows/boost-stake/machine.ts";
import { formatBuff } from "../flows/boost-stake/tokens.ts";
import { Button } from "../../ui/button.tsx";
import { Nothing } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./mining.module.css";

interface NftPanelProps {
  readonly terms: StakeTerms;
  readonly nfts: readonly Nft[];
  readonly staking: StakingState;
  readonly onAct: (act: StakeAct) => unknown;
}

/** The user's NFTs: mint (local devnet), stake and unstake. */
export const NftPanel = ({ terms, nfts, staking, onAct }: NftPanelProps) => {
  const mint = terms.faucet && (
    <Button
      icon="plus"
      busy={isUnderWay(staking) && staking.act.kind === "mint"}
      disabled={isUnderWay(staking)}
      onClick={() => onAct({ kind: "mint" })}
    >
      Mint NFT
    </Button>
  );
  return (
    <Panel title="NFTs" text={`Each staked NFT adds ${formatBuff(terms.perNft)}, up to ${terms.nftsCounted} NFTs.`}>
      {nfts.length === 0 ? (
        <Nothing
          icon="cube"
          title="No NFTs yet"
          text={
            terms.faucet
              ? "Get test coins for the network fee, then mint and stake an NFT."
              : "Boost NFTs in your linked wallets appear here."
          }
          action={mint}
        />
      ) : (
        <div className={styles.form}>
          <ul className={styles.nfts}>
            {nfts.map((nft) => (
              <NftCard key={nft.tokenId} nft={nft} staking={staking} onAct={onAct} />
            ))}
          </ul>
          {mint}
        </div>
      )}
    </Panel>
  );
};

const NftCard = ({ nft, staking, onAct }: { readonly nft: Nft } & Pick<NftPanelProps, "staking" | "onAct">) => {
  const { tokenId: id, name, image, staked, rateBuff } = nft;
  const act: StakeAct = { kind: staked ? "unstake-nft" : "stake-nft", id };
  const isActing = isUnderWay(staking);
  const isThis = isActing && "id" in staking.act && staking.act.id === id;
  return (
    <li className={styles.nft}>
      <img src={image} alt="" width={120} height={120} />
      <strong>{name}</strong>
      <span className={staked ? styles.counts : styles.note}>{stakeNote(nft, rateBuff)}</span>
      <Button
        wide
        kind={staked ? "secondary" : "primary"}
        busy={isThis}
        disabled={isActing}
        title={`${staked ? "Unstake" : "Stake"} ${name}`}
        onClick={() => onAct(act)}
      >
        {staked ? "Unstake" : "Stake"}
      </Button>
    </li>
  );
};

const stakeNote = ({ staked }: Nft, rateBuff: number): string => {
  if (!staked) return "Not staked";
  return rateBuff > 0 ? `Staked, ${formatBuff(rateBuff)}` : "Staked";
};
