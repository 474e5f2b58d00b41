import { expect, test } from "vitest";
import { withRegistry } from "./command.ts";

const lock = (registry: string) => `# yarn lockfile v1

"@acme/kit@^1.0.0":
  version "1.0.0"
  resolved "${registry}/@acme/kit/-/kit-1.0.0.tgz#0123"

left@^1.0.0:
  version "1.0.0"
  resolved "${registry}/left/-/left-1.0.0.tgz#4567"
`;
const elsewhere = `right@https://example.com/right.tgz:
  version "2.0.0"
  resolved "https://example.com/right.tgz#89ab"
`;

test("packages of a Yarn 1 lock file come from the configured registry; archives from other hosts keep their URLs", () => {
  const changed = withRegistry(lock("https://packages.example.org") + elsewhere, "https://mirror.example.com/npm/");
  expect(changed).toBe(lock("https://mirror.example.com/npm") + elsewhere);
});
