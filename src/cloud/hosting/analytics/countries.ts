/** Looks up the countries of addresses in a GeoIP file of the operator. */
import { readFile } from "node:fs/promises";
import { Reader, type CountryResponse } from "mmdb-lib";
import type { CountryOf } from "./save.ts";

/**
 * Reads a file in the MaxMind DB format (GeoLite2-Country or compatible). Rejects if it cannot be read. The lookup returns undefined for
 * addresses that the file does not have.
 */
export const countriesFrom = async (path: string): Promise<CountryOf> => {
  const reader = new Reader<CountryResponse>(await readFile(path));
  return (address) => {
    const found = reader.get(address);
    return found?.country?.iso_code ?? found?.registered_country?.iso_code;
  };
};
