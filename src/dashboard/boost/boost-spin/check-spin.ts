import { fieldOf, spinText } from "../../../../resources/boost/spins/spin.ts";
import type { Spun } from "../../../../resources/boost/spins/spin-calls.ts";
import { sha256 } from "../../lib/bytes/sha256.ts";

const digest = (text: string): string =>
  Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");

interface Checked {
  readonly spun: Spun;
  readonly nodeId: string;
  /** The commitment published before the spin. */
  readonly commitment: string;
  /** The random string sent with the spin. */
  readonly luck: string;
}

/** Verifies a spin against the committed seed. */
export const isFair = ({ spun: { proof, field }, nodeId, commitment, luck }: Checked): boolean =>
  digest(proof.seed) === commitment && proof.luck === luck && fieldOf(digest(spinText({ nodeId, ...proof }))) === field;
