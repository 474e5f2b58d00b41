/** Geometry of the wheel, in degrees clockwise. At rotation 0, the middle of the first field is at the top. */
import { wheel, wheelWeight } from "../../../../resources/boost/spins/spin.ts";

const fullTurn = 360;
const turns = 5;

/** The width of each field, proportional to its odds. */
export const fieldWidths: readonly number[] = wheel.map(({ weight }) => (weight / wheelWeight) * fullTurn);

/** The middle of each field. */
export const fieldMiddles: readonly number[] = fieldWidths.map(
  (width, at) => fieldWidths.slice(0, at).reduce((sum, one) => sum + one, 0) + width / 2 - fieldWidths[0]! / 2,
);

/** Returns the next rotation that puts the middle of a field at the top, after some full turns. */
export const turnTo = (turn: number, field: number): number => {
  const rest = (((-fieldMiddles[field]! - turn) % fullTurn) + fullTurn) % fullTurn;
  return turn + turns * fullTurn + rest;
};
