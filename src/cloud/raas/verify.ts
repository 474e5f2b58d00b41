/** Verifies contracts of rollups: compiles given sources and compares the result with the code on the chain. */
import { isUnlinked, matchCode } from "../engines/compilers/code-match.ts";
import { CompilerFailed } from "../engines/compilers/compilers.ts";
import { standardJson, type CompilerOutput, type StandardJson } from "../engines/compilers/standard-json.ts";
import { AppError } from "../kernel/app-error.ts";
import { parseAddress, type VerifiedSource } from "./abi.ts";
import type { RaasDeps } from "./deps.ts";
import { isCarried, type RollupRow } from "./rows.ts";

interface Given {
  readonly compiler: string;
  /** Standard JSON, or a build info that contains it. */
  readonly input: string;
}

export interface Verified extends VerifiedSource {
  readonly name: string;
  readonly abi: string;
}

/**
 * Returns the contract of the sources that has the code at the address. Throws NOT_FOUND for an address without code, and
 * ROLLUP_ELSEWHERE, ROLLUP_SOURCE_INVALID, ROLLUP_SOURCE_FAILED and ROLLUP_SOURCE_DIFFERS.
 */
export const verifyContract = async (
  { engines: { compilers, rollups } }: Pick<RaasDeps, "engines">,
  row: RollupRow,
  address: string,
  { compiler, input }: Given,
): Promise<Verified> => {
  const { handle } = rollups;
  if (!handle || !isCarried(row)) throw new AppError("ROLLUP_ELSEWHERE");
  const request = { jsonrpc: "2.0", id: 1, method: "eth_getCode", params: [parseAddress(address), "latest"] };
  const { result: deployed } = (await handle(Number(row.chain_id), request)) as { readonly result?: string };
  if (deployed === undefined || deployed === "0x") throw new AppError("NOT_FOUND");
  const sources = read(input);
  const output = await compilers.compile(compiler, withSelection(sources)).catch((error: unknown) => {
    throw error instanceof CompilerFailed ? new AppError("ROLLUP_SOURCE_FAILED", { message: error.message }) : error;
  });
  const { path, name, abi, match } = find(output, deployed);
  const files = Object.entries(sources.sources).map(([file, { content }]) => ({ path: file, content }));
  return {
    name,
    abi: JSON.stringify(abi),
    match,
    source: { contract: `${path}:${name}`, compiler, settings: sources.settings, files },
  };
};

const read = (text: string): StandardJson => {
  const given = jsonOf(text);
  const inner = given !== null && typeof given === "object" && "input" in given ? given.input : given;
  const parsed = standardJson.safeParse(inner);
  if (!parsed.success) throw new AppError("ROLLUP_SOURCE_INVALID");
  return parsed.data;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Asks for what is compared and stored only. */
const withSelection = (input: StandardJson): StandardJson =>
  ({
    ...input,
    settings: { ...input.settings, outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode"] } } },
  }) as StandardJson;

/** Returns the contract that matches best. */
const find = ({ errors = [], contracts = {} }: CompilerOutput, deployed: string) => {
  const all = Object.entries(contracts).flatMap(([path, named]) =>
    Object.entries(named).map(([name, { abi, evm }]) => ({ path, name, abi, code: evm.deployedBytecode })),
  );
  const failure = errors.find(({ severity }) => severity === "error");
  if (failure) throw new AppError("ROLLUP_SOURCE_FAILED", { message: problemOf(failure) });
  const matching = all.flatMap(({ code, ...contract }) => {
    const match = matchCode(deployed, code);
    return match ? [{ ...contract, match }] : [];
  });
  const best = matching.find(({ match }) => match === "exact") ?? matching[0];
  if (best) return best;
  const isWithoutLibraries = all.some(({ code }) => isUnlinked(code));
  throw new AppError("ROLLUP_SOURCE_DIFFERS", isWithoutLibraries ? { message: librariesMissing } : {});
};

const librariesMissing =
  "None of the compiled contracts has this code, and addresses of libraries are missing. Add them to the settings, under libraries.";

/** "src/Shop.sol:3:5: ParserError: Expected ';' but got '}'." */
const problemOf = ({ formattedMessage, message }: NonNullable<CompilerOutput["errors"]>[number]): string => {
  const place = /--> (.+?):?$/m.exec(formattedMessage ?? "")?.[1];
  return `The sources could not be compiled: ${place === undefined ? "" : `${place}: `}${message.slice(0, 300)}`;
};
