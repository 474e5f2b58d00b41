import type { PointKind } from "./shapes.ts";

/** What the points of an operator's task can be called in people's history. */
export const operatorKinds = [
  "quest",
  "visit_like",
  "visit_quote",
  "batching_ai",
  "play_coco_park",
  "play_capybara_bot",
  "space_id_white_list",
  "bnb_winner",
  "white_list_4",
  "white_list_5",
  "white_list_6",
  "white_list_7",
  "first_snapshot",
  "tg_join_group",
  "tg_subscribe_channel",
  "tg_join_partner_channel",
  "tg_play_partner_bot",
  "tg_follow_social",
] as const satisfies readonly PointKind[];

export const operatorKindLabels: Readonly<Record<(typeof operatorKinds)[number], string>> = {
  quest: "A task",
  visit_like: "Liking a post",
  visit_quote: "Quoting a post",
  batching_ai: "Batching AI",
  play_coco_park: "Playing Coco Park",
  play_capybara_bot: "Playing the Capybara bot",
  space_id_white_list: "Space ID's list",
  bnb_winner: "Winning at BNB",
  white_list_4: "List 4",
  white_list_5: "List 5",
  white_list_6: "List 6",
  white_list_7: "List 7",
  first_snapshot: "The first snapshot",
  tg_join_group: "Joining the group",
  tg_subscribe_channel: "Subscribing to the channel",
  tg_join_partner_channel: "Joining a partner's channel",
  tg_play_partner_bot: "Playing a partner's bot",
  tg_follow_social: "Following the social account",
};
