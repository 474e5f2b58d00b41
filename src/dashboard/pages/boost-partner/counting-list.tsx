import type { NodeToken } from "../../../../resources/boost/stake-calls.ts";
import { formatBuff, formatTokens, formatTokensExactly, tokenAmount } from "../../flows/boost-stake/tokens.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Pagination } from "../../ui/pagination.tsx";
import type { Cached } from "../../ui/use-cached.ts";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { Panel, Row, Rows } from "../boost-frame/panel.tsx";
import styles from "./mining.module.css";

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
export const CountingList = ({ counted, page, size, onPage }: CountingListProps) => (
  <Panel title="Active stakes" text="Confirmed on-chain, from all wallets linked to your account.">
    <BoostData of={counted}>
      {({ content, total }) =>
        total === 0 ? (
          <Nothing icon="bolt" title="No active stakes" text="Stake an NFT or hold tokens to see them here." />
        ) : (
          <>
            <Rows>
              {content.map((token) => (
                <Row
                  key={`${token.type} ${token.address}`}
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
              ))}
            </Rows>
            <Pagination page={page} pageSize={size} total={total} onPage={onPage} />
          </>
        )
      }
    </BoostData>
  </Panel>
);

const titleOf = ({ type, amount }: NodeToken): string => {
  if (type === "NFT") return amount === "1" ? "1 NFT staked" : `${amount} NFTs staked`;
  return `${formatTokens(tokenAmount(amount))} ${type === "STAKED" ? "staked" : "held"}`;
};
