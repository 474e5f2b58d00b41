import type { leaderboard } from "../../../../resources/boost/node-calls.ts";
import type { Reply } from "../../../../resources/call-input.ts";

export type Board = Reply<typeof leaderboard>;
export type Place = Board["ranks"][number];
