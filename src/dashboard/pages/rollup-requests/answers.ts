/** Answers to rollup orders and applications. */
import type { Row } from "../../../../resources/define.ts";
import type { RollupState, rollupAnswers, rollupRequests } from "../../../../resources/operator/rollup-requests.ts";

export type RollupRequest = Row<typeof rollupRequests>;
export type RollupAnswer = (typeof rollupAnswers)[number];

/** Returns the answers available in the current state. One-click orders need none. */
export const answersFor = ({
  kind,
  state,
  expiresAt,
}: Pick<RollupRequest, "kind" | "state" | "expiresAt">): readonly RollupAnswer[] => {
  if (kind === "AT_ONCE") return [];
  const hasExpired = state === "ended" && expiresAt !== undefined && expiresAt * 1000 <= Date.now();
  return hasExpired ? ["PROLONG"] : answersByState[state];
};

const answersByState: Readonly<Record<RollupState, readonly RollupAnswer[]>> = {
  applying: ["OFFER", "DECLINE"],
  unpaid: ["OFFER", "DECLINE"],
  creating: ["HAND_OVER", "DECLINE"],
  online: ["HAND_OVER", "PROLONG"],
  ended: [],
};

export const answerLabels: Readonly<Record<RollupAnswer, { readonly title: string; readonly text: string }>> = {
  OFFER: { title: "Send offer", text: "Sets a price in LAND and a term. The team pays or withdraws." },
  DECLINE: { title: "Decline application", text: "Closes the application and refunds payments." },
  PROLONG: { title: "Extend term", text: "Extends the term and notifies the team." },
  HAND_OVER: { title: "Hand over rollup", text: "Starts the term, or updates the addresses of a running rollup." },
};

export const answerFields = {
  OFFER: ["land", "days", "note"],
  DECLINE: ["note"],
  PROLONG: ["days", "note"],
  HAND_OVER: ["provider", "chainId", "rpc", "ws", "explorer", "bridge", "contract", "withdrawDays", "note"],
} as const satisfies Readonly<Record<RollupAnswer, readonly (keyof RollupRequest)[]>>;

export type AnswerField = (typeof answerFields)[RollupAnswer][number];
export type Typed = Readonly<Partial<Record<AnswerField, string>>>;

const numbers: readonly AnswerField[] = ["days", "withdrawDays"];

/** Returns the request body. Converts numbers and omits blank fields. */
export const bodyOf = (answer: RollupAnswer, input: Typed) => {
  const filled = answerFields[answer].filter((field: AnswerField) => input[field]?.trim());
  const valueOf = (field: AnswerField) => (numbers.includes(field) ? Number(input[field]) : input[field]!.trim());
  return { answer, ...Object.fromEntries(filled.map((field) => [field, valueOf(field)])) };
};
