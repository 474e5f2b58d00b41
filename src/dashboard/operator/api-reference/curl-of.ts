import type { ApiCall } from "./open-api.ts";

/** Returns the curl command for a call of the open API, with its required form fields. */
export const curlOf = ({ path, parameters, body }: ApiCall, origin: string): string => {
  const required = body && body !== "bytes" ? (body.required ?? []) : [];
  const query = parameters.flatMap(({ name, in: place, required: isNeeded }) =>
    place === "query" && isNeeded ? [`${name}=…`] : [],
  );
  // curl interprets braces.
  const address = origin + path.replace(/\{(\w+)\}/g, "<$1>") + (query.length > 0 ? `?${query.join("&")}` : "");
  return [
    "curl",
    '-H "token: $FREEHOLD_TOKEN"',
    ...required.map((name) => (name === "file" ? "-F file=@site.zip" : `-F ${name}=…`)),
    `"${address}"`,
  ].join(" \\\n  ");
};
