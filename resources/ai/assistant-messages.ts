/** Messages of the assistant. Separate from messages.ts because the first screen doesn't need them. */
export const assistantMessages = {
  about: "Answers questions about Freehold from its documentation, with sources. Free of charge.",
  welcome:
    "Ask a question about Freehold. Answers come from the documentation, cite their sources and cost no LAND. The conversation stays in this browser.",
  searching: "Searching the documentation",
  stopped: "Stopped.",
  broke: "The answer was interrupted. Ask again.",
  notFound: "No answer found in the documentation. Rephrase the question, or name the feature.",
  wroteFirst: "{model}, a very small model, wrote the first sentence, and it matches these pages. The rest is quoted.",
  wrote: "Written by {model} from these pages. It can be wrong. Check the pages.",
} as const;
