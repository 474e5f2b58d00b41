/** Offered methods: reads, traces, filters and signed transactions; no node administration. */

const offered = /^(eth|net|web3)_[a-zA-Z0-9]+$|^debug_trace(Transaction|Call|BlockByNumber|BlockByHash)$/;

/** Methods that need a key held by the node, or a separate connection. */
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
  "eth_subscribe",
  "eth_unsubscribe",
]);

export const isOffered = (method: string): boolean => offered.test(method) && !refused.has(method);
