import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { providerAt } from "./provider.ts";

interface Request {
  readonly id: number;
  readonly method: string;
}

test("a failed poll for a receipt is repeated with the next block, and ends nothing", async () => {
  const hash = `0x${"ab".repeat(32)}`;
  let [block, polls] = [1, 0];
  const replyTo = ({ id, method }: Request): object => {
    if (method === "eth_blockNumber") return { jsonrpc: "2.0", id, result: `0x${(block += 1).toString(16)}` };
    polls += 1;
    if (polls < 3) return { jsonrpc: "2.0", id, error: { code: -32_000, message: "The node starts again." } };
    const receipt = { transactionHash: hash, blockHash: hash, blockNumber: "0x1", transactionIndex: "0x0", logs: [] };
    const numbers = { from: `0x${"00".repeat(20)}`, gasUsed: "0x1", cumulativeGasUsed: "0x1", logsBloom: "0x" };
    return { jsonrpc: "2.0", id, result: { ...receipt, ...numbers, effectiveGasPrice: "0x1", status: "0x1" } };
  };
  const node = createServer((request, response) => {
    void text(request).then((body) => {
      const requests = JSON.parse(body) as Request | Request[];
      response.end(JSON.stringify(Array.isArray(requests) ? requests.map(replyTo) : replyTo(requests)));
    });
  });
  node.listen(0, "127.0.0.1");
  await once(node, "listening");
  const provider = providerAt(`http://127.0.0.1:${(node.address() as AddressInfo).port}`, 31_337);
  atFileEnd(async () => {
    provider.destroy();
    node.closeAllConnections();
    node.close();
  });
  const rejections: unknown[] = [];
  const onRejection = (error: unknown): void => void rejections.push(error);
  process.on("unhandledRejection", onRejection);
  const mined = await new Promise((resolve) => void provider.once(hash, resolve));
  process.off("unhandledRejection", onRejection);
  expect(mined).toMatchObject({ hash, status: 1 });
  expect([polls >= 3, rejections]).toEqual([true, []]);
});
