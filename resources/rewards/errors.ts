/** Errors of tasks, quests and rewards. */
export const rewardsErrors = {
  QUEST_NOT_DONE: { status: 409, message: "This quest is not complete. Its card shows the remaining steps." },
  QUEST_CLAIMED: { status: 409, message: "You have already claimed this reward. Each quest can be claimed once." },
  QUEST_ENDED: { status: 409, message: "This quest has ended. Check the other quests." },
  QUEST_CODE_WRONG: {
    status: 422,
    message: "Incorrect code. Check the quest's link and try again.",
  },
} as const;
