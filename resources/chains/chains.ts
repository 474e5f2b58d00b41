/** The EVM chains for registrations and payments: IDs, names and the data that a wallet needs to add a chain (EIP-3085). Contract addresses come from /config.json, because a local instance runs all chains itself.
 */

export interface Currency {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: 18;
}

export interface Chain {
  /** Key in URLs, calls and tables. */
  readonly key: string;
  readonly name: string;
  /** Name in the claim menu, if different. */
  readonly shortName?: string;
  readonly chainId: number;
  /** Its public test network. */
  readonly testChainId?: number;
  readonly currency: Currency;
  /** Public block explorer for wallets that add the chain; empty if there is none. */
  readonly explorer: string;
  /** Public JSON-RPC for wallets that add the chain if the server configures no URL. */
  readonly publicRpc: string;
  /** Confirmations before a deposit is credited, including its own block. */
  readonly confirmations: number;
  /** Offered for activation, and for claiming LAND. */
  readonly activation: boolean;
  readonly claim: boolean;
}

const ether: Currency = { name: "Ether", symbol: "ETH", decimals: 18 };
const bnb: Currency = { name: "BNB", symbol: "BNB", decimals: 18 };
const pol: Currency = { name: "POL", symbol: "POL", decimals: 18 };

/** In the order of the activation menu. */
export const chains = [
  {
    key: "polygon",
    name: "Polygon",
    chainId: 137,
    testChainId: 80001,
    currency: pol,
    explorer: "https://polygonscan.com",
    publicRpc: "https://polygon-rpc.com",
    confirmations: 8,
    activation: true,
    claim: true,
  },
  {
    key: "polygon-zkevm",
    name: "Polygon zkEVM",
    chainId: 1101,
    testChainId: 1442,
    currency: ether,
    explorer: "https://zkevm.polygonscan.com",
    publicRpc: "https://zkevm-rpc.com",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "zksync-era",
    name: "zkSync Era",
    chainId: 324,
    testChainId: 280,
    currency: ether,
    explorer: "https://explorer.zksync.io",
    publicRpc: "https://mainnet.era.zksync.io",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "bsc",
    name: "BNB Smart Chain",
    shortName: "BSC",
    chainId: 56,
    testChainId: 97,
    currency: bnb,
    explorer: "https://bscscan.com",
    publicRpc: "https://bsc-dataseed.bnbchain.org",
    confirmations: 6,
    activation: true,
    claim: true,
  },
  {
    key: "opbnb",
    name: "opBNB",
    chainId: 204,
    testChainId: 5611,
    currency: bnb,
    explorer: "https://opbnbscan.com",
    publicRpc: "https://opbnb-mainnet-rpc.bnbchain.org",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "arbitrum",
    name: "Arbitrum",
    chainId: 42161,
    testChainId: 421613,
    currency: ether,
    explorer: "https://arbiscan.io",
    publicRpc: "https://arb1.arbitrum.io/rpc",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "optimism",
    name: "Optimism",
    chainId: 10,
    currency: ether,
    explorer: "https://optimistic.etherscan.io",
    publicRpc: "https://mainnet.optimism.io",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "ethereum",
    name: "Ethereum",
    chainId: 1,
    testChainId: 11155111,
    currency: ether,
    explorer: "https://etherscan.io",
    publicRpc: "https://cloudflare-eth.com",
    confirmations: 6,
    activation: true,
    claim: true,
  },
  {
    key: "linea",
    name: "Linea",
    chainId: 59144,
    testChainId: 59140,
    currency: ether,
    explorer: "https://lineascan.build",
    publicRpc: "https://rpc.linea.build",
    confirmations: 4,
    activation: true,
    claim: false,
  },
  {
    key: "blast",
    name: "Blast",
    chainId: 81457,
    testChainId: 168587773,
    currency: ether,
    explorer: "https://blastscan.io",
    publicRpc: "https://rpc.blast.io",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "taiko",
    name: "Taiko",
    chainId: 167000,
    currency: ether,
    explorer: "https://taikoscan.io",
    publicRpc: "https://rpc.mainnet.taiko.xyz",
    confirmations: 4,
    activation: true,
    claim: true,
  },
  {
    key: "scroll",
    name: "Scroll",
    chainId: 534352,
    currency: ether,
    explorer: "https://scrollscan.com",
    publicRpc: "https://rpc.scroll.io",
    confirmations: 4,
    activation: false,
    claim: true,
  },
] as const satisfies readonly Chain[];

export type ChainKey = (typeof chains)[number]["key"];

/** Not an EVM chain: a separate ledger for activating accounts on Polygon. */
export const zkSyncLite = { key: "zksync-lite", name: "zkSync Lite" } as const;

/** Claim menu's order. */
export const claimOrder: readonly ChainKey[] = [
  "polygon",
  "polygon-zkevm",
  "ethereum",
  "opbnb",
  "bsc",
  "arbitrum",
  "zksync-era",
  "optimism",
  "scroll",
  "blast",
  "taiko",
];

/** Default networks of wallets: the first for payBy, the second for an unknown chain. */
export const defaultPayChain: ChainKey = "polygon";
export const defaultSwitchChain: ChainKey = "ethereum";
/** The chain of Boost's contracts: NFTs, tokens and their staking. */
export const boostChain: ChainKey = "opbnb";
/** Names of further chain IDs that a wallet may use; no payments there. */
export const namedOnly = [{ name: "ZetaChain", chainId: 7001 }] as const;

export const chainOf = (key: string): Chain | undefined => chains.find((chain) => chain.key === key);
/** Finds a chain by its ID or its test network's. */
export const chainOfId = (chainId: number): Chain | undefined =>
  chains.find((chain: Chain) => chain.chainId === chainId || chain.testChainId === chainId);
