/** What the assistant's screens say; beside messages.ts, for the first screen does without. */
export const assistantMessages = {
  about: "Answers questions about this cloud from its documentation, and names the pages. It costs no LAND.",
  welcome:
    "Ask about this cloud. Answers come from its documentation, with the pages they are from, and cost no LAND. What you ask stays in this browser until you clear it.",
  searching: "Looking it up",
  stopped: "Stopped.",
  broke: "The answer broke off. Please ask again.",
  notFound:
    "The documentation does not seem to hold an answer to this. Other words may find it: name the part of the cloud that it is about.",
  wroteFirst:
    "The first sentence is by {model}, a very small model, and agrees with these pages. The rest is what they say.",
  wrote: "Written by {model} from these pages. It may be wrong: the pages are right.",
} as const;
