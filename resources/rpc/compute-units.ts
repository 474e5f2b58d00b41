/** Cost of each JSON-RPC method in compute units: the table for charging and display. */
const unitsPerMethod: Readonly<Record<string, number>> = {
  eth_chainId: 5,
  eth_blockNumber: 5,
  eth_syncing: 5,
  net_version: 5,
  eth_subscribe: 10,
  web3_sha3: 10,
  eth_gasPrice: 15,
  eth_getBalance: 15,
  eth_getCode: 15,
  eth_getBlockByNumber: 15,
  eth_getTransactionByHash: 15,
  eth_getTransactionReceipt: 15,
  eth_getBlockByHash: 18,
  eth_newFilter: 18,
  eth_newBlockFilter: 18,
  eth_newPendingTransactionFilter: 18,
  eth_getFilterChanges: 18,
  eth_getFilterLogs: 18,
  eth_uninstallFilter: 18,
  eth_call: 20,
  eth_getTransactionCount: 25,
  eth_getLogs: 50,
  eth_estimateGas: 75,
  eth_sendRawTransaction: 150,
  debug_traceTransaction: 280,
  debug_traceCall: 280,
  debug_traceBlockByNumber: 1800,
  debug_traceBlockByHash: 1800,
};

export const unitsUnlessListed = 10;
/** A delivered subscription event costs as much as subscribing. */
export const unitsPerEvent = unitsPerMethod["eth_subscribe"]!;

export const listedUnits: readonly (readonly [method: string, units: number])[] = Object.entries(unitsPerMethod);

export const unitsOf = (method: string): number =>
  Object.hasOwn(unitsPerMethod, method) ? unitsPerMethod[method]! : unitsUnlessListed;
