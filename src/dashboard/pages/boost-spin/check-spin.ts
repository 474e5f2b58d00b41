import { fieldOf, spinText } from "../../../../resources/boost/spin.ts";
import type { Spun } from "../../../../resources/boost/spin-calls.ts";
import { sha256 } from "../../lib/sha256.ts";

const digest = (text: string): string =>
  Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");

interface Checked {
  readonly spun: Spun;
  readonly nodeId: string;
  /** What the cloud had shown before the spin. */
  readonly commitment: string;
  /** The word that was sent with it. */
  readonly luck: string;
}

/** Whether a spin came out as the seed says to which the cloud had committed itself, counted again here. */
export const isFair = ({ spun: { proof, field }, nodeId, commitment, luck }: Checked): boolean =>
  digest(proof.seed) === commitment && proof.luck === luck && fieldOf(digest(spinText({ ...proof, nodeId }))) === field;
