/** Rotation of the wheel in degrees, clockwise. At 0, the first field is at the top. */
import { wheel } from "../../../../resources/boost/spins/spin.ts";

const fullTurn = 360;
export const fieldDegrees = fullTurn / wheel.length;
const turns = 5;

/** Returns the next rotation that puts a field at the top, after some full turns. */
export const turnTo = (turn: number, field: number): number => {
  const rest = (((-field * fieldDegrees - turn) % fullTurn) + fullTurn) % fullTurn;
  return turn + turns * fullTurn + rest;
};
