import { carRootsMax } from "../../../../resources/bucket/pin-limits.ts";
import type { PreparedCar } from "../../engines/blocks/blocks.ts";
import { CarInvalid } from "../../engines/blocks/car-file.ts";
import { TreeTooLarge } from "../../engines/blocks/tree-too-large.ts";
import { AppError } from "../../app-error.ts";
import { messages } from "./messages.ts";
import { TooMuch } from "./staging.ts";

/** Converts import errors of a CAR to API errors. */
export const refuseCar = (error: unknown): never => {
  if (error instanceof CarInvalid) throw new AppError("CAR_INVALID", { message: error.message });
  if (error instanceof TreeTooLarge) throw new AppError("CAR_INVALID", { message: messages.tooLarge });
  if (error instanceof TooMuch) throw new AppError("ALLOWANCE_USED_UP");
  // The client has disconnected and receives no response.
  if (isBrokenOff(error)) throw new AppError("BODY_INCOMPLETE");
  throw error;
};

/** Rejects a CAR without roots, with too many roots, or with an incomplete root. */
export const refuseIncomplete = ({ roots }: Pick<PreparedCar, "roots">): void => {
  if (roots.length === 0) throw new AppError("CAR_INVALID", { message: "This CAR file lists no roots to pin." });
  if (roots.length > carRootsMax)
    throw new AppError("CAR_INVALID", { message: `A CAR file can have at most ${carRootsMax} roots.` });
  const broken = roots.find(({ isComplete }) => !isComplete);
  if (broken)
    throw new AppError("CAR_INVALID", {
      message: `This CAR file is incomplete: the block ${broken.missing} of ${broken.cid} is missing.`,
    });
};

const isBrokenOff = (error: unknown): boolean =>
  ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes((error as NodeJS.ErrnoException).code ?? "");
