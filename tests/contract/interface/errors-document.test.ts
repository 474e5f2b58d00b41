/** docs/reference/errors.md lists every declared error of the APIs for programs. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aiErrors } from "../../../resources/ai/errors.ts";
import { pinningErrors } from "../../../resources/storage/errors.ts";
import type { DocumentedError } from "../../../resources/declare/shared-errors.ts";
import { rpcRefusals, type RpcRefusalDeclaration } from "../../../resources/rpc/errors.ts";
import { s3Errors } from "../../../src/cloud/storage/s3/errors.ts";
import { formatMarkdown } from "../../support/markdown.ts";

interface Row {
  readonly code: string | number;
  readonly status: number;
  readonly meaning: string;
  readonly retryAfterSeconds?: number | "wait" | undefined;
}

const named = (errors: Readonly<Record<string, DocumentedError>>): Row[] =>
  Object.entries(errors).map(([code, error]) => ({ code, ...error }));

const interfaces: Readonly<Record<string, readonly Row[]>> = {
  RPC: Object.values<RpcRefusalDeclaration>(rpcRefusals),
  S3: Object.entries<{ status: number; message: string; retryAfterSeconds?: number }>(s3Errors).map(
    ([code, { status, message, retryAfterSeconds }]) => ({ code, status, meaning: message, retryAfterSeconds }),
  ),
  Pinning: named(pinningErrors),
  AI: named(aiErrors),
};

const tableOf = (): string => {
  const lines = Object.entries(interfaces).flatMap(([name, rows]) =>
    rows.map(({ code, status, meaning, retryAfterSeconds = "" }) => {
      const wait = retryAfterSeconds === "wait" ? "the wait" : retryAfterSeconds;
      return `| ${name} | ${status} | \`${code}\` | ${wait} | ${meaning} |`;
    }),
  );
  return ["| interface | status | code | `Retry-After` | meaning |", "| --- | --- | --- | --- | --- |", ...lines].join(
    "\n",
  );
};

test("docs/reference/errors.md shows every declared error with its status and Retry-After", async () => {
  const path = join(import.meta.dirname, "../../../docs/reference/errors.md");
  const table = (await formatMarkdown(tableOf())).trim();
  const document = await readFile(path, "utf8");
  if (process.env.UPDATE_DOCUMENTS)
    await writeFile(
      path,
      document.replace(/\| interface \| status[^\n]*(\n\|[^\n]*)*/, () => table),
    );
  expect(
    await readFile(path, "utf8"),
    "UPDATE_DOCUMENTS=1 npx vitest run tests/contract/interface/errors-document.test.ts",
  ).toContain(table);
});

test("every error that asks to retry later has a delay", () => {
  for (const [name, rows] of Object.entries(interfaces))
    for (const { code, status, retryAfterSeconds } of rows)
      expect([name, code, status === 429 || status === 503]).toEqual([name, code, retryAfterSeconds !== undefined]);
});
