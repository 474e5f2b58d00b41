import { expect } from "vitest";
import { RemoteError } from "../../../src/cloud/engines/git/remote.ts";

/** Returns the error of reading another host's repository. */
export const remoteErrorOf = (work: Promise<unknown>): Promise<RemoteError> =>
  work.then(
    () => expect.fail("it was fetched"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RemoteError);
      return error as RemoteError;
    },
  );
