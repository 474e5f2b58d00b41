import { useState, useEffect, useRef } from "react";
import {
  nodeTokens,
  type Stake,
  bindStake,
  nftList,
  stakeInfo,
  type Nft,
  type NodeToken,
} from "../../../../resources/boost/staking/stake-calls.ts";
import type { StakeTerms } from "../../../../resources/boost/staking/stake-terms.ts";
import { type StakeAct, isUnderWay, type StakingState, type ActiveState } from "../flows/boost-stake/machine.ts";
import { formatBuff, formatTokens, formatTokensExactly, tokenAmount } from "../flows/boost-stake/tokens.ts";
import { useStaking } from "../flows/boost-stake/use-staking.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { useNode, type NodeState, getNode, loadNode } from "../flows/boost/node.ts";
import { useRate } from "../flows/boost/use-rate.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { attempt } from "../../lib/async/attempt.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { shortenAddress, shortenHash } from "../../lib/format/shorten.ts";
import type { Cached } from "../../ui/cached/use-cached.ts";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { PagedRows } from "../boost-frame/paged-rows.tsx";
import { Figure, Figures, Panel, Row } from "../boost-frame/panel.tsx";
import styles from "./mining.module.css";
import { NftPanel } from "./nft-panel.tsx";
import { TermsView } from "./terms-view.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { StepList } from "../../ui/panels/step-list.tsx";

interface OwnStakesProps {
  readonly terms: StakeTerms;
  readonly total: string | undefined;
  readonly onStaked: () => void;
}

const tokensShown = 5;
/** The local devnet confirms in seconds. */
const pollMs = { own: 2000, public: 15_000 } as const;

/** The user's own NFTs and tokens: active stakes, stakeable assets and the actions. */
export const OwnStakes = ({ terms, total, onStaked }: OwnStakesProps) => {
  const [page, setPage] = useState(1);
  const every = terms.faucet ? pollMs.own : pollMs.public;
  const mining = useMining(every);
  const counted = useCall(nodeTokens, { query: { page, size: tokensShown }, pollMs: every });
  const reload = (): void => {
    mining.reload();
    counted.reload();
    onStaked();
  };
  const { state, start } = useStaking({
    addresses: mining.data?.stake.addresses ?? [],
    onChange: reload,
    onDone: (act) => boostToast("success", doneMessage(act)),
  });

  return (
    <BoostData of={mining} rows={5}>
      {({ stake, nfts }) => {
        if (stake.addresses.length === 0)
          return (
            <div className={styles.column}>
              <TermsView terms={terms} total={total} />
              <Nothing
                icon="wallet"
                title="No linked wallet"
                text="Open Freehold in a browser and link your wallet to stake for this node."
              />
            </div>
          );
        return (
          <div className={styles.column}>
            <Overview stake={stake} />
            <StakingProgress state={state} chainName={terms.chainName} />
            <div className={styles.halves}>
              <NftPanel terms={terms} nfts={nfts} staking={state} onAct={start} />
              <TokenPanel terms={terms} stake={stake} staking={state} onAct={start} onGiven={reload} />
            </div>
            <CountingList counted={counted} page={page} size={tokensShown} onPage={setPage} />
            <TermsView terms={terms} total={total} />
          </div>
        );
      }}
    </BoostData>
  );
};

/** The current rate increase from stakes. */
const Overview = ({ stake }: { readonly stake: Stake }) => {
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

interface Mining {
  readonly stake: Stake;
  readonly nfts: readonly Nft[];
}

/** Polls the assets in the user's wallets and the active stakes. Confirmations change them. */
const useMining = (pollMs: number): Omit<Cached<Mining>, "loading"> => {
  const send = useSend();
  const [isBound, setBound] = useState(false);
  useEffect(() => {
    // Stakes made elsewhere, or before joining, count from the first visit.
    void attempt(() => send(bindStake)).then(() => setBound(true));
  }, [send]);
  const stake = useCall(stakeInfo, { pollMs, enabled: isBound });
  const nfts = useCall(nftList, { pollMs, enabled: isBound });
  const rateBuff = stake.data?.rateBuff;
  useEffect(() => {
    const node = getNode();
    if (rateBuff !== undefined && node.name === "in" && node.info.rateBuff !== rateBuff) void loadNode();
  }, [rateBuff]);
  return {
    data: stake.data && nfts.data && { stake: stake.data, nfts: nfts.data },
    error: stake.error ?? nfts.error,
    reload: () => {
      stake.reload();
      nfts.reload();
    },
  };
};

interface Page {
  readonly content: readonly NodeToken[];
  readonly total: number;
}

interface CountingListProps {
  readonly counted: Cached<Page>;
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

/** Active stakes by wallet. */
const CountingList = ({ counted, page, size, onPage }: CountingListProps) => (
  <Panel title="Active stakes" text="Confirmed on-chain, from all wallets linked to your account.">
    <PagedRows
      of={counted}
      page={page}
      size={size}
      onPage={onPage}
      itemKey={({ type, address }) => `${type} ${address}`}
      row={(token) => (
        <Row
          icon={token.type === "NFT" ? "cube" : "bolt"}
          title={titleOf(token)}
          text={
            <span className="fh-mono" title={token.address}>
              {shortenAddress(token.address)}
            </span>
          }
          trailing={
            <span
              className={styles.counts}
              {...(token.type !== "NFT" && { title: formatTokensExactly(tokenAmount(token.amount)) })}
            >
              {formatBuff(token.rateBuff)}
            </span>
          }
        />
      )}
      empty={{ icon: "bolt", title: "No active stakes", text: "Stake an NFT or hold tokens to see them here." }}
    />
  </Panel>
);

const titleOf = ({ type, amount }: NodeToken): string => {
  if (type === "NFT") return amount === "1" ? "1 NFT staked" : `${amount} NFTs staked`;
  return `${formatTokens(tokenAmount(amount))} ${type === "STAKED" ? "staked" : "held"}`;
};

/** Returns the message of a completed action. */
const doneMessage = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "NFT minted. Stake it to raise your rate.";
    case "stake-nft":
      return `NFT #${act.id} staked`;
    case "unstake-nft":
      return `NFT #${act.id} unstaked`;
    case "stake":
      return `${formatTokens(act.amount)} staked`;
    case "withdraw":
      return `${formatTokens(act.amount)} withdrawn`;
  }
};

interface StakingProgressProps {
  readonly state: StakingState;
  readonly chainName: string;
}

/** Progress of a staking action; empty when none is running. */
const StakingProgress = ({ state, chainName }: StakingProgressProps) =>
  isUnderWay(state) && <Progress key={state.attempt} state={state} chainName={chainName} />;

const Progress = ({ state, chainName }: { readonly state: ActiveState; readonly chainName: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const steps = stepsOf(state, chainName);
  return (
    <div ref={box} className={styles.progress}>
      <Panel title={actLabel(state.act)}>
        <StepList
          steps={steps.map(({ text }) => text)}
          at={steps.findIndex(({ names }) => names.includes(state.name))}
        />
        {"hash" in state && (
          <p className={styles.note}>
            Transaction sent. You can leave this page.{" "}
            <CopyText text={state.hash} shown={shortenHash(state.hash)} label="transaction" />
          </p>
        )}
      </Panel>
    </div>
  );
};

interface Step {
  readonly names: readonly ActiveState["name"][];
  readonly text: string;
}

const stepsOf = (state: ActiveState, chainName: string): readonly Step[] => {
  const { kind } = state.act;
  const approves = kind === "stake" || kind === "stake-nft";
  const blocks = state.name === "counting" ? ` (${state.seen} of ${state.needed} blocks)` : "";
  return [
    { names: ["connecting"], text: `Connect your wallet to ${chainName}` },
    ...(approves ? [{ names: ["approving"], text: "Approve the contract in your wallet" } as const] : []),
    { names: ["confirming"], text: "Confirm in your wallet" },
    { names: ["waiting"], text: `Wait for ${chainName}` },
    ...(kind === "mint" ? [] : [{ names: ["counting"], text: `Confirm the stake${blocks}` } as const]),
  ];
};

/** Returns the label of a running action. */
const actLabel = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "Minting an NFT";
    case "stake-nft":
      return `Staking NFT #${act.id}`;
    case "unstake-nft":
      return `Unstaking NFT #${act.id}`;
    case "stake":
      return `Staking ${formatTokens(act.amount)}`;
    case "withdraw":
      return `Withdrawing ${formatTokens(act.amount)}`;
  }
};
