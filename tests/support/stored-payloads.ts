/** Texts that run a script wherever they are taken for markup, an attribute, an address, a template or a line of script. */
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

/** All of them in one line. */
export const everyPayload = payloads.join(" ");

/** The part of them that a field of so many characters takes. */
export const payloadsWithin = (charactersMax: number): string[] =>
  payloads.filter(({ length }) => length <= charactersMax);
