import type { Update } from "grammy/types";
import { describe, expect, it } from "vitest";
import { createBot, type Command } from "./service.ts";
import { fake } from "../../../../tests/support/fake.ts";

const ada = { id: 1, is_bot: false, first_name: "Ada" };
const saying = (text: string, chat: object = { id: 1, type: "private", first_name: "Ada" }): Update =>
  fake<Update>({ update_id: 1, message: { message_id: 1, date: 1, chat, from: ada, text } as Update["message"] });

const listening = (name: string) => {
  const bot = createBot({ webhookSecret: async () => "the secret" });
  const received: string[] = [];
  bot.onCommand(name, async ({ argument }: Command) => void received.push(argument));
  return { bot, heard: received };
};

describe("a bot update", () => {
  it("reaches only listeners of its kind", async () => {
    const { bot } = listening("start");
    const kinds: string[] = [];
    bot.on("message", async ({ text }) => void kinds.push(`message ${text}`));
    bot.on("pre_checkout_query", async ({ id }) => void kinds.push(`checkout ${id}`));
    await bot.take(saying("Hello"));
    await bot.take(
      fake<Update>({ update_id: 2, pre_checkout_query: fake<NonNullable<Update["pre_checkout_query"]>>({ id: "7" }) }),
    );
    await bot.take(fake<Update>({ update_id: 3, poll: fake({}) }));
    expect(kinds).toEqual(["message Hello", "checkout 7"]);
  });

  it("reaches a command's listener with its argument, in private chats only", async () => {
    const { bot, heard: received } = listening("start");
    for (const text of [
      "/start",
      "/start abc def",
      "/start@our_bot  abc",
      "/starting",
      "start",
      "please /start",
      "/stop x",
    ])
      await bot.take(saying(text));
    await bot.take(saying("/start group", { id: -5, type: "group", title: "All" }));
    expect(received).toEqual(["", "abc def", "abc"]);
  });

  it("is redelivered when a listener fails", async () => {
    const { bot } = listening("start");
    bot.on("message", async () => {
      throw new Error("not now");
    });
    await expect(bot.take(saying("Hello"))).rejects.toThrow("not now");
  });

  it("is genuine only with the secret", async () => {
    const { bot } = listening("start");
    expect(await bot.isGenuine("the secret")).toBe(true);
    for (const wrong of [undefined, "", "The secret", "the secret ", "the secre"])
      expect(await bot.isGenuine(wrong)).toBe(false);
  });
});
