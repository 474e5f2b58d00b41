/** What can be wrong with tasks, quests and their rewards. */
export const rewardsErrors = {
  QUEST_NOT_DONE: { status: 409, message: "This quest is not done yet. Its card says what is left to do." },
  QUEST_CLAIMED: { status: 409, message: "You have this reward already. Each quest brings it once." },
  QUEST_ENDED: { status: 409, message: "This quest has ended. Look at the others: new ones come now and then." },
  QUEST_CODE_WRONG: {
    status: 422,
    message: "This is not the quest's code. Check it where the quest leads to, and type it again.",
  },
} as const;
