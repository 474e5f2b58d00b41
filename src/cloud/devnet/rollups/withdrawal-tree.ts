/**
 * The Merkle tree of withdrawals (src/cloud/contracts/WithdrawalTree.sol): 32 levels, filled from the left, with zero
 * in empty places.
 */
import { AbiCoder, concat, keccak256, ZeroHash } from "ethers";

const depth = 32;

export interface Leaf {
  readonly index: number;
  readonly sender: string;
  readonly recipient: string;
  readonly amount: string;
}

export interface WithdrawalTree {
  readonly root: string;
  /** Returns the siblings from the leaf's level up. */
  siblings(index: number): string[];
}

/** Builds the tree of all withdrawals in order. */
export const withdrawalTree = (withdrawals: readonly Leaf[]): WithdrawalTree => {
  const levels = [withdrawals.map(leafOf)];
  for (let height = 0; height < depth; height += 1) levels.push(above(levels[height]!, empties[height]!));
  return {
    root: levels[depth]![0] ?? emptyRoot,
    siblings: (index) =>
      Array.from({ length: depth }, (_each, height) => {
        const place = Math.floor(index / 2 ** height);
        return levels[height]![place % 2 === 0 ? place + 1 : place - 1] ?? empties[height]!;
      }),
  };
};

const leafOf = ({ index, sender, recipient, amount }: Leaf): string =>
  keccak256(
    AbiCoder.defaultAbiCoder().encode(["uint256", "address", "address", "uint256"], [index, sender, recipient, amount]),
  );

const pairHash = (left: string, right: string): string => keccak256(concat([left, right]));

const above = (level: readonly string[], empty: string): string[] =>
  Array.from({ length: Math.ceil(level.length / 2) }, (_each, place) =>
    pairHash(level[2 * place]!, level[2 * place + 1] ?? empty),
  );

/** Roots of empty trees by level. */
const empties: readonly string[] = Array.from({ length: depth }).reduce<string[]>(
  (roots) => [...roots, pairHash(roots.at(-1)!, roots.at(-1)!)],
  [ZeroHash],
);
export const emptyRoot: string = empties[depth]!;
