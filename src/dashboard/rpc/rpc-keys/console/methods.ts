/** Methods of the console, with parameters that work on any chain. */

export interface ConsoleMethod {
  readonly name: string;
  /** Description of the result. */
  readonly text: string;
  readonly params: readonly unknown[];
}

/** The burn address, which exists on every chain. */
const address = "0x000000000000000000000000000000000000dEaD";
const hash = `0x${"0".repeat(64)}`;

export const consoleMethods: readonly ConsoleMethod[] = [
  { name: "eth_blockNumber", text: "Latest block number", params: [] },
  { name: "eth_chainId", text: "Chain ID", params: [] },
  { name: "eth_gasPrice", text: "Current gas price", params: [] },
  { name: "eth_feeHistory", text: "Recent gas prices", params: ["0x4", "latest", [25, 75]] },
  { name: "eth_getBalance", text: "Balance of an address", params: [address, "latest"] },
  { name: "eth_getTransactionCount", text: "Number of transactions sent by an address", params: [address, "latest"] },
  { name: "eth_getCode", text: "Contract code at an address", params: [address, "latest"] },
  { name: "eth_getStorageAt", text: "Contract storage slot", params: [address, "0x0", "latest"] },
  { name: "eth_getBlockByNumber", text: "A block by its number", params: ["latest", false] },
  { name: "eth_getBlockByHash", text: "A block by its hash", params: [hash, false] },
  { name: "eth_getTransactionByHash", text: "A transaction", params: [hash] },
  { name: "eth_getTransactionReceipt", text: "Transaction receipt", params: [hash] },
  { name: "eth_getLogs", text: "Contract events", params: [{ fromBlock: "latest", toBlock: "latest" }] },
  { name: "eth_call", text: "Call a contract", params: [{ to: address, data: "0x" }, "latest"] },
  {
    name: "eth_estimateGas",
    text: "Gas estimate",
    params: [{ from: address, to: address, value: "0x0" }],
  },
  { name: "eth_sendRawTransaction", text: "Send a signed transaction", params: ["0x"] },
  { name: "net_version", text: "Network ID", params: [] },
  { name: "web3_clientVersion", text: "Node client version", params: [] },
  { name: "web3_sha3", text: "Keccak-256 hash", params: ["0x68656c6c6f"] },
  { name: "debug_traceTransaction", text: "Transaction trace", params: [hash, { tracer: "callTracer" }] },
];

/** Returns the example parameters as text for the editor. */
export const exampleOf = (name: string): string => {
  const method = consoleMethods.find((one) => one.name === name);
  return JSON.stringify(method?.params ?? [], undefined, 2);
};

/** Parses the entered parameters. Returns an error message if they are invalid. */
export const paramsOf = (input: string): readonly unknown[] | string => {
  if (input.trim() === "") return [];
  try {
    const params: unknown = JSON.parse(input);
    return Array.isArray(params) ? params : "Parameters must be a JSON array.";
  } catch (error) {
    return `Invalid JSON: ${(error as Error).message}.`;
  }
};

/** Formats a hex number in decimal. Returns undefined for other results. */
export const decimalOf = (result: unknown): string | undefined =>
  typeof result === "string" && /^0x[0-9a-f]{1,32}$/.test(result) ? BigInt(result).toLocaleString("en") : undefined;
