/** Which methods are offered: everything that asks, traces included, and signed transactions; nothing that is the node's own affair. */

const offered = /^(eth|net|web3)_[a-zA-Z0-9]+$|^debug_trace(Transaction|Call|BlockByNumber|BlockByHash)$/;

/** They need a key of the node's own, or something that only one node remembers. */
const refused: ReadonlySet<string> = new Set([
  "eth_accounts",
  "eth_coinbase",
  "eth_mining",
  "eth_hashrate",
  "eth_getWork",
  "eth_submitWork",
  "eth_submitHashrate",
  "eth_sign",
  "eth_signTransaction",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "eth_sendUnsignedTransaction",
  "eth_newFilter",
  "eth_newBlockFilter",
  "eth_newPendingTransactionFilter",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_uninstallFilter",
  "eth_subscribe",
  "eth_unsubscribe",
]);

export const isOffered = (method: string): boolean => offered.test(method) && !refused.has(method);
