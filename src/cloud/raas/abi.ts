/** ABIs of contracts on a rollup, provided by its team. They are validated here and only read by the explorer. */
import * as z from "zod";
import { rollupAbisPerRollup } from "../../../resources/raas/limits.ts";
import { AppError, notFound } from "../kernel/app-error.ts";
import type { CodeMatch } from "../engines/compilers/code-match.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import { readArtifacts } from "../engines/evm/artifacts.ts";
import type { RollupRow } from "./rows.ts";

const name = z
  .string()
  .max(120)
  .regex(/^$|^[A-Za-z_$][\w$]*$/);
const type = z
  .string()
  .max(120)
  .regex(
    /^(address|bool|string|function|tuple|bytes([1-9]|[12]\d|3[0-2])?|u?int\d{0,3}|u?fixed\w{0,10})(\[\d{0,9}\])*$/,
  );
interface Parameter {
  name?: string | undefined;
  type: string;
  indexed?: boolean | undefined;
  components?: Parameter[] | undefined;
}
const parameter: z.ZodType<Parameter> = z.lazy(() =>
  z.object({
    name: name.optional(),
    type,
    internalType: z.string().max(200).optional(),
    indexed: z.boolean().optional(),
    components: z.array(parameter).max(100).optional(),
  }),
);
const parameters = z.array(parameter).max(100);
const stateMutability = z.enum(["pure", "view", "nonpayable", "payable"]);
/** The format of compilers (the Solidity documentation, "Contract ABI Specification", JSON). */
const entries = z
  .array(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("function"),
        name,
        inputs: parameters,
        outputs: parameters.default([]),
        stateMutability,
      }),
      z.object({ type: z.literal("event"), name, inputs: parameters, anonymous: z.boolean().optional() }),
      z.object({ type: z.literal("error"), name, inputs: parameters }),
      z.object({ type: z.literal("constructor"), inputs: parameters.default([]), stateMutability }),
      z.object({ type: z.literal("fallback"), stateMutability }),
      z.object({ type: z.literal("receive"), stateMutability }),
    ]),
  )
  .min(1)
  .max(2000);

interface NamedAbi {
  readonly name: string;
  readonly abi: string;
  readonly match: CodeMatch | null;
}

/** What is known of a verified contract, beside its ABI. */
export interface VerifiedSource {
  readonly match: CodeMatch;
  readonly source: {
    readonly contract: string;
    readonly compiler: string;
    readonly settings: object;
    readonly files: readonly { readonly path: string; readonly content: string }[];
  };
}

/** Saves an ABI, which takes the place of verified sources unless it is theirs. Throws ROLLUP_ABI_INVALID and LIMIT_REACHED. */
export const setAbi = async (
  trx: Trx,
  rollupId: string,
  input: string,
  { name: title, abi, verified }: Pick<NamedAbi, "name" | "abi"> & { readonly verified?: VerifiedSource },
): Promise<void> => {
  const address = parseAddress(input);
  const { match = null, source = null } = verified ?? {};
  const value = { name: title, abi: normalAbi(abi), match, source: source && JSON.stringify(source) };
  await refuseTooMany(trx, rollupId, address);
  await trx
    .insertInto("rollup_abi")
    .values({ rollup_id: rollupId, address, ...value })
    .onConflict((conflict) => conflict.columns(["rollup_id", "address"]).doUpdateSet(value))
    .execute();
};

/** Returns the ABI of a contract; that of the bridge is built in. */
export const abiOf = async (
  db: Db,
  { id, facts }: Pick<RollupRow, "id" | "facts">,
  input: string,
): Promise<NamedAbi | undefined> => {
  const address = parseAddress(input);
  if (facts?.bridgeAddress?.toLowerCase() === address) {
    const { RollupBridge } = await readArtifacts<"RollupBridge">();
    return { name: "Bridge", abi: JSON.stringify(RollupBridge.abi), match: null };
  }
  return db
    .selectFrom("rollup_abi")
    .select(["name", "abi", "match"])
    .where("rollup_id", "=", id)
    .where("address", "=", address)
    .executeTakeFirst();
};

/** Returns a verified contract's sources. Throws NOT_FOUND. */
export const sourceOf = async (db: Db, rollupId: string, input: string): Promise<VerifiedSource> => {
  const found = await db
    .selectFrom("rollup_abi")
    .select(["match", "source"])
    .where("rollup_id", "=", rollupId)
    .where("address", "=", parseAddress(input))
    .where("match", "is not", null)
    .executeTakeFirstOrThrow(notFound);
  return found as VerifiedSource;
};

/** Normalizes an address to lowercase. Throws NOT_FOUND if it is invalid. */
export const parseAddress = (text: string): string => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new AppError("NOT_FOUND");
  return text.toLowerCase();
};

/** Removes unknown fields of an ABI. */
const normalAbi = (text: string): string => {
  const parsed = entries.safeParse(jsonOf(text));
  if (!parsed.success) throw new AppError("ROLLUP_ABI_INVALID");
  return JSON.stringify(parsed.data);
};

/** A compiler's full artifact has the array under "abi". */
const jsonOf = (text: string): unknown => {
  try {
    const value = JSON.parse(text) as unknown;
    return value !== null && typeof value === "object" && "abi" in value ? value.abi : value;
  } catch {
    return undefined;
  }
};

const refuseTooMany = async (trx: Trx, rollupId: string, address: string): Promise<void> => {
  const { others } = await trx
    .selectFrom("rollup_abi")
    .select(({ fn }) => fn.countAll<bigint>().as("others"))
    .where("rollup_id", "=", rollupId)
    .where("address", "<>", address)
    .executeTakeFirstOrThrow();
  if (Number(others) >= rollupAbisPerRollup) throw new AppError("LIMIT_REACHED");
};
