import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { followRow } from "./cached-rows.ts";

interface Deposit {
  readonly txHash: string;
  readonly seen: number;
}

test("a list and a flow beside it show one state of a row, whichever reads it first", () => {
  const client = new QueryClient();
  const key = ["data", "default", "deposits", "list"];
  const listed = () => client.getQueryData<{ data: Deposit[] }>(key)!.data.map(({ seen }) => seen);
  const load = (...counts: number[]) =>
    client.setQueryData(key, { data: counts.map((seen, at) => ({ txHash: `0x${at}`, seen })), total: counts.length });
  load(1, 5);
  const followed: number[] = [];
  const flow = followRow<Deposit>(
    client,
    "deposits",
    () => "0x1",
    ({ seen }) => followed.push(seen),
  );

  flow.seen({ txHash: "0x1", seen: 6 });
  expect(listed()).toEqual([1, 6]);
  load(1, 7);
  expect(followed).toEqual([7]);
  client.setQueryData(["data", "default", "purchases", "list"], { data: [{ txHash: "0x1", seen: 9 }] });
  flow.stop();
  load(1, 8);
  expect(followed).toEqual([7]);
});

test("a flow without a loaded cache follows nothing", () => {
  const flow = followRow<Deposit>(
    undefined,
    "deposits",
    () => "0x1",
    () => undefined,
  );
  flow.seen({ txHash: "0x1", seen: 6 });
  flow.stop();
});
