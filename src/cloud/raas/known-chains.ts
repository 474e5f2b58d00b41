/** Chain IDs that rollups can't use because wallets and explorers know other chains by them. */
import { chains, namedOnly, type Chain } from "../../../resources/chains/chains.ts";
import { rollupChainId, rollupChainIdMax } from "../../../resources/raas/limits.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Db } from "../engines/database/database.ts";
import type { Evm } from "../engines/evm/evm.ts";

/** Public networks and defaults of development tools, in addition to the chains that Freehold supports. */
const wellKnown: readonly number[] = [
  // Ethereum and its test networks; Ethereum Classic, Gnosis, Chiado
  1, 3, 4, 5, 42, 11_155_111, 17_000, 560_048, 61, 63, 100, 10_200,
  // Optimism, Base, Zora, Mode, World Chain, Unichain, Ink, Soneium, Lisk, Fraxtal, Blast
  10, 420, 11_155_420, 8453, 84_531, 84_532, 7_777_777, 999_999_999, 34_443, 919, 480, 4801, 130, 1301, 57_073, 763_373,
  1868, 1946, 1135, 4202, 252, 2522, 81_457, 168_587_773,
  // Polygon, Polygon zkEVM, X Layer, Astar zkEVM, Katana
  137, 80_001, 80_002, 1101, 1442, 2442, 196, 195, 3776, 747_474,
  // BNB Smart Chain, opBNB, Greenfield
  56, 97, 204, 5611, 1017, 5600,
  // Arbitrum One, Nova, its test networks; Xai, ApeChain
  42_161, 42_170, 421_611, 421_613, 421_614, 660_279, 33_139, 33_111,
  // zkSync, Abstract, Sophon, Lens
  280, 300, 324, 2741, 11_124, 50_104, 232,
  // Linea, Scroll, Taiko, Mantle, Manta, Metis, Boba, Aurora, Kroma
  59_140, 59_141, 59_144, 534_351, 534_352, 534_353, 167_000, 167_009, 167_013, 5000, 5001, 5003, 169, 3_441_006, 1088,
  59_902, 599, 288, 2888, 1_313_161_554, 1_313_161_555, 255, 2358,
  // Avalanche, Fantom, Sonic, Cronos, Celo, Moonbeam, Moonriver, Moonbase, Astar, Klaytn/Kaia
  43_113, 43_114, 250, 4002, 146, 57_054, 25, 338, 388, 42_220, 44_787, 62_320, 11_142_220, 1284, 1285, 1287, 592, 336,
  81, 1001, 8217,
  // Harmony, Evmos, Kava, Canto, OKX, Huobi, KCC, Filecoin, Theta, Fuse, Wanchain, IoTeX, Rootstock, Conflux, Core
  1_666_600_000, 1_666_700_000, 9001, 9000, 2222, 2221, 7700, 66, 65, 128, 256, 321, 322, 314, 314_159, 361, 365, 122,
  123, 888, 999, 4689, 4690, 30, 31, 1030, 71, 1116, 1115,
  // Berachain, Hyperliquid, Sei, Ronin, Flow, Chiliz, PulseChain, ZetaChain, Merlin, Bitlayer, B2, Monad, Story, Plasma, Telos, Flare
  80_094,
  80_069, 80_084, 998, 1329, 1328, 2020, 2021, 747, 545, 88_888, 88_882, 369, 943, 7000, 7001, 4200, 686_868, 200_901,
  200_810, 223, 1123, 143, 10_143, 1514, 1315, 9745, 9746, 40, 41, 14, 16, 19, 114,
  // Defaults of development nodes and wallets
  1337, 5777, 31_337, 1_338, 1_515, 12_345, 900, 901,
];

/** Parses a chain ID. Throws INVALID_INPUT. */
export const parseChainId = (text: string): bigint => {
  const chainId = rollupChainId.expression.test(text) ? BigInt(text) : 0n;
  if (chainId === 0n) throw refused(rollupChainId.message);
  if (chainId > rollupChainIdMax) throw refused(`Chain ID: the maximum is ${rollupChainIdMax}.`);
  return chainId;
};

/** Returns whether a chain ID belongs to a rollup, a local chain or a public chain. */
export const isChainTaken = async (db: Db, evm: Pick<Evm, "chains">, chainId: bigint): Promise<boolean> => {
  if (publicIds.has(chainId) || evm.chains.some((chain) => BigInt(chain.chainId) === chainId)) return true;
  const row = await db
    .selectFrom("rollup")
    .select("id")
    .where("chain_id", "=", chainId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
};

const publicIds: ReadonlySet<bigint> = new Set(
  [
    ...wellKnown,
    ...chains.flatMap(({ chainId, testChainId = chainId }: Chain) => [chainId, testChainId]),
    ...namedOnly.map(({ chainId }) => chainId),
  ].map(BigInt),
);

const refused = (message: string): AppError => new AppError("INVALID_INPUT", { fields: { chainId: [message] } });
