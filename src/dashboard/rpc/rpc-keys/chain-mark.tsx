import { chainOf } from "../../../../resources/chains/chains.ts";
import type { MenuOption } from "../../framework/forms/select-menu.tsx";
import { BrandLogo } from "../../ui/page/brand-logo.tsx";
import type { RpcChain } from "./chains.ts";

/** The chain's logo, if available. Takes an ID such as "polygon/mainnet". */
export const ChainMark = ({ id }: { readonly id: string }) => {
  const key = id.slice(0, id.indexOf("/"));
  return chainOf(key) && <BrandLogo name={key} size={20} />;
};

/** Options of a menu of chains, with their logos. */
export const chainOptions = (chains: readonly RpcChain[] = []): MenuOption[] =>
  chains.map(({ id, name }) => ({ value: id, label: name, image: <ChainMark id={id} /> }));
