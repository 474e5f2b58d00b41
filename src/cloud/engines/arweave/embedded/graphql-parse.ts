/**
 * Parses the GraphQL subset used by clients of Arweave gateways: one operation with fields, arguments and variables.
 */

export interface Field {
  readonly name: string;
  readonly alias: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
}

/** The query is not supported. */
export class GraphqlError extends Error {}

const depthMax = 12;
const tokenPattern =
  /[\s,\uFEFF]*(?:#[^\n]*[\s,]*)*("(?:[^"\\\n]|\\.)*"|\.\.\.|[{}()[\]:!=$@|]|-?\d+(?:\.\d+)?|[A-Za-z_]\w*)/y;

/** Throws `GraphqlError`. */
export const parseQuery = (text: string, variables: Readonly<Record<string, unknown>> = {}): readonly Field[] => {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = (): string => tokens[at] ?? "";
  const take = (): string => tokens[at++] ?? "";
  const expect = (token: string): void => {
    if (take() !== token) throw new GraphqlError(`Expected "${token}".`);
  };
  const name = (): string => {
    const token = take();
    if (!/^[A-Za-z_]\w*$/.test(token)) throw new GraphqlError("Expected a name.");
    return token;
  };

  const value = (): unknown => {
    const token = take();
    if (token === "$") return variables[name()];
    if (token === "[") return listUntil("]", value);
    if (token === "{")
      return Object.fromEntries(
        listUntil("}", () => {
          const key = name();
          expect(":");
          return [key, value()] as const;
        }),
      );
    if (token.startsWith('"')) return JSON.parse(token) as string;
    if (/^-?\d/.test(token)) return Number(token);
    if (token === "true" || token === "false") return token === "true";
    if (token === "null") return undefined;
    if (/^[A-Za-z_]/.test(token)) return token;
    throw new GraphqlError("Expected a value.");
  };

  const listUntil = <T>(close: string, one: () => T): T[] => {
    const list: T[] = [];
    while (peek() !== close) {
      if (peek() === "") throw new GraphqlError(`Expected "${close}".`);
      list.push(one());
    }
    take();
    return list;
  };

  const args = (): Record<string, unknown> => {
    if (peek() !== "(") return {};
    take();
    const pairs = listUntil(")", () => {
      const key = name();
      expect(":");
      return [key, value()] as const;
    });
    return Object.fromEntries(pairs);
  };

  const selection = (depth: number): Field[] => {
    if (depth > depthMax) throw new GraphqlError("The query is nested too deeply.");
    expect("{");
    return listUntil("}", () => {
      const first = name();
      const alias = first;
      const real = peek() === ":" ? (take(), name()) : first;
      return { name: real, alias, args: args(), fields: peek() === "{" ? selection(depth + 1) : [] };
    });
  };

  if (peek() === "query") {
    take();
    if (peek() !== "{" && peek() !== "(") name();
    // Variable types are not checked; argument types are, at their use.
    if (peek() === "(") while (peek() !== "" && take() !== ")");
  }
  const fields = selection(0);
  if (peek() !== "") throw new GraphqlError("Only a single operation without fragments is supported.");
  return fields;
};

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  const end = text.replace(/[\s,]+$/, "").length;
  while (tokenPattern.lastIndex < end) {
    const match = tokenPattern.exec(text);
    if (!match) throw new GraphqlError("The query is malformed.");
    tokens.push(match[1]!);
  }
  return tokens;
};
