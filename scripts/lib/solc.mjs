#!/usr/bin/env node
/**
 * Wraps npm's Solidity compiler as the program that forge expects: `--version`, or `--standard-json` on standard input.
 */
import { readFileSync, writeSync } from "node:fs";
import solc from "solc";

const print = (text) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
};

if (process.argv.includes("--version")) {
  const version = solc.version().replace(/\.Emscripten.*$/, ".Linux.g++");
  print(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`);
} else {
  print(solc.compile(readFileSync(0, "utf8")));
}
