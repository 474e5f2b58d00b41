/** Entries of the points history as first-person sentences. */
import type { PointKind } from "../shapes.ts";

export interface PointFacts {
  /** The amount without its sign, as shown: "12.5". */
  readonly amount: string;
  readonly isLess: boolean;
  /** The other node's address, shortened. */
  readonly who: string | undefined;
  /** Name of the task, quest or game. */
  readonly name: string | undefined;
}

type Message = (facts: PointFacts) => string;

const points = ({ amount }: PointFacts): string => `${amount} ${amount === "1" ? "point" : "points"}`;
const someone = ({ who }: PointFacts): string => who ?? "Someone";
const other = ({ who }: PointFacts): string => who ?? "another node";
const named = ({ name }: PointFacts, before: string): string => (name ? ` ${before} ${name}` : "");
/** For one-time rewards. */
const earned =
  (deed: string): Message =>
  (facts) =>
    `I ${deed} and earned ${points(facts)}`;
const milestone = (count: number): Message => earned(`invited ${count} friends`);
const listed = (round: number): Message => earned(`was on whitelist ${round}`);

const messages: Readonly<Record<PointKind, Message>> = {
  initial: (facts) => `I started with ${points(facts)}`,
  claim: (facts) => `I claimed ${points(facts)}${named(facts, "of")}`,
  activity: (facts) =>
    `I ${facts.isLess ? "spent" : "won"} ${points(facts)}${named(facts, facts.isLess ? "on" : "in")}`,
  explorer: (facts) => `I explored ${other(facts)} and found ${points(facts)}`,
  explored: (facts) => `${someone(facts)} explored my node and found ${points(facts)}`,
  invite: (facts) => `I earned ${points(facts)} from ${facts.who ? `my invitee ${facts.who}` : "an invitee"}`,
  collect: (facts) => `I collected ${points(facts)}${facts.who ? ` from ${facts.who}` : ""}`,
  collected: (facts) => `${someone(facts)} collected ${points(facts)} from my node`,
  spin: (facts) => `I won ${points(facts)} in a spin`,
  quest: (facts) => earned(`completed ${facts.name ?? "a quest"}`)(facts),
  visit_like: earned("visited and liked a post"),
  visit_quote: earned("visited and quoted a post"),
  batching_ai: earned("completed the Batching AI task"),
  play_coco_park: earned("played Coco Park"),
  play_capybara_bot: earned("played Capybara Bot"),
  invite_milestones_2: milestone(2),
  invite_milestones_5: milestone(5),
  invite_milestones_10: milestone(10),
  space_id_white_list: earned("was on the SPACE ID whitelist"),
  bnb_winner: (facts) => `I won ${points(facts)} in the BNB event`,
  white_list_4: listed(4),
  white_list_5: listed(5),
  white_list_6: listed(6),
  white_list_7: listed(7),
  bind_exchange_address: earned("added my exchange address"),
  first_snapshot: earned("was in the first snapshot"),
  tg_join_group: earned("joined the group"),
  tg_subscribe_channel: earned("subscribed to the channel"),
  tg_join_partner_channel: (facts) => earned(`joined ${facts.name ?? "a partner channel"}`)(facts),
  tg_play_partner_bot: (facts) => earned(`played ${facts.name ?? "a partner's game"}`)(facts),
  tg_follow_social: earned("followed Freehold"),
};

/** Returns an entry of a node's history as a sentence: 'I collected 12.5 points'. */
export const pointMessage = (kind: PointKind, facts: PointFacts): string => messages[kind](facts);
