/** Texts that run a script if interpreted as markup, an attribute, a URL, a template or code. */
export const payloads = [
  `"><script>ran=1</script>`,
  `<img src=x onerror=ran=1>`,
  `<svg onload=ran=1>`,
  `[a](javascript:ran=1)`,
  `javascript:ran=1//`,
  `" autofocus onfocus="ran=1`,
  `' onmouseover='ran=1`,
  "{{ran=1}}${ran=1}<%ran=1%>",
  `data:text/html,<script>ran=1</script>`,
  `<a href="data:text/html,<svg onload=ran=1>">a</a>`,
  `<math><mi xlink:href="javascript:ran=1">a</math>`,
  `--></title></style></textarea><img src=x onerror=ran=1>`,
  `<iframe srcdoc="<script>top.ran=1</script>">`,
  `"\u2028ran=1//\u2029"`,
] as const;

/** All payloads in one line. */
export const everyPayload = payloads.join(" ");

/** Returns the payloads that fit into a field of this length. */
export const payloadsWithin = (charactersMax: number): string[] =>
  payloads.filter(({ length }) => length <= charactersMax);
