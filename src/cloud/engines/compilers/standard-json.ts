/** The compiler's interface (the Solidity documentation, "Compiler Input and Output JSON Description"), as far as it is used. */
import * as z from "zod";

/** Sources by value only: the compiler reads no files and no URLs. */
export const standardJson = z.object({
  language: z.literal("Solidity"),
  sources: z.record(z.string().min(1).max(300), z.object({ content: z.string() })),
  settings: z
    .object({
      remappings: z.array(z.string()),
      optimizer: z.record(z.string(), z.unknown()),
      evmVersion: z.string(),
      viaIR: z.boolean(),
      debug: z.record(z.string(), z.unknown()),
      metadata: z.record(z.string(), z.unknown()),
      libraries: z.record(z.string(), z.record(z.string(), z.string())),
    })
    .partial()
    .default({}),
});
export type StandardJson = z.output<typeof standardJson>;

export interface CompiledCode {
  /** Hex digits without 0x. */
  readonly object: string;
  /** Where the constructor writes values of immutable variables, in bytes. */
  readonly immutableReferences?: Readonly<
    Record<string, readonly { readonly start: number; readonly length: number }[]>
  >;
}

export interface CompilerOutput {
  readonly errors?: readonly {
    readonly severity: "error" | "warning" | "info";
    readonly message: string;
    readonly formattedMessage?: string;
  }[];
  /** By path and name. */
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly abi: readonly unknown[]; readonly evm: { readonly deployedBytecode: CompiledCode } }>
      >
    >
  >;
}
