import type { PointKind } from "./shapes.ts";

/** Labels of an operator task's points in the points history. */
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
  quest: "Completed a task",
  visit_like: "Visited and liked a post",
  visit_quote: "Visited and quoted a post",
  batching_ai: "Batching AI",
  play_coco_park: "Played Coco Park",
  play_capybara_bot: "Played Capybara Bot",
  space_id_white_list: "SPACE ID whitelist",
  bnb_winner: "BNB winner",
  white_list_4: "Whitelist 4",
  white_list_5: "Whitelist 5",
  white_list_6: "Whitelist 6",
  white_list_7: "Whitelist 7",
  first_snapshot: "First snapshot",
  tg_join_group: "Joined the group",
  tg_subscribe_channel: "Subscribed to the channel",
  tg_join_partner_channel: "Joined a partner channel",
  tg_play_partner_bot: "Played a partner bot",
  tg_follow_social: "Followed the social account",
};
