/**
 * Contract functions, events and errors used by the product, in the human-readable ABI of ethers and viem. A test
 * compares these fragments with the artifacts of src/cloud/contracts. Amounts of LAND and of US dollars are ×1e18;
 * amounts of coins are in their own units.
 */

/** Contracts of one chain by purpose. Only the Boost chain has the last four. */
export const contractNames = [
  "registration",
  "recharge",
  "priceFeed",
  "usd",
  "purchase",
  "boostNft",
  "nftStaking",
  "boostToken",
  "tokenStaking",
] as const;
export type ContractName = (typeof contractNames)[number];
/** 0x addresses. */
export type ContractAddresses = Readonly<Partial<Record<ContractName, string>>>;

export const registrationAbi = [
  "function accountExists(address account) view returns (bool)",
  "function uidOf(address account) view returns (bytes32)",
  "function accountOf(bytes32 uid) view returns (address)",
  "function registerAccount(address account, bytes32 uid, bytes signature)",
  "event AccountRegistered(address indexed account, bytes32 indexed uid)",
  "error AccountAlreadyRegistered(address account)",
  "error UidAlreadyRegistered(bytes32 uid)",
  "error InvalidSignature()",
] as const;

/**
 * `coin` is the zero address for the native coin. `amount` of the event is US dollars ×1e18, `balance` all LAND ever
 * minted for the account.
 */
export const rechargeAbi = [
  "function fetchPrice() view returns (uint256)",
  "function mintByETH(bytes32 account) payable returns (uint256 landAmount)",
  "function mint(address coin, bytes32 account, uint256 amount) returns (uint256 landAmount)",
  "function mintWithPermit(address coin, bytes32 account, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) returns (uint256 landAmount)",
  "function minted(bytes32 account) view returns (uint256)",
  "event Mint(bytes32 indexed account, address indexed coin, uint256 amount, uint256 coinAmount, uint256 landAmount, uint256 balance)",
  "error AmountTooSmall()",
  "error UnknownCoin(address coin)",
] as const;

export const priceFeedAbi = [
  "function fetchPrice() view returns (uint256)",
  "function setPrice(uint256 price)",
  "event PriceUpdated(uint256 price)",
  "error StalePrice(uint256 updatedAt)",
  "error BadPrice()",
] as const;

/** The stablecoin: 6 decimals, ERC-20 with permits (EIP-2612). `faucet` exists on local chains only. */
export const usdAbi = [
  "function name() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address account) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function nonces(address owner) view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function faucet(uint256 amount)",
] as const;

/**
 * Resources bought for a fixed price. `resourceType`: index in `purchaseTypes`. `amount` in bytes or seconds, `until`
 * in Unix seconds (0: no end). Only IPFS_STORAGE has an end; a past one reverts with "IPFS with invalid params".
 */
export const purchaseAbi = [
  "function priceOf(uint8 resourceType, uint256 amount, uint64 until) view returns (uint256 usd)",
  "function coinPriceOf(uint8 resourceType, uint256 amount, uint64 until) view returns (uint256 coinAmount)",
  "function purchase(bytes32 account, uint8 resourceType, uint256 amount, uint64 until) payable",
  "event Purchase(bytes32 indexed account, uint8 indexed resourceType, uint256 amount, uint64 until, uint256 usd, uint256 coinAmount)",
  "error UnknownResource(uint8 resourceType)",
  "error NotLimitedInTime(uint8 resourceType)",
  "error Underpaid(uint256 needed, uint256 paid)",
] as const;
export const purchaseTypes = ["BUILD_TIME", "TRAFFIC", "AR_STORAGE", "IPFS_STORAGE"] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

export const stakingAbi = {
  nft: [
    "function mint() returns (uint256 id)",
    "function approve(address to, uint256 id)",
    "function getApproved(uint256 id) view returns (address)",
    "function ownerOf(uint256 id) view returns (address)",
    "function balanceOf(address owner) view returns (uint256)",
    "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
  ],
  nftStaking: [
    "function stake(uint256 id)",
    "function unstake(uint256 id)",
    "function stakedBy(address who) view returns (uint256[])",
    "event Staked(address indexed who, uint256 indexed id)",
    "event Unstaked(address indexed who, uint256 indexed id)",
    "error NotStaker(address who, uint256 id)",
  ],
  token: [
    "function approve(address spender, uint256 amount) returns (bool)",
    "function allowance(address owner, address spender) view returns (uint256)",
    "function balanceOf(address account) view returns (uint256)",
  ],
  tokenStaking: [
    "function stake(uint256 amount)",
    "function withdraw(uint256 amount)",
    "function balanceOf(address who) view returns (uint256)",
    "function total() view returns (uint256)",
    "event Staked(address indexed who, uint256 amount)",
    "event Withdrawn(address indexed who, uint256 amount)",
    "error InsufficientStake(uint256 have, uint256 want)",
  ],
} as const;
