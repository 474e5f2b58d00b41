/**
 * A rollup's two contracts in the human-readable ABI of ethers and viem. A test compares them with the artifacts of
 * src/cloud/contracts. Amounts are in wei.
 */

/** On the settlement chain, one per rollup. */
export const rollupSettlementAbi = [
  "function rollupChainId() view returns (uint256)",
  "function batcher() view returns (address)",
  "function proposer() view returns (address)",
  "function withdrawPeriod() view returns (uint256)",
  "function nextBlock() view returns (uint64)",
  "function batchCount() view returns (uint256)",
  "function depositCount() view returns (uint256)",
  "function held() view returns (uint256)",
  "function paid(uint256 index) view returns (bool)",
  "function outputCount() view returns (uint256)",
  "function outputAt(uint256 output) view returns (tuple(uint64 number, uint64 proposedAt, bytes32 blockHash, bytes32 stateRoot, bytes32 withdrawalsRoot))",
  "function postBatch(uint64 from, uint64 to, bytes32 batchHash, bytes data)",
  "function proposeOutput(uint64 number, bytes32 blockHash, bytes32 stateRoot, bytes32 withdrawalsRoot)",
  "function deposit(address to) payable",
  "function finalizeWithdrawal(uint256 output, uint256 index, address from, address to, uint256 amount, bytes32[] siblings)",
  "event BatchPosted(uint256 indexed index, uint64 from, uint64 to, bytes32 batchHash)",
  "event OutputProposed(uint256 indexed index, uint64 number, bytes32 blockHash, bytes32 stateRoot, bytes32 withdrawalsRoot)",
  "event Deposited(uint256 indexed index, address indexed from, address indexed to, uint256 amount)",
  "event WithdrawalPaid(uint256 indexed index, address indexed to, uint256 amount)",
  "error NotBatcher(address caller)",
  "error NotProposer(address caller)",
  "error WrongRange(uint64 from, uint64 to)",
  "error WrongHash()",
  "error WrongBlock(uint64 number)",
  "error NothingSent()",
  "error UnknownOutput(uint256 output)",
  "error TooEarly(uint256 readyAt)",
  "error AlreadyPaid(uint256 index)",
  "error WrongProof()",
  "error NotEnoughHeld(uint256 amount)",
] as const;

/** On the rollup. */
export const rollupBridgeAbi = [
  "function sequencer() view returns (address)",
  "function nextDeposit() view returns (uint256)",
  "function bridged() view returns (uint256)",
  "function owed(address who) view returns (uint256)",
  "function withdrawalCount() view returns (uint256)",
  "function withdrawalsRoot() view returns (bytes32)",
  "function payDeposit(uint256 index, address to, uint256 amount)",
  "function claim(address to)",
  "function withdraw(address to) payable",
  "event DepositPaid(uint256 indexed index, address indexed to, uint256 amount, bool taken)",
  "event Withdrawn(uint256 indexed index, address indexed from, address indexed to, uint256 amount, bytes32 root)",
  "error NotSequencer(address caller)",
  "error WrongDeposit(uint256 index)",
  "error NothingSent()",
  "error NothingOwed()",
  "error MoreThanBridged(uint256 bridged)",
] as const;
