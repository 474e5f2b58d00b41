/** Compares the code of a contract on a chain with what the compiler made of its sources. */
import type { CompiledCode } from "./standard-json.ts";

/** "exact": also the hash of the sources that the compiler writes at the end. "partial": all but that. */
export type CodeMatch = "exact" | "partial";

/** `deployed`: the answer of eth_getCode. */
export const matchCode = (deployed: string, compiled: CompiledCode): CodeMatch | undefined => {
  const there = deployed.replace(/^0x/, "").toLowerCase();
  const made = compiled.object.toLowerCase();
  if (made === "" || isUnlinked(compiled)) return undefined;
  const blank = blanked(compiled);
  if (blank(there) === blank(made)) return "exact";
  const [thereAlone, madeAlone] = [withoutMetadata(there), withoutMetadata(made)];
  const isSame = thereAlone !== undefined && madeAlone !== undefined && blank(thereAlone) === blank(madeAlone);
  return isSame ? "partial" : undefined;
};

/** Whether addresses of libraries are missing. */
export const isUnlinked = ({ object }: CompiledCode): boolean => object.includes("__");

/** A library compares its address with the one that its deployment wrote after the first instruction (PUSH20). */
const libraryStart = /^73[0-9a-f]{40}3014/;

/** Returns a function that blanks what a deployment writes into the code: immutable variables and a library's address. */
const blanked =
  ({ immutableReferences = {} }: CompiledCode) =>
  (code: string): string => {
    const digits = code.split("");
    for (const { start, length } of Object.values(immutableReferences).flat())
      digits.fill("0", start * 2, (start + length) * 2);
    if (libraryStart.test(code)) digits.fill("0", 2, 42);
    return digits.join("");
  };

/** Removes the CBOR map at the end, whose length in bytes the last two bytes say. */
const withoutMetadata = (code: string): string | undefined => {
  const length = Number.parseInt(code.slice(-4), 16);
  const start = code.length - 4 - length * 2;
  return start > 0 && /^a[1-4]/.test(code.slice(start)) ? code.slice(0, start) : undefined;
};
