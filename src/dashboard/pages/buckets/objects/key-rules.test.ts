import { expect, test } from "vitest";
import { fileProblem, folderProblem } from "./key-rules.ts";

const none = () => false;

test("Folder ≤ 60 characters, without a slash, not yet there", () => {
  expect(folderProblem("🙂".repeat(60), "", none)).toBeUndefined();
  expect(folderProblem("x".repeat(61), "", none)).toBe("Use at most 60 characters.");
  expect(folderProblem("", "", none)).toBe("Enter a name.");
  expect(folderProblem("a/b", "", none)).toContain("slash");
  expect(folderProblem("..", "", none)).toContain("used in URLs");
  expect(folderProblem("a", "p/", (key) => key === "p/a/")).toBe("A folder with this name already exists.");
});

test("a key has at most 1024 bytes, its folders among them", () => {
  expect(fileProblem("x".repeat(24), "p".repeat(999) + "/", none)).toBeUndefined();
  expect(fileProblem("é".repeat(13), "p".repeat(999) + "/", none)).toBe(
    "With its folders the name has 1026 bytes; 1024 are the most.",
  );
  expect(fileProblem("a", "", (key) => key === "a")).toBe("A file with this name already exists.");
});
