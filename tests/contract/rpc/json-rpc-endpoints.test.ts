/** What all JSON-RPC endpoints have in common. */
import { once } from "node:events";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { rpcTeam } from "../../support/chains/rpc-team.ts";
import { runningRollup } from "../../support/chains/running-rollup.ts";
import { testCloud } from "../../support/server/cloud.ts";

const endpoints = ["chain", "RPC key", "rollup", "solana", "ton"] as const;
type Endpoint = (typeof endpoints)[number];
const socketEndpoints = ["RPC key", "rollup"] as const;
/** A method that each endpoint answers, whose parameters may be left out. */
const methods: Readonly<Record<Endpoint, string>> = {
  chain: "eth_chainId",
  "RPC key": "eth_chainId",
  rollup: "eth_chainId",
  solana: "getVersion",
  ton: "getMasterchainInfo",
};
/** JavaScript's numbers can't hold these. */
const longIds = ["9007199254740993", "18446744073709551615"];

let urls: Readonly<Record<Endpoint, string>>;
beforeAll(async () => {
  const cloud = await testCloud();
  const team = await rpcTeam(cloud);
  const { userKey } = await team.newKey("FREE");
  const { chainId } = await runningRollup(cloud.url, "endpoints");
  urls = {
    chain: `${cloud.url}/chain/polygon`,
    "RPC key": team.url(userKey),
    rollup: `${cloud.url}/rollup/${chainId}`,
    solana: `${cloud.url}/solana`,
    ton: `${cloud.url}/ton`,
  };
});

const post = async (endpoint: Endpoint, body: string): Promise<string> =>
  (await fetch(urls[endpoint], { method: "POST", headers: { "content-type": "application/json" }, body })).text();

describe.each(endpoints)("the endpoint of a %s", (endpoint) => {
  const method = methods[endpoint];

  test("may be called by pages of any origin, with an authorization too", async () => {
    const headers = {
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,x-client",
    };
    const reply = await fetch(urls[endpoint], { method: "OPTIONS", headers });
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-headers")?.toLowerCase()).toBe("*, authorization");
  });

  test.each(longIds)("answers ID %s with the same digits, also an error", async (id) => {
    expect(await post(endpoint, `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":null}`)).toMatch(
      new RegExp(`^(?!.*"error").*"id":${id}[,}]`),
    );
    expect(await post(endpoint, `{"jsonrpc":"2.0","id":${id},"method":"no_such_method"}`)).toMatch(
      new RegExp(`"error".*"id":${id}[,}]|"id":${id},.*"error"`),
    );
    expect(await post(endpoint, `{"jsonrpc":"2.0","id":${id}}`)).toContain(`"id":${id}`);
  });

  test("answers a body that is no JSON with the error -32700", async () => {
    expect(JSON.parse(await post(endpoint, '{"jsonrpc":'))).toMatchObject({ id: null, error: { code: -32_700 } });
  });
});

/** A call that returns the gas it may use, and asks for all that a number can hold. */
const greedyCall = (): string => {
  const to = "0x00000000000000000000000000000000000000aa";
  const most = "0xffffffffffffffff";
  // GAS PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
  const state = { [to]: { code: "0x5a5f5260205ff3" } };
  const params = [{ to, gas: most }, "latest", state, { gasLimit: most }];
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params });
};
const gasIn = (answer: string): number => Number((JSON.parse(answer) as { result: string }).result);
const blockGas = 30_000_000;

test.each(["chain", "RPC key", "rollup"] as const)(
  "a call at a %s has at most the gas of a block",
  async (endpoint) => {
    const gas = gasIn(await post(endpoint, greedyCall()));
    expect(gas).toBeGreaterThan(1_000_000);
    expect(gas).toBeLessThanOrEqual(blockGas);
  },
);

describe.each(socketEndpoints)("the WebSocket of a %s", (endpoint) => {
  test("takes binary frames, answers with text, and keeps the digits of IDs, in subscriptions too", async () => {
    const socket = new WebSocket(urls[endpoint].replace(/^http/, "ws"));
    await once(socket, "open");
    const ask = async (text: string): Promise<string> => {
      socket.send(Buffer.from(text));
      const [data, isBinary] = (await once(socket, "message")) as [Buffer, boolean];
      expect(isBinary).toBe(false);
      return data.toString();
    };
    for (const id of longIds) {
      expect(await ask(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId","params":null}`)).toContain(`"id":${id}`);
      expect(await ask(`{"jsonrpc":"2.0","id":${id},"method":"eth_unsubscribe","params":["0x1"]}`)).toContain(
        `"id":${id}`,
      );
    }
    expect(gasIn(await ask(greedyCall()))).toBeLessThanOrEqual(blockGas);
    socket.close();
    await once(socket, "close");
  });
});
