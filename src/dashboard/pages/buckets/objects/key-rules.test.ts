import { expect, test } from "vitest";
import { fileProblem, folderProblem } from "./key-rules.ts";

const none = () => false;

test("Folder ≤ 60 characters, without a slash, not yet there", () => {
  expect(folderProblem("🙂".repeat(60), "", none)).toBeUndefined();
  expect(folderProblem("x".repeat(61), "", none)).toBe("A folder's name has 60 characters at most.");
  expect(folderProblem("", "", none)).toBe("Please type a name.");
  expect(folderProblem("a/b", "", none)).toContain("slash");
  expect(folderProblem("..", "", none)).toContain("Browsers");
  expect(folderProblem("a", "p/", (key) => key === "p/a/")).toBe("There is already a folder of this name.");
});

test("a key has at most 1024 bytes, its folders among them", () => {
  expect(fileProblem("x".repeat(24), "p".repeat(999) + "/", none)).toBeUndefined();
  expect(fileProblem("é".repeat(13), "p".repeat(999) + "/", none)).toBe(
    "With its folders the name has 1026 bytes; 1024 are the most.",
  );
  expect(fileProblem("a", "", (key) => key === "a")).toBe("There is already a file of this name.");
});
