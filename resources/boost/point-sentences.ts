/** Entries of the points history as first-person sentences. */
import type { PointKind } from "./shapes.ts";

export interface Told {
  /** The amount without its sign, as shown: "12.5". */
  readonly amount: string;
  readonly isLess: boolean;
  /** The other node's address, shortened. */
  readonly who: string | undefined;
  /** Name of the task, quest or game. */
  readonly name: string | undefined;
}

type Sentence = (told: Told) => string;

const points = ({ amount }: Told): string => `${amount} ${amount === "1" ? "point" : "points"}`;
const someone = ({ who }: Told): string => who ?? "Someone";
const other = ({ who }: Told): string => who ?? "another node";
const named = ({ name }: Told, before: string): string => (name ? ` ${before} ${name}` : "");
/** For one-time rewards. */
const earned =
  (deed: string): Sentence =>
  (told) =>
    `I ${deed} and earned ${points(told)}`;
const milestone = (count: number): Sentence => earned(`invited ${count} friends`);
const listed = (round: number): Sentence => earned(`was on whitelist ${round}`);

const sentences: Readonly<Record<PointKind, Sentence>> = {
  initial: (told) => `I started with ${points(told)}`,
  claim: (told) => `I claimed ${points(told)}${named(told, "of")}`,
  activity: (told) => `I ${told.isLess ? "spent" : "won"} ${points(told)}${named(told, told.isLess ? "on" : "in")}`,
  explorer: (told) => `I explored ${other(told)} and found ${points(told)}`,
  explored: (told) => `${someone(told)} explored my node and found ${points(told)}`,
  invite: (told) => `I earned ${points(told)} from ${told.who ? `my invitee ${told.who}` : "an invitee"}`,
  collect: (told) => `I collected ${points(told)}${told.who ? ` from ${told.who}` : ""}`,
  collected: (told) => `${someone(told)} collected ${points(told)} from my node`,
  spin: (told) => `I won ${points(told)} in a spin`,
  quest: (told) => earned(`completed ${told.name ?? "a quest"}`)(told),
  visit_like: earned("visited and liked a post"),
  visit_quote: earned("visited and quoted a post"),
  batching_ai: earned("completed the Batching AI task"),
  play_coco_park: earned("played Coco Park"),
  play_capybara_bot: earned("played Capybara Bot"),
  invite_milestones_2: milestone(2),
  invite_milestones_5: milestone(5),
  invite_milestones_10: milestone(10),
  space_id_white_list: earned("was on the SPACE ID whitelist"),
  bnb_winner: (told) => `I won ${points(told)} in the BNB event`,
  white_list_4: listed(4),
  white_list_5: listed(5),
  white_list_6: listed(6),
  white_list_7: listed(7),
  bind_exchange_address: earned("added my exchange address"),
  first_snapshot: earned("was in the first snapshot"),
  tg_join_group: earned("joined the group"),
  tg_subscribe_channel: earned("subscribed to the channel"),
  tg_join_partner_channel: (told) => earned(`joined ${told.name ?? "a partner channel"}`)(told),
  tg_play_partner_bot: (told) => earned(`played ${told.name ?? "a partner's game"}`)(told),
  tg_follow_social: earned("followed Freehold"),
};

/** Returns an entry of a node's history as a sentence: 'I collected 12.5 points'. */
export const pointSentence = (kind: PointKind, told: Told): string => sentences[kind](told);
