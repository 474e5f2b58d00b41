import type { ApiCall } from "./open-api.ts";

/** The command line of a call of the open API, with what its form requires: curl posts forms and gets all else. */
export const curlOf = ({ path, parameters, body }: ApiCall, origin: string): string => {
  const required = body && body !== "bytes" ? (body.required ?? []) : [];
  const query = parameters.flatMap(({ name, in: place, required: isNeeded }) =>
    place === "query" && isNeeded ? [`${name}=…`] : [],
  );
  // Braces would be curl's own language.
  const address = origin + path.replace(/\{(\w+)\}/g, "<$1>") + (query.length > 0 ? `?${query.join("&")}` : "");
  return [
    "curl",
    '-H "token: $FREEHOLD_TOKEN"',
    ...required.map((name) => (name === "file" ? "-F file=@site.zip" : `-F ${name}=…`)),
    `"${address}"`,
  ].join(" \\\n  ");
};
