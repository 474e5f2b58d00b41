import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Returns the path of anvil for this platform, from npm. Throws one sentence if there is none. */
export const anvilProgram = (platform = process.platform, arch = process.arch): string => {
  const name = `@foundry-rs/anvil-${platform}-${arch === "x64" ? "amd64" : arch}`;
  try {
    // The platform's package is a dependency of the wrapper, not a direct one.
    const wrapper = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
    const folder = dirname(createRequire(wrapper).resolve(`${name}/package.json`));
    const program = join(folder, "bin", platform === "win32" ? "anvil.exe" : "anvil");
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    throw new Error(
      `No EVM node is installed for this machine (${name} from npm). Install it, or set EVM_CHAINS_FILE to use public chains.`,
    );
  }
};
