/** Decides which files are excluded, with the syntax of .gitignore (gitignore(5)): the last matching rule wins. */

/** Files excluded by default. A custom rule such as `!.env.example` includes them again. */
export const excludedByDefault = [
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  ".env",
  ".env.*",
  ".freehold",
  ".freeholdignore",
  ".gitignore",
  ".DS_Store",
  "Thumbs.db",
  "desktop.ini",
];

interface Rule {
  readonly pattern: RegExp;
  readonly foldersOnly: boolean;
  readonly isLeftOut: boolean;
  readonly by: Exclusion;
}

/** What excludes a file: the rules for every site, or those of `.freeholdignore`. */
export type Exclusion = "default" | "own";

/**
 * Returns what excludes a path ("a/b.txt", relative to the deployed folder). Never called for files in an excluded
 * folder.
 */
export type ExclusionOf = (path: string, isFolder: boolean) => Exclusion | undefined;

/** `text`: the content of `.freeholdignore`. */
export const createIgnore = (text: string): ExclusionOf => {
  const rules = [
    ...excludedByDefault.flatMap((line) => ruleOf(line, "default")),
    ...text.split(/\r?\n/).flatMap((line) => ruleOf(line, "own")),
  ];
  return (path, isFolder) => {
    const deciding = rules.findLast(({ pattern, foldersOnly }) => (isFolder || !foldersOnly) && pattern.test(path));
    return deciding?.isLeftOut ? deciding.by : undefined;
  };
};

const ruleOf = (line: string, by: Exclusion): Rule[] => {
  // Trailing spaces are ignored unless escaped.
  const text = line.replace(/(?<!\\)\s+$/, "");
  if (text === "" || text.startsWith("#")) return [];
  const isExcluded = !text.startsWith("!");
  const glob = isExcluded ? text : text.slice(1);
  const foldersOnly = glob.endsWith("/");
  const body = glob.replace(/\/$/, "").replace(/^\//, "");
  // A slash at the start or in the middle anchors the rule to the folder; other rules match at any depth.
  const isTied = glob.startsWith("/") || body.includes("/");
  const pattern = patternOf(`^${isTied ? "" : "(?:.*/)?"}${expressionOf(body)}$`);
  return pattern ? [{ pattern, foldersOnly, isLeftOut: isExcluded, by }] : [];
};

/** A reversed range matches nothing, as in Git. */
const patternOf = (expression: string): RegExp | undefined => {
  try {
    return new RegExp(expression, "s");
  } catch {
    return undefined;
  }
};

const expressionOf = (glob: string): string => {
  let expression = "";
  for (let at = 0; at < glob.length;) {
    const [part, length] = nextPart(glob, at);
    expression += part;
    at += length;
  }
  return expression;
};

/** Returns the regular expression for the glob's next part, and the part's length. */
const nextPart = (glob: string, at: number): readonly [string, number] => {
  const rest = glob.slice(at);
  const startsName = at === 0 || glob[at - 1] === "/";
  if (startsName && rest.startsWith("**/")) return ["(?:.*/)?", 3];
  if (startsName && rest === "**") return [".*", 2];
  if (rest.startsWith("*")) return ["[^/]*", /^\*+/.exec(rest)![0].length];
  if (rest.startsWith("?")) return ["[^/]", 1];
  const group = /^\[(!|\^)?(\]?(?:\\.|\[:\w*:\]|[^\]\\])*)\]/s.exec(rest);
  if (group) return [`(?!/)[${group[1] ? "^" : ""}${charactersOf(group[2]!)}]`, group[0].length];
  if (rest.startsWith("\\") && rest.length > 1) return [escaped(rest[1]!), 2];
  return [escaped(rest[0]!), 1];
};

/** Converts the inside of a bracket expression: escapes, classes and ranges. An unknown class contains nothing. */
const charactersOf = (inside: string): string =>
  inside.replace(/\\(.)|\[:(\w*):\]|[\\[\]^]/gs, (found, character?: string, name?: string) => {
    if (name !== undefined) return classes[name] ?? "";
    return `\\${character ?? found}`.replace(/^\\(?=[a-z\d])/i, "");
  });

/** The POSIX character classes, of ASCII. */
const classes: Readonly<Record<string, string>> = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: " \\t-\\r",
  upper: "A-Z",
  xdigit: "0-9a-fA-F",
};

const escaped = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
