import { Link } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { explorerAddress, explorerBlock, explorerTransaction } from "../../../../resources/pages.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { shortenHash } from "../../lib/format/shorten.ts";

interface LinkProps {
  readonly chainId: string;
}

export const BlockLink = ({ chainId, number }: LinkProps & { readonly number: number }) => (
  <Link to={pageHref(explorerBlock, { chainId, number })}>{formatWhole(number)}</Link>
);

interface HashLinkProps extends LinkProps {
  readonly hash: string;
  /** Shows the full hash. */
  readonly whole?: boolean;
}

export const TransactionLink = ({ chainId, hash, whole = false }: HashLinkProps) => (
  <Link className="fh-mono" title={hash} to={pageHref(explorerTransaction, { chainId, hash })}>
    {whole ? hash : shortenHash(hash)}
  </Link>
);

interface AddressLinkProps extends LinkProps {
  readonly address: string;
  readonly whole?: boolean;
  /** Name given by the rollup's team. */
  readonly name?: string | null | undefined;
}

export const AddressLink = ({ chainId, address, whole = false, name }: AddressLinkProps) => (
  <Link
    className={name ? undefined : "fh-mono"}
    title={address}
    to={pageHref(explorerAddress, { chainId, address: address.toLowerCase() })}
  >
    {name ?? (whole ? address : shortenHash(address))}
  </Link>
);
