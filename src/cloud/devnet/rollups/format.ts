import { formatEther } from "ethers";

/** Formats "1 block", "2 blocks". */
export const countOf = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Formats wei as "1.5 coins". */
export const coins = (wei: string | bigint): string => `${formatEther(wei).replace(/\.0$/, "")} coins`;
