/** Rotation of the wheel in degrees, clockwise; at 0 its first field is at the top. */
import { wheel } from "../../../../resources/boost/spin.ts";

const whole = 360;
export const fieldDegrees = whole / wheel.length;
const turns = 5;

/** How far the wheel is turned when it has come from `turn` to rest with a field at the top: on, and some whole turns more. */
export const turnTo = (turn: number, field: number): number => {
  const rest = (((-field * fieldDegrees - turn) % whole) + whole) % whole;
  return turn + turns * whole + rest;
};
