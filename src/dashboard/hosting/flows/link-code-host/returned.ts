/** GitHub's redirect parameters (RFC 6749 §4.1.2), parsed from the URL. */
export type Returned =
  | { readonly kind: "answer"; readonly code: string; readonly state: string }
  | { readonly kind: "refused"; readonly reason: string };

const declined = "Access was denied. GitHub is not connected.";
const incomplete = "This link is incomplete. Connect GitHub again.";

export const readReturned = (query: URLSearchParams): Returned => {
  const error = query.get("error");
  if (error === "access_denied") return { kind: "refused", reason: declined };
  if (error) return { kind: "refused", reason: query.get("error_description") ?? error };
  const [code, state] = [query.get("code"), query.get("state")];
  return code && state ? { kind: "answer", code, state } : { kind: "refused", reason: incomplete };
};
