/** Messages of the assistant. Separate from messages.ts because the first screen doesn't need them. */
export const assistantMessages = {
  about: "Answers questions about Freehold from its documentation, with sources. Free of charge.",
  welcome:
    "Ask a question about Freehold. Answers come from the documentation, cite their sources and cost no LAND. The conversation stays in this browser.",
  searching: "Searching the documentation",
  stopped: "Stopped.",
  broke: "The answer was interrupted. Ask again.",
  notFound: "No answer found in the documentation. Rephrase the question, or name the feature.",
  wrote:
    "Written by {model}. Sentences that their source doesn't support are left out. Check the source: it can be wrong.",
} as const;
